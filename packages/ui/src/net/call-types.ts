import type { CallName, calls } from '@numscope/contracts';
import type * as z from 'zod';

type Definition<N extends CallName> = (typeof calls)[N];
type Part<N extends CallName, K extends string> =
  Definition<N> extends Record<K, infer S extends z.ZodType> ? z.input<S> : never;

/** Only the parts that a call has: path parameters, query, body. */
export type CallInput<N extends CallName> = (Definition<N> extends { params: z.ZodType }
  ? { params: Part<N, 'params'> }
  : object) &
  (Definition<N> extends { query: z.ZodType } ? { query?: Part<N, 'query'> } : object) &
  (Definition<N> extends { body: z.ZodType } ? { body: Part<N, 'body'> } : object);

export type CallAnswer<N extends CallName> =
  Definition<N> extends { answer: infer S extends z.ZodType } ? z.output<S> : never;

export interface CallOptions {
  signal?: AbortSignal;
  /** No toast: the caller shows the failure itself. */
  quiet?: boolean;
}
