import './privacy-page.css';
import { limits, ListedFaults } from '@numscope/contracts';
import { ApiFailure } from '@numscope/client';
import { notify, useAction } from '@numscope/ui';
import { useId, useState } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { texts } from '../../texts/texts.ts';
import { useTypedText } from './typed-text.ts';
import { useEntries } from './use-entries.ts';

/** Puts numbers and prefixes on the list: written, or out of a file. */
export default function AddNumbers({ onClose }: { onClose: () => void }) {
  const { entries, setEntries, read, fault } = useEntries();
  const [reason, setReason] = useTypedText('add reason', () => '');
  const [tried, setTried] = useState(false);
  const id = useId();
  const add = useAction('listNumbers', {
    quiet: true,
    invalidates: ['listedNumbers'],
    onSuccess: ({ added, known }) => {
      notify('success', texts('listAdded', { added, known }));
      onClose();
    },
  });
  const submit = (): void => {
    setTried(true);
    const missing = entries.trim() === '' ? 'entries' : reason.trim() === '' ? 'reason' : null;
    if (missing !== null) return document.getElementById(id + missing)?.focus();
    add.mutate({ body: { entries, reason } });
  };
  const faultOf = (value: string): string | undefined =>
    tried && value.trim() === '' ? texts('fieldNeeded') : undefined;
  return (
    <FormDialog
      title={texts('listAddTitle')}
      width={520}
      onClose={onClose}
      action={texts('listAdd')}
      busy={add.isPending}
      className="ad-form ad-numbers"
      refused={add.error && <Refusal error={add.error} />}
      onSubmit={submit}
    >
      <TextInput
        id={`${id}entries`}
        label={texts('listEntries')}
        rows={6}
        value={entries}
        about={texts('listEntriesHint')}
        fault={faultOf(entries)}
        onChange={setEntries}
      />
      <div className="ns-field">
        <label htmlFor={`${id}file`}>{texts('listFile')}</label>
        <input
          id={`${id}file`}
          type="file"
          accept=".txt,.csv,text/plain,text/csv"
          aria-invalid={fault !== null}
          aria-describedby={`${id}large`}
          onChange={(event) => void read(event.target.files?.[0])}
        />
        <span id={`${id}large`} className="ns-field-error" aria-live="polite">
          {fault}
        </span>
      </div>
      <TextInput
        id={`${id}reason`}
        label={texts('listReason')}
        autoComplete="on"
        spellCheck
        maxLength={limits.purposeChars}
        value={reason}
        about={texts('listReasonHint')}
        fault={faultOf(reason)}
        onChange={setReason}
      />
    </FormDialog>
  );
}

/** Why nothing was put on the list, with the lines that it is for. */
const Refusal = ({ error }: { error: Error }) => (
  <span>
    {error.message}
    {ListedFaults.safeParse(error instanceof ApiFailure ? error.details : null).data?.map(({ line, text }) => (
      <span key={line} className="ns-block">
        {texts('listLine', { line, text })}
      </span>
    ))}
  </span>
);
