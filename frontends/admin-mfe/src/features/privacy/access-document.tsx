import { ActionDialog, callApi, download } from '@numscope/ui';
import { type SubmitEvent, useId, useState } from 'react';
import { FormError } from '../../components/form-messages.tsx';
import { texts } from '../../texts/texts.ts';
import { Needed, neededProps } from './needed.tsx';

/** Saves all that is known of a number, for whoever asks about themself. */
export default function AccessDocument({ onClose }: { onClose: () => void }) {
  const [phone, setPhone] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Error | null>(null);
  const [tried, setTried] = useState(false);
  const id = useId();
  const digits = phone.replaceAll(/\D/g, '');
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (digits === '') return document.getElementById(id)?.focus();
    setBusy(true);
    callApi('accessDocument', { query: { phone: digits } }, { quiet: true })
      .then((known) => {
        const text = JSON.stringify(known, null, 2);
        download(new Blob([text], { type: 'application/json' }), `ACCESS_${digits}.json`);
        onClose();
      })
      .catch((error: unknown) => setRefused(error instanceof Error ? error : new Error(String(error))))
      .finally(() => setBusy(false));
  };
  return (
    <ActionDialog
      title={texts('accessTitle')}
      width={520}
      onClose={onClose}
      action={texts('accessSave')}
      form={`${id}form`}
      busy={busy}
    >
      <form id={`${id}form`} className="ns-form ad-form" onSubmit={submit} noValidate>
        <p>{texts('accessHint')}</p>
        <div className="ns-field">
          <label htmlFor={id}>{texts('accessPhone')}</label>
          <input
            id={id}
            className="ns-input"
            autoComplete="off"
            value={phone}
            {...neededProps(id, tried && digits === '')}
            onChange={(event) => setPhone(event.target.value)}
          />
          <Needed id={id} isMissing={tried && digits === ''} />
        </div>
        {refused === null ? null : <FormError>{refused.message}</FormError>}
      </form>
    </ActionDialog>
  );
}
