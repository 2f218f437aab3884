import { type Job, messages } from '@numscope/contracts';
import { ActionDialog, callApi, offerUndo, useSettings } from '@numscope/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changesOf, draftFaults, draftOf, formerOf } from '../../domain/job-draft.ts';
import { texts } from '../../texts/opened.ts';
import { FormFailure, JobFields } from '../create/job-fields.tsx';
import { useFirstPage } from '../create/use-finish-job.ts';
import { useSending } from '../create/use-sending.ts';
import { keepJob } from './keep-job.ts';

/** Changes name, purpose, priority and passes of a job. */
export default function UpdateDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const client = useQueryClient();
  const { requirePurpose } = useSettings();
  // The job goes on below the form, which shows it as it was when it was opened.
  const [opened] = useState(job);
  const [draft, setDraft] = useState(() => draftOf(opened));
  const [tried, setTried] = useState(false);
  const { busy, failure, send } = useSending();
  const toFirstPage = useFirstPage();
  const faults = draftFaults(draft, requirePurpose, {
    purpose: texts('purposeRequired'),
    passes: texts('passCountWrong'),
  });
  const save = async (): Promise<void> => {
    setTried(true);
    await send(async () => {
      if (Object.keys(faults).length > 0) return;
      const changes = changesOf(opened, draft);
      if (changes === null) return onClose();
      // The call wants a name: where that was not changed, the one that somebody else may have given it meanwhile.
      const body = { ...changes, name: changes.name === opened.name ? job.name : changes.name };
      const params = { number: String(job.number) };
      keepJob(client, await callApi('updateJob', { params, body }, { quiet: true }));
      const former = formerOf(job, changes);
      const undo = async (): Promise<void> => {
        keepJob(client, await callApi('updateJob', { params, body: former }));
      };
      // A refusal is shown by the call.
      offerUndo(messages.jobUpdated, () => void undo().catch(() => undefined), messages.updateJobTitle);
      toFirstPage();
      onClose();
    });
  };
  return (
    <ActionDialog
      title={texts('updateJob', { number: job.number })}
      onClose={onClose}
      action={texts('save')}
      busy={busy}
      onClick={() => void save()}
    >
      <div className="ns-form">
        <JobFields
          focus
          draft={draft}
          faults={tried ? faults : {}}
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
        <FormFailure failure={failure} />
      </div>
    </ActionDialog>
  );
}
