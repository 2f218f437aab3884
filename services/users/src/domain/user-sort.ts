import { apiError, type Sort } from '@numscope/contracts';

export const userSortFields = ['id', 'userName', 'roles', 'modules', 'createdTimestamp', 'lastLogin'] as const;
export type UserSortField = (typeof userSortFields)[number];

export interface UserSort {
  field: UserSortField;
  direction: Sort['direction'];
}

/**
 * By user name, ascending, unless said. `username` is `userName` too.
 * @throws ApiError INVALID for a field that users do not have
 */
export function readUserSort(sort: Sort | undefined): UserSort {
  if (!sort) return { field: 'userName', direction: 'ASC' };
  const field = userSortFields.find((known) => known.toLowerCase() === sort.field.toLowerCase());
  if (!field) throw apiError('INVALID', { details: [{ field: 'sort.field', message: `must be one of ${userSortFields.join(', ')}` }] });
  return { field, direction: sort.direction };
}
