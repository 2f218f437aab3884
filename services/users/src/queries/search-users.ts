import { type Page, toPage, type User, type UserSearch } from '@numscope/contracts';
import type { UsersDeps } from '../deps.ts';
import { readUserSort } from '../domain/user-sort.ts';
import { presentUser } from '../presenters/present-user.ts';

/** One page of the users whose names contain `userName`. @throws ApiError INVALID for an unknown sort field */
export async function searchUsers(search: UserSearch, { store }: UsersDeps): Promise<Page<User>> {
  const { users, total } = await store.list({
    namePart: search.userName?.trim() || null,
    sort: readUserSort(search.sort),
    offset: search.page * search.size,
    limit: search.size,
  });
  return toPage(users.map(presentUser), total, search);
}
