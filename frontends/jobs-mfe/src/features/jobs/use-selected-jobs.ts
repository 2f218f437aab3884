import type { Job } from '@numscope/contracts';
import { callApi, callKey } from '@numscope/ui';
import { useQueries } from '@tanstack/react-query';

/**
 * The selected jobs as they are now: those of other pages are asked for one by one, since what can be done to a job
 * depends on its status.
 * @param numbers of the selected jobs
 * @param rows the page that shows
 */
export function useSelectedJobs(numbers: ReadonlySet<string>, rows: readonly Job[]): Job[] {
  const here = rows.filter((job) => numbers.has(String(job.number)));
  const elsewhere = [...numbers].filter((number) => !here.some((job) => String(job.number) === number));
  const asked = useQueries({
    queries: elsewhere.map((number) => {
      const input = { params: { number } };
      return {
        queryKey: callKey('getJob', input),
        queryFn: ({ signal }: { signal: AbortSignal }) => callApi('getJob', input, { signal, quiet: true }),
      };
    }),
  });
  return [...here, ...asked.flatMap(({ data }) => (data === undefined || data.status === 'DELETED' ? [] : [data]))];
}
