import './second-factor.css';
import { messages, type SecondFactorSecret } from '@numscope/contracts';
import { ActionDialog, Button, CopyButton, Dialog, notify, useAction, translate } from '@numscope/ui';
import { type SubmitEvent, useId, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { QrCode } from './qr-code.tsx';
import { SecretField } from './secret-field.tsx';

/** Sets a second factor up: the password, the picture for the app and its first code, the recovery codes. */
export function TurnOn({ onClose }: { onClose: () => void }) {
  const [begun, setBegun] = useState<SecondFactorSecret | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes !== null) return <ShownCodes codes={codes} onClose={onClose} />;
  if (begun !== null) return <FirstCode begun={begun} onDone={setCodes} onClose={onClose} />;
  return <OwnPassword onDone={setBegun} onClose={onClose} />;
}

interface Step<T> {
  onDone: (done: T) => void;
  onClose: () => void;
}

function OwnPassword({ onDone, onClose }: Step<SecondFactorSecret>) {
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string>();
  const id = useId();
  const begin = useAction('beginSecondFactor', { quiet: true, onSuccess: onDone });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (password === '') return setFault(translate(messages.passwordRequired));
    begin.mutate({ body: { password } }, { onError: (error) => setFault(error.message) });
  };
  return (
    <ActionDialog
      title={texts('factor')}
      onClose={onClose}
      action={texts('factorBegin')}
      form={id}
      busy={begin.isPending}
    >
      <form id={id} className="ns-form" onSubmit={submit} noValidate>
        <p className="ns-t2">{texts('factorAbout')}</p>
        <SecretField
          label={texts('factorPassword')}
          kind="password"
          value={password}
          fault={fault}
          onChange={(value) => {
            setPassword(value);
            setFault(undefined);
          }}
        />
      </form>
    </ActionDialog>
  );
}

function FirstCode({ begun: { secret, uri }, onDone, onClose }: Step<string[]> & { begun: SecondFactorSecret }) {
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const id = useId();
  const confirm = useAction('confirmSecondFactor', {
    quiet: true,
    invalidates: ['secondFactor', 'listSessions'],
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (code.trim() === '') return setFault(texts('factorCodeRequired'));
    confirm.mutate({ body: { code } }, { onError: (error) => setFault(error.message) });
  };
  return (
    <ActionDialog
      title={texts('factor')}
      onClose={onClose}
      action={texts('factorTurnOn')}
      form={id}
      busy={confirm.isPending}
    >
      <form id={id} className="ns-form" onSubmit={submit} noValidate>
        <p className="ns-t2">{texts('factorScan')}</p>
        <QrCode text={uri} label={texts('factorPicture')} />
        <p className="ns-row">
          <span className="ns-label">{texts('factorKey')}</span>
          <code className="ns-mono ns-grow" data-testid="factor-key">
            {secret}
          </code>
          <CopyButton text={secret} label={texts('factorCopyKey')} />
        </p>
        <SecretField
          label={texts('factorCode')}
          kind="code"
          value={code}
          fault={fault}
          onChange={(value) => {
            setCode(value);
            setFault(undefined);
          }}
        />
      </form>
    </ActionDialog>
  );
}

/** The one time that they are shown: only its own button closes it. */
function ShownCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const close = (): void => {
    notify('success', texts('factorOn'));
    onClose();
  };
  return (
    <Dialog
      title={texts('factorCodesTitle')}
      onClose={close}
      dismissable={false}
      footer={
        <Button kind="primary" onClick={close}>
          {texts('factorDone')}
        </Button>
      }
    >
      <p className="ns-note" data-tone="warn">
        {texts('factorCodesOnce')}
      </p>
      <ul className="ns-mono ad-recovery">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} label={texts('factorCopyCodes')} />
    </Dialog>
  );
}
