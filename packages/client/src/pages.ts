import type { CallAnswer, CallInput, PagedCallName, SendOptions } from './call-types.ts';
import type { Client } from './client.ts';

type Item<N extends PagedCallName> = CallAnswer<N> extends { content: Array<infer One> } ? One : never;

interface Page {
  content: unknown[];
  totalPages: number;
}

/**
 * Every item of a call that answers by pages, page by page as they are read.
 * @example for await (const job of pagesOf(client, 'searchJobs', (page) => ({ body: { page, size: 100 } })))
 * @throws ApiFailure
 */
export async function* pagesOf<N extends PagedCallName>(
  client: Client,
  name: N,
  inputOf: (page: number) => CallInput<N>,
  options: SendOptions = {},
): AsyncGenerator<Item<N>> {
  for (let page = 0, pages = 1; page < pages; page++) {
    const answer = (await client.call(name, inputOf(page), options)) as Page;
    yield* answer.content as Item<N>[];
    pages = answer.totalPages;
  }
}
