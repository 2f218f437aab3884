import { ApiFailure } from '@numscope/client';
import type { Job } from '@numscope/contracts';
import { callApi, callKey } from '@numscope/ui';
import { useQueries } from '@tanstack/react-query';

export interface SelectedJobs {
  /** Those whose state is known. */
  jobs: Job[];
  /** How many are selected, those among them that are not known yet or could not be asked for. */
  count: number;
  /** How many could not be asked for. */
  failed: number;
  retry: () => void;
}

const isGone = (error: unknown): boolean => error instanceof ApiFailure && error.status === 404;

/**
 * The selected jobs as they are now: those of other pages are asked for one by one, since what can be done to a job
 * depends on its status.
 * @param numbers of the selected jobs
 * @param rows the page that shows
 */
export function useSelectedJobs(numbers: ReadonlySet<string>, rows: readonly Job[]): SelectedJobs {
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
  const known = asked.flatMap(({ data }) => (data === undefined || data.status === 'DELETED' ? [] : [data]));
  const unknown = asked.filter(({ data, error }) => data === undefined && !isGone(error));
  const failed = unknown.filter(({ error }) => error !== null);
  return {
    jobs: [...here, ...known],
    count: here.length + known.length + unknown.length,
    failed: failed.length,
    retry: () => failed.forEach(({ refetch }) => void refetch()),
  };
}
