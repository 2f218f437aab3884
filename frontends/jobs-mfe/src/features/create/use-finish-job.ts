import { type Job, messages } from '@numscope/contracts';
import { callApi, callKey, navigate, notify, pageField, writeQuery } from '@numscope/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changesOf, type JobDraft } from '../../domain/job-draft.ts';
import { keepJob } from '../actions/keep-job.ts';

/** A new, changed or merged job shows on the first page of the list, which loads again. */
export function useFirstPage(): () => void {
  const client = useQueryClient();
  return () => {
    navigate(location.pathname + writeQuery({ page: pageField }, location.search, { page: 0 }), { replace: true });
    void client.invalidateQueries({ queryKey: callKey('searchJobs') });
  };
}

/** Ends the making of a held job: with what was changed meanwhile it is started, left on hold, or thrown away. */
export function useFinishJob() {
  const client = useQueryClient();
  const toFirstPage = useFirstPage();
  const [busy, setBusy] = useState(false);
  const during = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    try {
      await work();
      return true;
    } catch {
      // The failure has been shown as a toast.
      return false;
    } finally {
      setBusy(false);
    }
  };
  const finish = (job: Job, draft: JobDraft, start: boolean): Promise<boolean> =>
    during(async () => {
      const params = { number: String(job.number) };
      const changes = changesOf(job, draft);
      if (changes !== null) keepJob(client, await callApi('updateJob', { params, body: changes }));
      if (start) keepJob(client, await callApi('setJobStatus', { params: { ...params, jobStatus: 'IN_PROGRESS' } }));
      notify('success', start ? messages.jobQueued : messages.jobCreated, messages.createJobTitle);
      toFirstPage();
    });
  const discard = (job: Job): Promise<boolean> =>
    during(async () => {
      await callApi('setJobStatus', { params: { number: String(job.number), jobStatus: 'DELETED' } });
      toFirstPage();
    });
  return { finish, discard, busy };
}
