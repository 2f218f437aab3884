import { type ErasureCertificate, limits } from '@numscope/contracts';
import { ActionDialog, Button, Dialog, download, formatCount, formatMoment, t, useAction } from '@numscope/ui';
import { IconDownload } from '@tabler/icons-react';
import { type SubmitEvent, useId, useState } from 'react';
import { FormError } from '../../components/form-messages.tsx';
import { texts } from '../../texts/texts.ts';
import { Needed, neededProps } from './needed.tsx';

const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '');

/** Erases a number everywhere: typed again to confirm, as nothing brings it back. Shows the certificate then. */
export default function EraseNumber({ onClose }: { onClose: () => void }) {
  const [phone, setPhone] = useState('');
  const [again, setAgain] = useState('');
  const [purpose, setPurpose] = useState('');
  const [refused, setRefused] = useState<Error | null>(null);
  const [tried, setTried] = useState(false);
  const id = useId();
  const erase = useAction('erasePhone', { quiet: true });
  if (erase.data !== undefined) return <Certificate certificate={erase.data} onClose={onClose} />;
  const differs = digitsOf(phone) !== '' && again !== '' && digitsOf(phone) !== digitsOf(again);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
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
    setRefused(null);
    erase.mutate({ body: { phone: `+${digitsOf(phone)}`, purpose } }, { onError: setRefused });
  };
  const input = (field: string, label: string, value: string, change: (text: string) => void) => {
    const isMissing = tried && value.trim() === '';
    const fault = field === 'again' && differs ? texts('eraseDiffers') : undefined;
    return (
      <div className="ns-field">
        <label htmlFor={id + field}>{label}</label>
        <input
          id={id + field}
          className="ns-input"
          autoComplete="off"
          maxLength={limits.purposeChars}
          value={value}
          {...neededProps(id + field, isMissing || fault !== undefined)}
          onChange={(event) => change(event.target.value)}
        />
        <Needed id={id + field} isMissing={isMissing} fault={fault} />
      </div>
    );
  };
  return (
    <ActionDialog
      title={texts('eraseTitle')}
      width={520}
      onClose={onClose}
      action={texts('eraseAction')}
      form={id}
      busy={erase.isPending}
    >
      <form id={id} className="ns-form ad-form" onSubmit={submit} noValidate>
        <p>{texts('eraseHint')}</p>
        {input('phone', texts('erasePhone'), phone, setPhone)}
        {input('again', texts('eraseAgain'), again, setAgain)}
        {input('purpose', texts('erasePurpose'), purpose, setPurpose)}
        {refused === null ? null : <FormError>{refused.message}</FormError>}
      </form>
    </ActionDialog>
  );
}

/** What went, by place; to be kept beside the request that asked for it. */
function Certificate({ certificate, onClose }: { certificate: ErasureCertificate; onClose: () => void }) {
  const { phone, by, purpose, finishedAt, erased, kept, id } = certificate;
  const save = (): void =>
    download(
      new Blob([JSON.stringify(certificate, null, 2)], { type: 'application/json' }),
      `ERASURE_${digitsOf(phone)}.json`,
    );
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
