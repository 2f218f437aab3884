import type { IndexHits, IndexQuery, IndexSort } from '@numscope/platform';
import { phoneOfId } from '../../phone-order.ts';
import type { IdPage, Order, PageRequest } from './index-reader.ts';
import { expressionOf, matchOf } from './match-expression.ts';

/** An order as the index reader knows it: of terms it knows what they match. */
function orderOf(sort: IndexSort): Order {
  if (sort.field !== 'image') return sort;
  const matches = sort.terms.map((term) => matchOf({ field: 'image', all: [term], prefix: false }));
  return { field: 'image', matches, direction: sort.direction };
}

/** A query as the index reader takes it. */
export const pageRequestOf = ({ must, should, not = [], sort, ...page }: IndexQuery): PageRequest => ({
  ...page,
  expression: expressionOf({ must, should, not }),
  ...(sort ? { order: orderOf(sort) } : {}),
});

/** What the index reader found, by phones. */
export const hitsOf = ({ ids, ...totals }: IdPage): IndexHits => ({ phones: ids.map(phoneOfId), ...totals });
