import { messages, type SecondFactor } from '@numscope/contracts';
import { ApiFailure } from '@numscope/client';
import { ActionDialog, Moment, notify, useAction, translate } from '@numscope/ui';
import { type SubmitEvent, useId, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { SecretField } from './secret-field.tsx';

interface Faults {
  password?: string | undefined;
  code?: string | undefined;
}

/** Says how the second factor stands, and turns it off by the password and a code. */
export function TurnOff({ factor, onClose }: { factor: SecondFactor; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const id = useId();
  const disable = useAction('disableSecondFactor', {
    quiet: true,
    invalidates: ['secondFactor'],
    onSuccess: () => {
      notify('success', texts('factorOff'));
      onClose();
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const missing: Faults = {
      password: password === '' ? translate(messages.passwordRequired) : undefined,
      code: code.trim() === '' ? texts('factorCodeRequired') : undefined,
    };
    setFaults(missing);
    if (missing.password !== undefined || missing.code !== undefined) return;
    const onError = (error: Error): void =>
      setFaults({ [error instanceof ApiFailure && error.code === 'CODE_WRONG' ? 'code' : 'password']: error.message });
    disable.mutate({ body: { password, code } }, { onError });
  };
  return (
    <ActionDialog
      title={texts('factor')}
      onClose={onClose}
      action={texts('factorTurnOff')}
      form={id}
      busy={disable.isPending}
    >
      <form id={id} className="ns-form" onSubmit={submit} noValidate>
        <p className="ns-t2">
          {texts('factorSinceLabel')} <Moment at={factor.confirmedAt} none="" within />.{' '}
          {texts('factorLeft', { count: factor.recoveryCodes })} {texts('factorOffHint')}
        </p>
        <SecretField
          label={texts('factorPassword')}
          kind="password"
          value={password}
          fault={faults.password}
          onChange={(value) => {
            setPassword(value);
            setFaults({});
          }}
        />
        <SecretField
          label={texts('factorCode')}
          kind="code"
          value={code}
          hint={texts('factorAnyCode')}
          fault={faults.code}
          onChange={(value) => {
            setCode(value);
            setFaults({});
          }}
        />
      </form>
    </ActionDialog>
  );
}
