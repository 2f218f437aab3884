import type { SecondFactor } from '@numscope/contracts';
import { ApiFailure } from '@numscope/client';
import { Moment, notify, useAction } from '@numscope/ui';
import { useState } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { texts } from '../../texts/texts.ts';
import { missingOf } from './missing-secret.ts';
import { SecretField } from './secret-field.tsx';

const fields = [
  { kind: 'password', label: 'factorPassword', hint: undefined },
  { kind: 'code', label: 'factorCode', hint: 'factorAnyCode' },
] as const;

/** Says how the second factor stands, and turns it off by the password and a code. */
export function TurnOff({ factor, onClose }: { factor: SecondFactor; onClose: () => void }) {
  const [typed, setTyped] = useState({ password: '', code: '' });
  const [faults, setFaults] = useState<{ password?: string | undefined; code?: string | undefined }>({});
  const disable = useAction('disableSecondFactor', {
    quiet: true,
    invalidates: ['secondFactor'],
    onSuccess: () => {
      notify('success', texts('factorOff'));
      onClose();
    },
  });
  const submit = (): void => {
    const missing = { password: missingOf('password', typed.password), code: missingOf('code', typed.code) };
    setFaults(missing);
    if (missing.password !== undefined || missing.code !== undefined) return;
    const onError = (error: Error): void =>
      setFaults({ [error instanceof ApiFailure && error.code === 'CODE_WRONG' ? 'code' : 'password']: error.message });
    disable.mutate({ body: typed }, { onError });
  };
  return (
    <FormDialog
      title={texts('factor')}
      onClose={onClose}
      action={texts('factorTurnOff')}
      busy={disable.isPending}
      refused={null}
      onSubmit={submit}
    >
      <p className="ns-t2">
        {texts('factorSinceLabel')} <Moment at={factor.confirmedAt} none="" within />.{' '}
        {texts('factorLeft', { count: factor.recoveryCodes })} {texts('factorOffHint')}
      </p>
      {fields.map(({ kind, label, hint }) => (
        <SecretField
          key={kind}
          label={texts(label)}
          kind={kind}
          value={typed[kind]}
          hint={hint && texts(hint)}
          fault={faults[kind]}
          onChange={(value) => {
            setTyped({ ...typed, [kind]: value });
            setFaults({});
          }}
        />
      ))}
    </FormDialog>
  );
}
