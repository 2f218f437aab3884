import { toPage } from '@numscope/contracts/to-page';
import type { IndexHits, IndexQuery } from '@numscope/platform';
import type { TextsAround } from '../store/profile-store.port.ts';

/**
 * What stands around the content of a page of profiles as JSON. Profiles are kept as the very bytes that callers get:
 * they go from the store to the caller without being parsed and printed again, which costs more than finding them.
 */
export function aroundContent(
  { total, totalIsLowerBound }: Omit<IndexHits, 'phones'>,
  { offset, limit }: Pick<IndexQuery, 'offset' | 'limit'>,
): TextsAround {
  const { content: _content, ...page } = toPage([], total, { page: offset / limit, size: limit });
  const told = totalIsLowerBound ? { ...page, totalIsLowerBound } : page;
  return ['{"content":', `,${JSON.stringify(told).slice(1)}`];
}
