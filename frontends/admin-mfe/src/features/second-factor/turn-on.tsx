import './second-factor.css';
import { Button, CopyButton, Dialog, notify, useAction } from '@numscope/ui';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { texts } from '../../texts/texts.ts';
import { missingOf } from './missing-secret.ts';
import { QrCode } from './qr-code.tsx';
import { SecretField } from './secret-field.tsx';

/** Sets a second factor up: the password, the picture for the app and its first code, the recovery codes. */
export function TurnOn({ onClose }: { onClose: () => void }) {
  const begin = useAction('beginSecondFactor', { quiet: true });
  const confirm = useAction('confirmSecondFactor', { quiet: true, invalidates: ['secondFactor', 'listSessions'] });
  if (confirm.data !== undefined) return <ShownCodes codes={confirm.data.recoveryCodes} onClose={onClose} />;
  if (begin.data === undefined)
    return (
      <SecretStep
        key="password"
        kind="password"
        label={texts('factorPassword')}
        action={texts('factorBegin')}
        busy={begin.isPending}
        onSend={(password, onError) => begin.mutate({ body: { password } }, { onError })}
        onClose={onClose}
      >
        <p className="ns-t2">{texts('factorAbout')}</p>
      </SecretStep>
    );
  const { secret, uri } = begin.data;
  return (
    <SecretStep
      key="code"
      kind="code"
      label={texts('factorCode')}
      action={texts('factorTurnOn')}
      busy={confirm.isPending}
      onSend={(code, onError) => confirm.mutate({ body: { code } }, { onError })}
      onClose={onClose}
    >
      <p className="ns-t2">{texts('factorScan')}</p>
      <QrCode text={uri} label={texts('factorPicture')} />
      <p className="ns-row">
        <span className="ns-label">{texts('factorKey')}</span>
        <code className="ns-mono ns-grow" data-testid="factor-key">
          {secret}
        </code>
        <CopyButton text={secret} label={texts('factorCopyKey')} />
      </p>
    </SecretStep>
  );
}

interface StepProps {
  kind: 'password' | 'code';
  label: string;
  action: string;
  busy: boolean;
  onSend: (typed: string, onError: (error: Error) => void) => void;
  onClose: () => void;
  /** Above the field. */
  children: ReactNode;
}

/** Asks for one secret; why it was refused stands at its field. */
function SecretStep({ kind, label, onSend, children, ...dialog }: StepProps) {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const submit = (): void => {
    const missing = missingOf(kind, typed);
    setFault(missing);
    if (missing === undefined) onSend(typed, (error) => setFault(error.message));
  };
  return (
    <FormDialog {...dialog} title={texts('factor')} refused={null} onSubmit={submit}>
      {children}
      <SecretField
        label={label}
        kind={kind}
        value={typed}
        fault={fault}
        onChange={(value) => {
          setTyped(value);
          setFault(undefined);
        }}
      />
    </FormDialog>
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
