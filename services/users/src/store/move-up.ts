import { column } from '@numscope/adapters/sqlite';
import { type MovingService, tableRows } from '@numscope/adapters/moving-up';
import { openUserModel, toDocument } from './mongo/user-model.ts';
import { readUser } from './sqlite/user-row.ts';
import { userMigrations } from './sqlite/user-schema.ts';

/** Users with what their passwords and codes are checked by; none of them is the first that a start would make. */
export const movingUsers: MovingService = {
  file: 'users.sqlite',
  migrations: userMigrations,
  prepare: async (connection) => void (await openUserModel(connection)),
  carryings: (db) => [
    tableRows({
      entity: 'users',
      db,
      table: 'user',
      key: 'id',
      into: 'users',
      document(row) {
        const changedAt = column.numberOrNull(row, 'changed_at');
        return { ...toDocument(readUser(row)), ...(changedAt === null ? {} : { changedAt }) };
      },
    }),
  ],
};
