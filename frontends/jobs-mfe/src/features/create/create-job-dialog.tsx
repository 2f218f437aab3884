import './create-dialog.css';
import { type Job, messages } from '@numscope/contracts';
import { ApiFailure } from '@numscope/client';
import { Button, callKey, Dialog, notify, typedForm, useSettings, translate } from '@numscope/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { type DraftFaults, draftFaults, emptyDraft, type JobDraft } from '../../domain/job-draft.ts';
import { texts } from '../../texts/opened.ts';
import { FileChosen, FileDrop, FileSending, FileSent } from './file-box.tsx';
import { Field, JobFields } from './job-fields.tsx';
import { JobPicker } from './job-picker.tsx';
import { Refusal } from './refusal.tsx';
import { RegionSelect } from './region-select.tsx';
import { ReviewFoot, usePreflight } from './review-parts.tsx';
import { useChosenFile } from './use-chosen-file.ts';
import { useFinishJob, useFirstPage } from './use-finish-job.ts';
import { type LineReading, UploadStopped, useUpload } from './use-upload.ts';

/** Refusals that belong to a field instead of to the file. */
const fieldOfCode: Partial<Record<string, keyof DraftFaults>> = {
  JOB_NAME_REQUIRED: 'name',
  JOB_NAME_INVALID: 'name',
  PURPOSE_REQUIRED: 'purpose',
};

const asDigits: LineReading = { skipInvalidLines: false, clean: false };

const takesNumbers = (job: Job): boolean =>
  !['CANCELED', 'DELETED', 'MERGED'].includes(job.status) && job.parentNumber === null;

const useDraft = typedForm<JobDraft>();
const useTarget = typedForm<Job | null>();

/** A new job from a file: fields and file, the upload, and what it would do before it starts. */
export default function CreateJobDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const targetId = useId();
  const { requirePurpose } = useSettings();
  const [draft, setDraft] = useDraft('', () => emptyDraft);
  const [target, setTarget] = useTarget('', () => null);
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [reading, setReading] = useState(asDigits);
  const [held, setHeld] = useState<{ job: Job; ms: number } | null>(null);
  const chosen = useChosenFile();
  const named = useRef('');
  const { state, send, stop } = useUpload();
  const { finish, discard, busy } = useFinishJob();
  const toFirstPage = useFirstPage();
  const { view, sums } = usePreflight(
    held?.job ?? null,
    texts(chosen.file === null ? 'whatIsInJob' : 'whatIsIn'),
    onClose,
  );

  // Numbers that join a job leave its name and purpose as they are there.
  const joins = target !== null && chosen.file !== null;
  const own = joins
    ? {}
    : draftFaults(draft, requirePurpose, { purpose: texts('purposeRequired'), passes: texts('passCountWrong') });
  const fileFault =
    chosen.fault ?? (tried && chosen.file === null && target === null ? messages.fileRequired : undefined);
  const refusedField = failure === null ? undefined : fieldOfCode[failure.code];
  const faults: DraftFaults = {
    ...(tried ? own : {}),
    ...(refusedField !== undefined && failure !== null ? { [refusedField]: failure.message } : {}),
  };

  /** The job is called as its file until somebody calls it otherwise. */
  const callAs = (file: string): void => {
    const before = named.current;
    named.current = file;
    setDraft((now) => (now.name === '' || now.name === before ? { ...now, name: file } : now));
  };
  const choose = async (file: File): Promise<void> => {
    setFailure(null);
    setReading(asDigits);
    // A wrong file leaves no name behind.
    callAs((await chosen.choose(file)) ? file.name.replace(/\.[^.]*$/, '') : '');
  };
  const submit = async (how: LineReading = reading): Promise<void> => {
    setTried(true);
    setFailure(null);
    setReading(how);
    if (Object.keys(own).length > 0 || (chosen.file === null && target === null)) return;
    try {
      const sent = await send({ draft, file: chosen.file, target: target?.number ?? null, reading: how });
      toFirstPage();
      if (!joins) return setHeld(sent);
      notify('success', messages.jobMerged, messages.mergeJobTitle);
      onClose();
    } catch (error) {
      if (error instanceof ApiFailure) setFailure(error);
      else if (error instanceof UploadStopped) {
        notify('general', texts(error.whole ? 'uploadStoppedLate' : 'uploadStopped'));
        if (error.whole) void client.invalidateQueries({ queryKey: callKey('searchJobs') });
      } else throw error;
    }
  };
  const end = async (start: boolean): Promise<void> => {
    if (held !== null && Object.keys(own).length === 0 && (await finish(held.job, draft, start))) onClose();
  };
  const replace = async (): Promise<void> => {
    if (held === null || !(await discard(held.job))) return;
    setHeld(null);
    chosen.clear();
  };
  const sending = state !== null;
  const submitWord = joins
    ? texts('addToJob', { number: target.number })
    : texts(target === null ? 'upload' : 'takeFromJob');
  const { file, peek } = chosen;
  return (
    <Dialog
      width={1064}
      dismissable={!sending}
      title={
        <>
          {texts('createJob')} <span className="jb-aside ns-sm">{texts('nothingAskedYet')}</span>
        </>
      }
      onClose={onClose}
      footer={
        held === null ? (
          <>
            <Button disabled={sending} onClick={onClose}>
              {texts('cancel')}
            </Button>
            <Button kind="primary" busy={sending} onClick={() => void submit()}>
              {submitWord}
            </Button>
          </>
        ) : (
          <ReviewFoot
            job={held.job}
            busy={busy}
            onDiscard={() => void discard(held.job).then((done) => (done ? onClose() : undefined))}
            onHold={() => void end(false)}
            onStart={() => void end(true)}
          />
        )
      }
    >
      <div className="jb-two">
        <div>
          {file === null ? (
            held === null ? (
              <FileDrop
                fault={fileFault === undefined ? undefined : translate(fileFault)}
                onFile={(one) => void choose(one)}
                onSeveral={() => {
                  chosen.several();
                  callAs('');
                }}
              />
            ) : null
          ) : held !== null ? (
            <FileSent file={file} peek={peek} ms={held.ms} busy={busy} onReplace={() => void replace()} />
          ) : state !== null ? (
            <FileSending file={file} peek={peek} state={state} onStop={stop} />
          ) : (
            <FileChosen file={file} peek={peek} onRemove={chosen.clear} />
          )}
          {failure !== null && refusedField === undefined ? (
            <Refusal
              failure={failure}
              sheet={peek?.sheet ?? false}
              onClean={reading.clean ? null : () => void submit({ ...reading, clean: true })}
              onLeaveOut={() => void submit({ ...reading, skipInvalidLines: true })}
            />
          ) : null}
          {view}
        </div>
        <div>
          {joins ? null : (
            <JobFields
              focus={held !== null}
              draft={draft}
              faults={faults}
              disabled={sending}
              onChange={(change) => setDraft({ ...draft, ...change })}
            />
          )}
          <RegionSelect
            value={draft.region}
            fixed={held !== null}
            onChange={(region) => setDraft({ ...draft, region })}
          />
          {held === null ? (
            <Field
              id={targetId}
              label={texts('addTo')}
              hint={target === null ? undefined : texts(joins ? 'joinHint' : 'takeHint', { number: target.number })}
            >
              <JobPicker
                id={targetId}
                value={target}
                onChange={setTarget}
                accepts={takesNumbers}
                placeholder={texts('newJob')}
                disabled={sending}
              />
            </Field>
          ) : null}
          <span className="ns-grow" />
          {sums}
        </div>
      </div>
    </Dialog>
  );
}
