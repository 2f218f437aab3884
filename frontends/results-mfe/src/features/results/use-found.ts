import { limits, type Profile } from '@numscope/contracts';
import { type CallInput } from '@numscope/client';
import { callApi, callKey, type CallOptions, type Criteria, type Sorting, toFilters } from '@numscope/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { foundTotal } from '../../domain/found-total.ts';

/** The search as the server takes it. */
export const searchBody = (criteria: Criteria, sort: Sorting): CallInput<'searchProfiles'>['body'] => ({
  sort,
  filters: toFilters(criteria),
});

/** A page, of which filters it is, and how long the server took for it. */
async function timedPage(input: CallInput<'searchProfiles'>, signal: AbortSignal) {
  const asked = performance.now();
  const page = await callApi('searchProfiles', input, { signal, quiet: true });
  return { page, filters: input.body.filters, took: Math.max(1, Math.round(performance.now() - asked)) };
}

/**
 * One page of `size` profiles that were found, of how many, and how long the server took for it in milliseconds. The old page stays while
 * the next one loads.
 */
export function useFound(criteria: Criteria, page: number, size: number, sort: Sorting) {
  const { filters } = searchBody(criteria, sort);
  const input = { body: { sort, filters, page, size } };
  const query = useQuery({
    queryKey: [...callKey('searchProfiles', input), 'timed'],
    queryFn: ({ signal }) => timedPage(input, signal),
    placeholderData: keepPreviousData,
  });
  const isOfThese = query.data !== undefined && JSON.stringify(query.data.filters) === JSON.stringify(filters);
  return {
    data: query.data?.page,
    /** How many match; null until it is known of these criteria: other pages and orders of them have as many. */
    total: isOfThese ? foundTotal(query.data.page) : null,
    took: query.data?.took ?? null,
    /** `data` answers the search before this one. */
    stale: query.isPlaceholderData,
    error: query.error,
    refetch: query.refetch,
    size,
  };
}

/** Read at once: a thousand in one answer would hold the page up. */
const SLICE = 250;

interface ReadOptions extends Pick<CallOptions, 'signal' | 'quiet'> {
  /** Told after each part how many are there. */
  onRead?: (count: number) => void;
}

/** The first profiles that match, at most 1000. */
export async function firstMatches(
  criteria: Criteria,
  sort: Sorting,
  { onRead, ...options }: ReadOptions = {},
): Promise<Profile[]> {
  const found: Profile[] = [];
  for (let page = 0; page * SLICE < limits.selectedProfiles; page += 1) {
    const body = { ...searchBody(criteria, sort), page, size: SLICE };
    const { content } = await callApi('searchProfiles', { body }, options);
    found.push(...content);
    onRead?.(found.length);
    if (content.length < SLICE) break;
  }
  return found;
}
