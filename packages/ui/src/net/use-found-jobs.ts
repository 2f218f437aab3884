import { ApiFailure } from '@numscope/client';
import type { Job } from '@numscope/contracts';
import { useEffect, useState } from 'react';
import { t } from '../i18n/texts.ts';
import { callApi } from './call-api.ts';

/** Milliseconds of quiet after which what was typed is searched for. */
const PAUSE_MS = 150;

/** What is known of the text that stands now: only where it is neither searched for nor failed, no jobs means that none fits. */
export interface FoundJobs {
  jobs: readonly Job[];
  searching: boolean;
  /** Why it could not be searched for, in the reader's language. */
  failure: string | null;
}

/**
 * Jobs whose name or number fits what is typed, once the typing rests. What another text found is not given: who presses
 * Enter meanwhile would get a job that does not fit.
 * @param text null: nobody asks
 * @param batch how many at most
 */
export function useFoundJobs(text: string | null, batch: number): FoundJobs {
  const [answer, setAnswer] = useState<{ text: string; jobs: readonly Job[]; failure: string | null } | null>(null);
  useEffect(() => {
    if (text === null) return;
    const stop = new AbortController();
    const { signal } = stop;
    const search = async (): Promise<void> => {
      try {
        const query = { batch, skip: 0, nameOrNumber: text };
        const jobs = await callApi('findJobs', { query }, { signal, quiet: true });
        if (!signal.aborted) setAnswer({ text, jobs, failure: null });
      } catch (error) {
        // What was given up because another text stands says nothing.
        if (signal.aborted) return;
        setAnswer({ text, jobs: [], failure: error instanceof ApiFailure ? error.message : t('loadFailed') });
      }
    };
    const timer = setTimeout(() => void search(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, batch]);
  if (text === null) return { jobs: [], searching: false, failure: null };
  if (answer?.text !== text) return { jobs: [], searching: true, failure: null };
  return { jobs: answer.jobs, searching: false, failure: answer.failure };
}
