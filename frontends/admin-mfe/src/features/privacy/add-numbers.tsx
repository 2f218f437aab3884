import './privacy-page.css';
import { limits } from '@numscope/contracts';
import { ApiFailure } from '@numscope/client';
import { ActionDialog, notify, useAction } from '@numscope/ui';
import { IconAlertCircle } from '@tabler/icons-react';
import { type SubmitEvent, useId, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { badLinesOf } from './bad-lines.ts';
import { Needed, neededProps } from './needed.tsx';
import { useEntries } from './use-entries.ts';

/** Puts numbers and prefixes on the list: written, or out of a file. */
export default function AddNumbers({ onClose }: { onClose: () => void }) {
  const { entries, setEntries, read, fault } = useEntries();
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState<Error | null>(null);
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
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    const missing = entries.trim() === '' ? 'entries' : reason.trim() === '' ? 'reason' : null;
    if (missing !== null) return document.getElementById(id + missing)?.focus();
    setRefused(null);
    add.mutate({ body: { entries, reason } }, { onError: setRefused });
  };
  const noEntries = tried && entries.trim() === '';
  const noReason = tried && reason.trim() === '';
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
            {...neededProps(`${id}entries`, noEntries, `${id}hint`)}
            onChange={(event) => setEntries(event.target.value)}
          />
          <span id={`${id}hint`} className="ns-sm ns-t3">
            {texts('listEntriesHint')}
          </span>
          <Needed id={`${id}entries`} isMissing={noEntries} />
        </div>
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
        <div className="ns-field">
          <label htmlFor={`${id}reason`}>{texts('listReason')}</label>
          <input
            id={`${id}reason`}
            className="ns-input"
            maxLength={limits.purposeChars}
            value={reason}
            {...neededProps(`${id}reason`, noReason, `${id}why`)}
            onChange={(event) => setReason(event.target.value)}
          />
          <span id={`${id}why`} className="ns-sm ns-t3">
            {texts('listReasonHint')}
          </span>
          <Needed id={`${id}reason`} isMissing={noReason} />
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
