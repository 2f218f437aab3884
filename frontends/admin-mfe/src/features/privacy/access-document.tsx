import { callApi, download } from '@numscope/ui';
import { writeJson } from '@numscope/ui/export/write-json.ts';
import { useId, useState } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { texts } from '../../texts/texts.ts';
import { useTypedText } from './typed-text.ts';

/** Saves all that is known of a number, for whoever asks about themself. */
export default function AccessDocument({ onClose }: { onClose: () => void }) {
  const [phone, setPhone] = useTypedText('access phone', () => '');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const id = useId();
  const digits = phone.replaceAll(/\D/g, '');
  const submit = (): void => {
    setTried(true);
    if (digits === '') return document.getElementById(id)?.focus();
    setBusy(true);
    callApi('accessDocument', { query: { phone: digits } }, { quiet: true })
      .then((known) => {
        download(writeJson(known), `ACCESS_${digits}.json`);
        onClose();
      })
      .catch((error: unknown) => setRefused(error instanceof Error ? error.message : String(error)))
      .finally(() => setBusy(false));
  };
  return (
    <FormDialog
      title={texts('accessTitle')}
      width={520}
      onClose={onClose}
      action={texts('accessSave')}
      busy={busy}
      className="ad-form"
      refused={refused}
      onSubmit={submit}
    >
      <p>{texts('accessHint')}</p>
      <TextInput
        id={id}
        label={texts('accessPhone')}
        value={phone}
        fault={tried && digits === '' ? texts('fieldNeeded') : undefined}
        onChange={setPhone}
      />
    </FormDialog>
  );
}
