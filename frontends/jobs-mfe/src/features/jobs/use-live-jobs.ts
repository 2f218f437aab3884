import type { Job } from '@numscope/contracts';
import { type CallInput } from '@numscope/client';
import { callKey, useRealtime } from '@numscope/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keepJob } from '../actions/keep-job.ts';

const RELOAD_AFTER_MS = 400;

/** The jobs that run now, for the line above the list. */
export const runningInput = {
  body: { page: 0, size: 100, status: ['IN_PROGRESS'] },
} as const satisfies CallInput<'searchJobs'>;

/** What this caller may do stands in its own answer; the many messages of progress do not change it. */
const keepActions = (old: Job, news: Job): Job => ({ ...news, actions: old.actions });

/** Asks again for something, at most once in a while however often it is wanted. */
function useReload(queryKey: readonly unknown[]): () => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey });
    }, RELOAD_AFTER_MS);
  };
}

/**
 * Puts the server's news of jobs into what is shown, row by row, so that nothing moves and nothing is loaded again for
 * a number. Only a job that is new or gone loads the list again.
 */
export function useLiveJobs(): void {
  const client = useQueryClient();
  const reload = useReload(callKey('searchJobs'));
  const reloadRunning = useReload(callKey('searchJobs', runningInput));
  useRealtime((message) => {
    if (message.type === 'job.deleted') reload();
    if (message.type !== 'job.progress' && message.type !== 'job.updated') return;
    const updated = message.type === 'job.updated';
    const known = updated ? keepJob(client, message.data) : keepJob(client, message.data, keepActions);
    if (!updated || message.data.parentNumber !== null) return;
    void client.invalidateQueries({ queryKey: callKey('jobProgress') });
    void client.invalidateQueries({ queryKey: callKey('jobPhones', { params: { id: message.data.id }, body: {} }) });
    if (known) reloadRunning();
    else reload();
  });
}
