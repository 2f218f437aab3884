import type { CallName } from '@numscope/contracts';
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  type UseMutationResult,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import { callApi, type CallOptions } from './call-api.ts';
import { ApiFailure, type CallAnswer, type CallInput } from '@numscope/client';
import { again, isPassing } from './heal-queries.ts';

export interface UseCallOptions extends Pick<CallOptions, 'quiet'> {
  enabled?: boolean;
  /** Milliseconds between refreshes; absent: none. */
  every?: number;
  /** Show the old rows while new ones load. Default true. */
  keep?: boolean;
}

/** The key under which a call's answer is kept; `[name]` alone means all of them. */
export const callKey = <N extends CallName>(name: N, input?: CallInput<N>): readonly unknown[] =>
  input === undefined ? [name] : [name, input];

/** One reading call as a query: key, fetcher and options in one place. */
export function useCall<N extends CallName>(
  name: N,
  input: CallInput<N>,
  options: UseCallOptions = {},
): UseQueryResult<CallAnswer<N>> {
  return useQuery({
    queryKey: callKey(name, input),
    queryFn: ({ signal, meta }) => callApi(name, input, { signal, quiet: (options.quiet ?? false) || meta === again }),
    enabled: options.enabled ?? true,
    // What failed for a reason that passes is asked again sooner than that.
    refetchInterval: ({ state }) => (isPassing(state.error) ? false : (options.every ?? false)),
    ...(options.keep === false ? {} : { placeholderData: keepPreviousData as never }),
  }) as UseQueryResult<CallAnswer<N>>;
}

export interface UseActionOptions<N extends CallName> extends Pick<CallOptions, 'quiet'> {
  /** Calls whose kept answers are stale after this one. */
  invalidates?: readonly CallName[];
  onSuccess?: (answer: CallAnswer<N>, input: CallInput<N>) => void;
}

const loadAgain = (client: QueryClient, calls: readonly CallName[] = []): Promise<unknown> =>
  Promise.all(calls.map((stale) => client.invalidateQueries({ queryKey: callKey(stale) })));

/** One changing call, with what it makes stale. */
export function useAction<N extends CallName>(
  name: N,
  options: UseActionOptions<N> = {},
): UseMutationResult<CallAnswer<N>, Error, CallInput<N>> {
  return useMutation<CallAnswer<N>, Error, CallInput<N>>({
    mutationFn: (input) => callApi(name, input, { quiet: options.quiet ?? false }),
    onSuccess: async (answer, input, _result, { client }) => {
      await loadAgain(client, options.invalidates);
      options.onSuccess?.(answer, input);
    },
    onError: (error, _input, _result, { client }) => {
      // Somebody else was first: what is shown is from before that. A form that says so itself stays as it is, with what was typed.
      const isLate = error instanceof ApiFailure && [404, 409].includes(error.status);
      if (isLate && options.quiet !== true) void loadAgain(client, options.invalidates);
    },
  });
}
