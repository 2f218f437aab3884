import type { IndexSort } from '@numscope/platform';

/** By a key that each document has, other than its phone, which its id tells. */
export const sortKeys = ['name', 'timestamp', 'confidence'] as const;
export type SortKey = (typeof sortKeys)[number];

export interface KeySort {
  field: SortKey;
  direction: IndexSort['direction'];
}

/** Each is an index of `docs`, read forwards or backwards. */
export const orderOf = ({ field, direction }: KeySort): string => `d.${field} ${direction}, d.id ${direction}`;
