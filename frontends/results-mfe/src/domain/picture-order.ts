import type { Sorting } from '@numscope/ui';

/** The order of results unless another is asked for. */
export const bestKnownFirst: Sorting = { field: 'confidence', direction: 'DESC' };
const mostAlikeFirst: Sorting = { field: 'images', direction: 'DESC' };

/** The order of what a search by picture found: most alike first, unless somebody has asked for another. */
export const orderWithPictures = (sort: Sorting): Sorting =>
  sort.field === bestKnownFirst.field && sort.direction === bestKnownFirst.direction ? mostAlikeFirst : sort;

/** The order when no picture is searched for any more. */
export const orderWithoutPictures = (sort: Sorting): Sorting =>
  sort.field === mostAlikeFirst.field ? bestKnownFirst : sort;
