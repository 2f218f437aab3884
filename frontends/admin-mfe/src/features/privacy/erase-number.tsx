import { type ErasureCertificate, limits } from '@numscope/contracts';
import { Button, Dialog, download, formatCount, formatMoment, t, useAction } from '@numscope/ui';
import { writeJson } from '@numscope/ui/export/write-json.ts';
import { IconDownload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { texts } from '../../texts/texts.ts';
import { useTypedText } from './typed-text.ts';

const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '');

/** Erases a number everywhere: typed again to confirm, as nothing brings it back. Shows the certificate then. */
export default function EraseNumber({ onClose }: { onClose: () => void }) {
  const [phone, setPhone] = useTypedText('erase phone', () => '');
  // Typed anew in any case: it says that this number is meant.
  const [again, setAgain] = useState('');
  const [purpose, setPurpose] = useTypedText('erase purpose', () => '');
  const [tried, setTried] = useState(false);
  const id = useId();
  const erase = useAction('erasePhone', { quiet: true });
  if (erase.data !== undefined) return <Certificate certificate={erase.data} onClose={onClose} />;
  const differs = digitsOf(phone) !== '' && again !== '' && digitsOf(phone) !== digitsOf(again);
  const submit = (): void => {
    setTried(true);
    const missing =
      digitsOf(phone) === ''
        ? 'phone'
        : digitsOf(phone) !== digitsOf(again)
          ? 'again'
          : purpose.trim() === ''
            ? 'purpose'
            : null;
    if (missing !== null) return document.getElementById(id + missing)?.focus();
    erase.mutate({ body: { phone: `+${digitsOf(phone)}`, purpose } });
  };
  const input = (field: string, label: string, value: string, change: (text: string) => void) => {
    const isMissing = tried && value.trim() === '';
    const fault = field === 'again' && differs ? texts('eraseDiffers') : undefined;
    return (
      <TextInput
        id={id + field}
        label={label}
        spellCheck={field === 'purpose'}
        maxLength={limits.purposeChars}
        value={value}
        fault={isMissing ? texts('fieldNeeded') : fault}
        onChange={change}
      />
    );
  };
  return (
    <FormDialog
      title={texts('eraseTitle')}
      width={520}
      onClose={onClose}
      action={texts('eraseAction')}
      busy={erase.isPending}
      className="ad-form"
      refused={erase.error && erase.error.message}
      onSubmit={submit}
    >
      <p>{texts('eraseHint')}</p>
      {input('phone', texts('erasePhone'), phone, setPhone)}
      {input('again', texts('eraseAgain'), again, setAgain)}
      {input('purpose', texts('erasePurpose'), purpose, setPurpose)}
    </FormDialog>
  );
}

/** What went, by place; to be kept beside the request that asked for it. */
function Certificate({ certificate, onClose }: { certificate: ErasureCertificate; onClose: () => void }) {
  const { phone, by, purpose, finishedAt, erased, kept, id } = certificate;
  const save = (): void => download(writeJson(certificate), `ERASURE_${digitsOf(phone)}.json`);
  return (
    <Dialog
      title={texts('certificateOf', { phone })}
      width={520}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button kind="primary" onClick={save}>
            <IconDownload size={14} stroke={1.8} aria-hidden />
            {texts('certificateSave')}
          </Button>
        </>
      }
    >
      <p>
        {texts('certificateSays', { by, purpose, time: finishedAt === null ? '' : formatMoment(finishedAt) })}
        <br />
        <span className="ns-sm ns-t3">{id}</span>
      </p>
      <table className="ns-mini">
        <thead>
          <tr>
            <th scope="col">{texts('certificatePlace')}</th>
            <th scope="col">{texts('certificateRemoved')}</th>
          </tr>
        </thead>
        <tbody>
          {erased.map(({ place, removed }) => (
            <tr key={place}>
              <td>{texts(`erased_${place}`)}</td>
              <td className="ns-num">{formatCount(removed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="ns-sm ns-t2">
        {kept.map(({ place, until }) => (
          <li key={place}>
            {place === 'KAFKA' && until === null
              ? texts('keptKafkaAsSet')
              : texts(`kept_${place}`, { time: until === null ? '' : formatMoment(until) })}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
