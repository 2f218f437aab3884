import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { GatheredCalls } from './gathered-calls.ts';

type Search = estypes.SearchSearchRequestBody;
type Hits = estypes.SearchHit[];

/**
 * With two, five clients of a million faces got 320 searches a second in the place of 450; with more than four, fewer
 * share a request (docs/decisions/face-index.md).
 */
const REQUESTS = 4;
const SEARCHES_OF_ONE = 32;

/**
 * Searches of one index that share requests (`_msearch`) while several ask at once. A search that the engine refuses
 * fails alone, by the error that it would have met in a request of its own.
 */
export function gatheredSearches(
  client: Client,
  index: string,
  requestTimeout: number,
): (search: Search) => Promise<Hits> {
  const header = { index, allow_partial_search_results: false };
  const gathered = new GatheredCalls<Search, Hits>(
    async (searches) => {
      const asking = { searches: searches.flatMap((search) => [header, search]) };
      const { body, ...answer } = await client.msearch(asking, { requestTimeout, meta: true });
      return body.responses.map((one) =>
        'error' in one
          ? new errors.ResponseError({ ...answer, statusCode: one.status, body: { error: one.error } })
          : one.hits.hits,
      );
    },
    { calls: REQUESTS, questions: SEARCHES_OF_ONE },
  );
  return (search) => gathered.ask(search);
}
