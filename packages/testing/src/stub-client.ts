import { Readable } from 'node:stream';
import type { Call, CallName, calls } from '@numscope/contracts';
import { type CallOptions, nameOf, type Output, type ServiceClient } from '@numscope/platform';
import type * as z from 'zod';

type Calls = typeof calls;

/** What a prepared answer is given: parsed by the call's own schemas, as the real service would get it. */
export interface StubRequest<C extends Call> {
  params: Output<C['params']>;
  query: Output<C['query']>;
  body: Output<C['body']>;
  bytes: { content: Uint8Array; contentType: string } | undefined;
}

/** The answer of a call whose answer is a stream. */
export interface StubStream {
  status?: number;
  headers?: Record<string, string>;
  body: Uint8Array | string;
}

type StubAnswer<C extends Call> = C extends { returns: 'stream' } ? StubStream : z.input<C['answer']>;
/** Prepared answers by the call's name. Throw an `apiError` to refuse. */
export type StubHandlers = {
  [K in CallName]?: (request: StubRequest<Calls[K]>) => StubAnswer<Calls[K]> | Promise<StubAnswer<Calls[K]>>;
};

export interface RecordedCall {
  name: string;
  params: unknown;
  query: unknown;
  body: unknown;
  bytes: { content: Uint8Array; contentType: string } | undefined;
}

export interface StubClient extends ServiceClient {
  /** Every call made, oldest first. */
  readonly made: RecordedCall[];
  madeTo(name: CallName): RecordedCall[];
  /** Adds or replaces answers; `undefined` takes one away. */
  answer(handlers: StubHandlers): void;
}

/** A service client whose calls are answered by functions. What has no answer rejects: nothing reaches a network. */
export function stubClient(handlers: StubHandlers = {}): StubClient {
  const answers = new Map<string, unknown>(Object.entries(handlers));
  const made: RecordedCall[] = [];

  const ask = async (call: Call, options: CallOptions<Call>): Promise<unknown> => {
    const name = nameOf(call);
    const request: RecordedCall = {
      name,
      params: call.params?.parse(options.params),
      query: call.query?.parse(options.query ?? {}),
      body: options.bytes ? undefined : call.body?.parse(options.body),
      bytes: options.bytes,
    };
    made.push(request);
    const handler = answers.get(name);
    if (typeof handler !== 'function') throw new Error(`the test prepared no answer for the call ${name}`);
    return handler(request);
  };

  return {
    made,
    madeTo: (name) => made.filter((call) => call.name === name),
    answer: (more) => void Object.entries(more).forEach(([name, handler]) => answers.set(name, handler)),
    async call(call, options) {
      return call.answer.parse(await ask(call, options));
    },
    async stream(call, options) {
      const { status = 200, headers = {}, body } = (await ask(call, options)) as StubStream;
      return { status, headers, body: Readable.from([Buffer.from(body)]) };
    },
  } as StubClient;
}
