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

/** Calls of forms with files. */
export type FormCallName = {
  [N in CallName]: Definition<N> extends { accepts: 'multipart' } ? N : never;
}[CallName];

/** Calls whose answer is a page of many. */
export type PagedCallName = {
  [N in CallName]: CallAnswer<N> extends { content: unknown[]; totalPages: number } ? N : never;
}[CallName];

export interface SendOptions {
  signal?: AbortSignal;
  /** It goes on where its page is closed meanwhile. */
  keepalive?: boolean;
}

export interface FormOptions extends SendOptions {
  query?: Record<string, unknown>;
  /** Bytes sent so far, and of all where that is known; called often. */
  onProgress?: (sent: number, total: number) => void;
}
