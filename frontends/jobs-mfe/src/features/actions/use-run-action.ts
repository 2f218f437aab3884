import { type Job, type StatusAction, statusOfAction } from '@numscope/contracts';
import { callApi, callKey, notify, offerUndo, undoOf } from '@numscope/ui';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { doneWord } from './action-words.tsx';
import { keepJob } from './keep-job.ts';

interface Many {
  /** Told after each job how many were tried. */
  onTried: (count: number) => void;
  /** Asked before each job. */
  isStopped: () => boolean;
}

/**
 * Does actions on jobs and shows their outcome at once.
 * `act` answers whether it was done, `actAll` with which jobs it was, which it leaves to the caller to tell; a refusal has been
 * shown by then.
 */
export function useRunAction() {
  const client = useQueryClient();
  const [running, setRunning] = useState(0);
  const act = useCallback(
    async (action: StatusAction | 'RETRY', job: Job): Promise<boolean> => {
      setRunning((count) => count + 1);
      try {
        await send(client, action, job);
        const undo = undoOf(action, job);
        if (undo !== null) offerUndo(doneWord(action, job), () => void takeBack(client, undo, [job]));
        else notify('success', doneWord(action, job));
        return true;
      } catch {
        return false;
      } finally {
        setRunning((count) => count - 1);
        askAnew(client);
      }
    },
    [client],
  );
  const actAll = useCallback(
    async (action: StatusAction, jobs: readonly Job[], many?: Many): Promise<Job[]> => {
      setRunning((count) => count + 1);
      const done: Job[] = [];
      for (const [at, job] of jobs.entries()) {
        if (many?.isStopped() === true) break;
        const isDone = await send(client, action, job).then(
          () => true,
          () => false,
        );
        if (isDone) done.push(job);
        many?.onTried(at + 1);
      }
      setRunning((count) => count - 1);
      // Once: after each of many it would be as many times as many calls.
      askAnew(client);
      return done;
    },
    [client],
  );
  return { act, actAll, busy: running > 0 };
}

async function send(client: QueryClient, action: StatusAction | 'RETRY', job: Job): Promise<void> {
  const number = String(job.number);
  const news =
    action === 'RETRY'
      ? await callApi('retryFailed', { params: { number } })
      : await callApi('setJobStatus', { params: { number, jobStatus: statusOfAction[action] } });
  if (action === 'DELETE') client.removeQueries({ queryKey: callKey('getJob', { params: { number } }) });
  else keepJob(client, news);
}

function askAnew(client: QueryClient): void {
  for (const call of ['searchJobs', 'getJob', 'jobPhones', 'jobSources', 'jobProgress'] as const)
    void client.invalidateQueries({ queryKey: callKey(call) });
}

/** Takes back what was done to jobs, and says so; a refusal is shown by the call. */
export async function takeBack(client: QueryClient, undo: StatusAction, jobs: readonly Job[]): Promise<void> {
  for (const job of jobs)
    try {
      await send(client, undo, job);
      notify('success', doneWord(undo, job));
    } catch {
      // The call has said why.
    }
  askAnew(client);
}
