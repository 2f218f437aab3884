import type { Job } from '@numscope/contracts';
import { type CallInput } from '@numscope/client';
import { callKey, useRealtime } from '@numscope/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keepJob, showingJobs } from '../actions/keep-job.ts';

const RELOAD_AFTER_MS = 400;

/** The jobs that run now, for the line above the list. */
export const runningInput = {
  body: { page: 0, size: 100, status: ['IN_PROGRESS'] },
} as const satisfies CallInput<'searchJobs'>;

/** What this caller may do stands in its own answer; the many messages of progress do not change it. */
const keepActions = (old: Job, news: Job): Job => ({ ...news, actions: old.actions });

/** Asks again for what has one of these keys, at most once in a while however often it is wanted. */
function useReload(...keys: ReadonlyArray<readonly unknown[]>): () => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const plan = (): void => void (timer.current = setTimeout(ask, RELOAD_AFTER_MS));
  const ask = (): void => {
    // What is on its way comes first: given up each time that something changes, on a slow line none would ever be there.
    if (keys.some((queryKey) => client.isFetching({ queryKey }) > 0)) return plan();
    timer.current = undefined;
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  };
  return () => {
    if (timer.current === undefined) plan();
  };
}

/**
 * Puts the server's news of jobs into what is shown, row by row, so that nothing moves and nothing is loaded again for
 * a number. Only a job that is new or gone loads the list again, and one that changed while an answer was on its way,
 * which may be from before and would stay on the screen.
 */
export function useLiveJobs(): void {
  const client = useQueryClient();
  const reload = useReload(callKey('searchJobs'));
  const reloadAll = useReload(...showingJobs.map((call) => callKey(call)));
  const reloadRunning = useReload(callKey('searchJobs', runningInput));
  const isAsked = (): boolean => showingJobs.some((call) => client.isFetching({ queryKey: callKey(call) }) > 0);
  useRealtime((message) => {
    if (message.type === 'ready') reloadAll();
    if (message.type === 'job.deleted') reload();
    if (message.type !== 'job.progress' && message.type !== 'job.updated') return;
    const updated = message.type === 'job.updated';
    const known = updated ? keepJob(client, message.data) : keepJob(client, message.data, keepActions);
    if (!updated) return;
    const isSubTask = message.data.parentNumber !== null;
    if (!isSubTask) {
      void client.invalidateQueries({ queryKey: callKey('jobProgress') });
      void client.invalidateQueries({ queryKey: callKey('jobPhones', { params: { id: message.data.id }, body: {} }) });
    }
    if (isAsked()) reloadAll();
    else if (!isSubTask && known) reloadRunning();
    else if (!isSubTask) reload();
  });
}
