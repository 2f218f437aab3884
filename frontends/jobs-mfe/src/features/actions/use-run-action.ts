import { type Job, type StatusAction, statusOfAction } from '@numscope/contracts';
import { callApi, callKey, notify } from '@numscope/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { doneWord } from './action-words.tsx';
import { keepJob } from './keep-job.ts';

/**
 * Does actions on jobs and shows their outcome at once.
 * `act` answers whether it was done; a refusal has been shown by then.
 */
export function useRunAction() {
  const client = useQueryClient();
  const [running, setRunning] = useState(0);
  const act = useCallback(
    async (action: StatusAction | 'RETRY', job: Job, tell = true): Promise<boolean> => {
      setRunning((count) => count + 1);
      try {
        const number = String(job.number);
        const news =
          action === 'RETRY'
            ? await callApi('retryFailed', { params: { number } })
            : await callApi('setJobStatus', { params: { number, jobStatus: statusOfAction[action] } });
        if (action === 'DELETE') client.removeQueries({ queryKey: callKey('getJob', { params: { number } }) });
        else keepJob(client, news);
        if (tell) notify('success', doneWord(action, job));
        return true;
      } catch {
        return false;
      } finally {
        setRunning((count) => count - 1);
        for (const call of ['searchJobs', 'getJob', 'jobPhones', 'jobSources'] as const)
          void client.invalidateQueries({ queryKey: callKey(call) });
      }
    },
    [client],
  );
  return { act, busy: running > 0 };
}
