import type { JobPhone, JobPhonePage, JobPhonesFilter } from '@numscope/contracts';
import { callApi, callKey } from '@numscope/ui';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { REFRESH_MS } from './while-running.ts';

/** Rows that are asked for at once. */
const CHUNK = 200;
/** Rows of one list: beyond, a browser's tallest element ends, and there are further pages. */
export const LIST_MOST = 100_000;

/** A row of the list; `phone` is null until it is there. */
export interface ListedPhone {
  id: string;
  phone: JobPhone | null;
}

/** Which rows are in sight: `last` is not among them. */
export interface RowsInSight {
  first: number;
  last: number;
}

/** The numbers of the chunks that hold the rows in sight, and of the first one, which tells how many rows there are. */
function chunksOf({ first, last }: RowsInSight): number[] {
  const from = Math.floor(first / CHUNK);
  const to = Math.floor(Math.max(first, last - 1) / CHUNK);
  const seen = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return from === 0 ? seen : [0, ...seen];
}

/**
 * The phones of a job as one list of up to 100,000 rows, of which only those in sight are asked for. A chunk begins where
 * the one before it ended, where that is known: then nothing is lost or told twice while the job goes on.
 */
export function usePhoneList(
  job: { id: string; isRunning: boolean },
  filters: JobPhonesFilter['filters'],
  page: number,
  sight: RowsInSight,
) {
  const client = useQueryClient();
  const keyOf = (chunk: number): readonly unknown[] =>
    callKey('jobPhones', {
      params: { id: job.id },
      body: { filters, page: (page * LIST_MOST) / CHUNK + chunk, size: CHUNK },
    });
  const chunks = chunksOf(sight);
  const queries = useQueries({
    queries: chunks.map((chunk) => ({
      queryKey: keyOf(chunk),
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<JobPhonePage> => {
        const after = chunk === 0 ? null : client.getQueryData<JobPhonePage>(keyOf(chunk - 1))?.next;
        const at = typeof after === 'string' ? { after } : { page: (page * LIST_MOST) / CHUNK + chunk };
        const body = { filters, size: CHUNK, ...at };
        return callApi('jobPhones', { params: { id: job.id }, body }, { signal, quiet: true });
      },
      refetchInterval: job.isRunning ? REFRESH_MS : (false as const),
    })),
  });
  const total = queries[0]?.data?.totalElements;
  const count = total === undefined ? 0 : Math.max(0, Math.min(LIST_MOST, total - page * LIST_MOST));
  const awaited = useMemo(
    () => Array.from({ length: count }, (_, i): ListedPhone => ({ id: `#${i}`, phone: null })),
    [count],
  );
  const rows = awaited.slice();
  chunks.forEach((chunk, i) => {
    queries[i]?.data?.content.forEach((phone, at) => {
      const row = chunk * CHUNK + at;
      if (row < count) rows[row] = { id: phone.phone, phone };
    });
  });
  const failed = queries.filter(({ error }) => error !== null);
  // An error of rows that were never loaded goes first: the others still show old ones.
  const worst = failed.find(({ data }) => data === undefined) ?? failed[0];
  return {
    /** Undefined until the first answer. */
    total,
    rows,
    error: worst?.error ?? null,
    /** The rows of which `error` tells are there, as they were. */
    isOld: worst?.data !== undefined,
    retry: () => failed.forEach((query) => void query.refetch()),
  };
}
