import type { CallAnswer, CallInput, PagedCallName, SendOptions } from './call-types.ts';
import { ApiFailure } from './api-failure.ts';
import type { Client } from './client.ts';
import { LONGEST_MS, pause } from './pause.ts';

type Item<N extends PagedCallName> = CallAnswer<N> extends { content: Array<infer One> } ? One : never;

interface Page {
  content: unknown[];
  totalPages: number;
}

/** A page that is asked for too early is asked for again so often, and where the server names no long pause. */
const TRIES = 10;

/** Makes a call again for as long as the server says when (429 and 503 with Retry-After): a page only reads. */
async function retryWhileAway<T>(call: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiFailure) || ![429, 503].includes(error.status) || attempt === TRIES) throw error;
      const { retryAfterMs } = error;
      if (retryAfterMs === undefined || retryAfterMs > LONGEST_MS) throw error;
      await pause(retryAfterMs, signal);
    }
}

/**
 * Every item of a call that answers by pages, page by page as they are read.
 * @example for await (const job of pagesOf(client, 'searchJobs', (page) => ({ body: { page, size: 100 } })))
 * A page that the server will not give yet (429 or 503 with Retry-After) is waited for.
 * @throws ApiFailure
 */
export async function* pagesOf<N extends PagedCallName>(
  client: Client,
  name: N,
  inputOf: (page: number) => CallInput<N>,
  options: SendOptions = {},
): AsyncGenerator<Item<N>> {
  for (let page = 0, pages = 1; page < pages; page++) {
    const answer = (await retryWhileAway(() => client.call(name, inputOf(page), options), options.signal)) as Page;
    yield* answer.content as Item<N>[];
    pages = answer.totalPages;
  }
}
