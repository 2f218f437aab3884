import type { Job } from '@numscope/contracts';
import { useEffect, useState } from 'react';
import { callApi } from './call-api.ts';

/** Milliseconds of quiet after which what was typed is searched for. */
const PAUSE_MS = 150;

/**
 * Jobs whose name or number fits what is typed, once the typing rests. It keeps what it found last while nobody asks.
 * @param text null: nobody asks
 * @param batch how many at most
 */
export function useFoundJobs(text: string | null, batch: number): Job[] {
  const [found, setFound] = useState<Job[]>([]);
  useEffect(() => {
    if (text === null) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      callApi('findJobs', { query: { batch, skip: 0, nameOrNumber: text } }, { signal: stop.signal, quiet: true }).then(
        setFound,
        () => setFound([]),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, batch]);
  return found;
}
