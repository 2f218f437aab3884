import { limits } from '@numscope/contracts';
import type { IndexConditions, IndexHits, IndexMatch, IndexQuery, SearchIndex } from '@numscope/platform';
import { imageTerm } from '../search/terms.ts';

const AT_ONCE = 8;

interface PicturesPage extends Pick<IndexQuery, 'offset' | 'limit' | 'countUpTo'> {
  /** Ids of pictures, the one that counts most first. */
  pictures: readonly string[];
  /** DESC: who has the first of the pictures comes first. */
  direction: 'ASC' | 'DESC';
}

/** The hits by the first of the pictures that each has; at the end those that have none of them. */
function groupsOf(conditions: IndexConditions, pictures: readonly string[]): IndexConditions[] {
  const { must, not = [] } = conditions;
  const matches = [...new Set(pictures.map(imageTerm))].map((term): IndexMatch => ({
    field: 'image',
    all: [term],
    prefix: false,
  }));
  const having = matches.map((match, n) => ({
    ...conditions,
    must: [...must, [match]],
    not: [...not, ...matches.slice(0, n)],
  }));
  return [...having, { ...conditions, not: [...not, ...matches] }];
}

/**
 * One page of hits in the order of pictures, as a search by picture has it: an index knows no such order, so it is asked
 * for the hits of one picture after the other until the page is full. What is equal is in order of phones, in the same
 * direction.
 */
export async function hitsByPictures(
  index: SearchIndex,
  conditions: IndexConditions,
  { pictures, direction, offset, limit, countUpTo }: PicturesPage,
): Promise<IndexHits> {
  const totals = await index.search({ ...conditions, offset: 0, limit: 0, countUpTo });
  const end = Math.min(offset + limit, totals.total);
  const groups = groupsOf(conditions, pictures);
  if (direction === 'ASC') groups.reverse();
  const phones: string[] = [];
  /** Hits of the groups before. */
  let before = 0;
  for (let at = 0; at < groups.length && before < end; at += AT_ONCE) {
    const page = {
      sort: { field: 'phone', direction },
      offset: 0,
      limit: end - before,
      countUpTo: limits.exactSearchHits,
    } as const;
    const found = await Promise.all(groups.slice(at, at + AT_ONCE).map((group) => index.search({ ...group, ...page })));
    for (const hits of found) {
      phones.push(...hits.phones.slice(Math.max(0, offset - before)));
      before += hits.total;
    }
  }
  return { ...totals, phones: phones.slice(0, limit) };
}
