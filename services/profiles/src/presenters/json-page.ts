import type { ProfileFilter } from '@numscope/contracts';
import { toPage } from '@numscope/contracts/to-page';
import type { IndexHits } from '@numscope/platform';
import type { TextsAround } from '../store/profile-store.port.ts';

/** Which page, as its caller counts them: the last of what is paged has fewer hits than its size. */
export type PageAsked = Pick<ProfileFilter, 'page' | 'size'>;

/**
 * What stands around the content of a page of profiles as JSON. Profiles are kept as the very bytes that callers get:
 * they go from the store to the caller without being parsed and printed again, which costs more than finding them.
 */
export function aroundContent(
  { total, totalIsLowerBound }: Omit<IndexHits, 'phones'>,
  { page: number, size }: PageAsked,
): TextsAround {
  const { content: _content, ...page } = toPage([], total, { page: number, size });
  const told = totalIsLowerBound ? { ...page, totalIsLowerBound } : page;
  return ['{"content":', `,${JSON.stringify(told).slice(1)}`];
}
