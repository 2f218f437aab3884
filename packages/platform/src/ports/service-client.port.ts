import type { Readable } from 'node:stream';
import type { Call } from '@numscope/contracts';
import type * as z from 'zod';

type Input<S> = S extends z.ZodType ? z.input<S> : undefined;
/** What a schema lets through; undefined where a call has none. */
export type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface CallOptions<C extends Call> {
  params?: Input<C['params']>;
  query?: Input<C['query']>;
  body?: Input<C['body']>;
  /** Raw bytes instead of a JSON body. */
  bytes?: { content: Uint8Array; contentType: string };
  /** Milliseconds; 5000 unless said. */
  timeoutMs?: number;
  /** Goes on as x-request-id. */
  requestId?: string;
  /** Gives the call up. */
  signal?: AbortSignal;
}

/**
 * Calls between our own services, with a token of their own. Faults of the other side come back as the same ApiError.
 */
export interface ServiceClient {
  call<C extends Call>(call: C, options: CallOptions<C>): Promise<Output<C['answer']>>;
  /** For answers that are streams. */
  stream<C extends Call>(
    call: C,
    options: CallOptions<C>,
  ): Promise<{ status: number; headers: Record<string, string>; body: Readable }>;
}
