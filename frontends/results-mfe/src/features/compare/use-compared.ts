import { ApiFailure } from '@numscope/client';
import type { Profile } from '@numscope/contracts';
import { callApi, callKey } from '@numscope/ui';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { isNewsOf } from '../profile/hear-of-profile.ts';
import { useProfileNews } from '../profile/use-profile-news.ts';

const keyOf = (phone: string): readonly unknown[] => callKey('getProfile', { params: { phone } });

/** The profiles of these numbers, which follow what happens to them; null where nothing is known of the number. */
export function useCompared(phones: readonly string[]) {
  const client = useQueryClient();
  const reload = (some: readonly string[]): void =>
    some.forEach((phone) => void client.invalidateQueries({ queryKey: keyOf(phone) }));
  useProfileNews((message) => reload(phones.filter((phone) => isNewsOf(phone, message))));
  const queries = useQueries({
    queries: phones.map((phone) => ({
      queryKey: keyOf(phone),
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<Profile> =>
        callApi('getProfile', { params: { phone } }, { signal, quiet: true }),
    })),
  });
  const unknown = (error: unknown): boolean => error instanceof ApiFailure && error.status === 404;
  const isReady = queries.every(({ data, error }) => data !== undefined || unknown(error));
  const failed = queries.filter(({ error }) => error !== null && !unknown(error));
  return {
    /** Undefined until each is known, or known to be unknown. What is deleted meanwhile is gone here, too. */
    data: isReady ? queries.map(({ data, error }) => (unknown(error) ? null : (data ?? null))) : undefined,
    /** An error of a profile that was never loaded goes first: the others still show what they were. */
    error: (failed.find(({ data }) => data === undefined) ?? failed[0])?.error ?? null,
    refetch: () => reload(phones),
  };
}
