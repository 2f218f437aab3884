import type { UserSearch, userSortFields } from '@numscope/contracts';

export type UserSortField = Exclude<(typeof userSortFields)[number], 'username'>;

export interface UserSort {
  field: UserSortField;
  direction: 'ASC' | 'DESC';
}

/** Sorts by user name, ascending, unless said. `username` is `userName` too. */
export function readUserSort(sort: UserSearch['sort']): UserSort {
  if (!sort) return { field: 'userName', direction: 'ASC' };
  return { field: sort.field === 'username' ? 'userName' : sort.field, direction: sort.direction };
}
