import { containing } from '@numscope/adapters/mongo';
import { foldUserName } from '@numscope/contracts/account-rules';
import type { UserRecord } from '../../domain/user.ts';
import type { UserSortField } from '../../domain/user-sort.ts';
import { present, readUser, type Users } from './user-documents.ts';
import type { UserListing } from '../user-store.port.ts';

const fieldOf: Readonly<Record<UserSortField, string>> = {
  id: '_id',
  userName: 'nameKey',
  roles: 'rolesKey',
  modules: 'modulesKey',
  createdTimestamp: 'createdAt',
  lastLogin: 'lastLogin',
};

/** One page of the users, and how many there are. */
export async function listUsers(users: Users, listing: UserListing): Promise<{ users: UserRecord[]; total: number }> {
  const { namePart, sort, offset, limit } = listing;
  const filter = { ...present, ...(namePart === null ? {} : { nameKey: containing(foldUserName(namePart)) }) };
  const direction = sort.direction === 'ASC' ? 1 : -1;
  const order = new Map<string, 1 | -1>([[fieldOf[sort.field], direction]]);
  for (const field of ['nameKey', '_id']) if (!order.has(field)) order.set(field, 1);
  const [found, total] = await Promise.all([
    users.find(filter).sort(order).skip(offset).limit(limit).toArray(),
    users.countDocuments(filter),
  ]);
  return { users: found.map(readUser), total };
}
