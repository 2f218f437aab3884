import { callApi, hasModule, isAdmin, useSession } from '@numscope/ui';
import { useEffect, useState } from 'react';
import type { Command } from './commands.ts';

const PAUSE = 150;

/** Jobs whose name or number fits what is typed; administrators only. */
export function useFoundJobs(text: string): Command[] {
  const session = useSession();
  const [found, setFound] = useState<Command[]>([]);
  const wanted = isAdmin(session) && hasModule(session, 'Profiler') ? text : '';
  useEffect(() => {
    if (wanted === '') {
      setFound([]);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      callApi(
        'findJobs',
        { query: { batch: 6, skip: 0, nameOrNumber: wanted } },
        { signal: stop.signal, quiet: true },
      ).then(
        (jobs) =>
          setFound(
            jobs.map((job) => ({
              id: job.id,
              group: 'jobs',
              label: `${job.number} ${job.name}`,
              to: `/ext/job/${job.number}`,
            })),
          ),
        () => setFound([]),
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted]);
  return found;
}
