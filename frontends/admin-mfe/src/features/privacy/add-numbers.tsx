import './privacy-page.css';
import { limits } from '@numscope/contracts';
import { ApiFailure } from '@numscope/client';
import { ActionDialog, notify, useAction } from '@numscope/ui';
import { IconAlertCircle } from '@tabler/icons-react';
import { type SubmitEvent, useId, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { badLinesOf } from './bad-lines.ts';

/** Puts numbers and prefixes on the list: written, or out of a file. */
export default function AddNumbers({ onClose }: { onClose: () => void }) {
  const [entries, setEntries] = useState('');
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState<Error | null>(null);
  const id = useId();
  const add = useAction('listNumbers', {
    quiet: true,
    invalidates: ['listedNumbers'],
    onSuccess: ({ added, known }) => {
      notify('success', texts('listAdded', { added, known }));
      onClose();
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const missing = entries.trim() === '' ? 'entries' : reason.trim() === '' ? 'reason' : null;
    if (missing !== null) return document.getElementById(id + missing)?.focus();
    add.mutate({ body: { entries, reason } }, { onError: setRefused });
  };
  return (
    <ActionDialog
      title={texts('listAddTitle')}
      width={520}
      onClose={onClose}
      action={texts('listAdd')}
      form={id}
      busy={add.isPending}
    >
      <form id={id} className="ns-form ad-form" onSubmit={submit} noValidate>
        <div className="ns-field">
          <label htmlFor={`${id}entries`}>{texts('listEntries')}</label>
          <textarea
            id={`${id}entries`}
            className="ns-input ad-numbers"
            rows={6}
            spellCheck={false}
            value={entries}
            aria-describedby={`${id}hint`}
            onChange={(event) => setEntries(event.target.value)}
          />
          <span id={`${id}hint`} className="ns-sm ns-t3">
            {texts('listEntriesHint')}
          </span>
        </div>
        <div className="ns-field">
          <label htmlFor={`${id}file`}>{texts('listFile')}</label>
          <input
            id={`${id}file`}
            type="file"
            accept=".txt,.csv,text/plain,text/csv"
            onChange={(event) => void event.target.files?.[0]?.text().then(setEntries)}
          />
        </div>
        <div className="ns-field">
          <label htmlFor={`${id}reason`}>{texts('listReason')}</label>
          <input
            id={`${id}reason`}
            className="ns-input"
            maxLength={limits.purposeChars}
            value={reason}
            aria-describedby={`${id}why`}
            onChange={(event) => setReason(event.target.value)}
          />
          <span id={`${id}why`} className="ns-sm ns-t3">
            {texts('listReasonHint')}
          </span>
        </div>
        {refused === null ? null : (
          <div className="ns-field-error" role="alert">
            <IconAlertCircle size={14} stroke={1.8} aria-hidden />
            <span>
              {refused.message}
              {(refused instanceof ApiFailure ? badLinesOf(refused.details) : []).map(({ line, text }) => (
                <span key={line} className="ad-bad-line">
                  {texts('listLine', { line, text })}
                </span>
              ))}
            </span>
          </div>
        )}
      </form>
    </ActionDialog>
  );
}
