import { column, type SqlRow } from '@numscope/adapters/sqlite';
import { modules, roles } from '@numscope/contracts/lists';
import type { UserRecord } from '../domain/user.ts';

/** A column that holds a JSON list of some of `values`. */
function someOf<T extends string>(row: SqlRow, name: string, values: readonly T[]): T[] {
  const parsed: unknown = JSON.parse(column.text(row, name));
  if (!Array.isArray(parsed)) throw new Error(`the column ${name} does not hold a list`);
  return parsed.map((value: unknown) => column.oneOf({ [name]: value }, name, values));
}

/** One row of the table `user`. */
export const readUser = (row: SqlRow): UserRecord => ({
  id: column.text(row, 'id'),
  userName: column.text(row, 'user_name'),
  passwordHash: column.text(row, 'password_hash'),
  roles: someOf(row, 'roles', roles),
  modules: someOf(row, 'modules', modules),
  createdAt: column.number(row, 'created_at'),
  lastLogin: column.numberOrNull(row, 'last_login'),
  revision: column.number(row, 'revision'),
});
