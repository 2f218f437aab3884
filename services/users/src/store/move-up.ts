import { column, type DatabaseSync } from '@numscope/adapters/sqlite';
import { type MovingService, tableRows } from '@numscope/adapters/moving-up';
import { openUsers, toDocument } from './mongo/user-documents.ts';
import { readUser } from './sqlite/user-row.ts';
import { userMigrations } from './sqlite/user-schema.ts';

/** Users with what their passwords and codes are checked by; none of them is the first that a start would make. */
export const movingUsers: MovingService = {
  file: 'users.sqlite',
  migrations: userMigrations,
  prepare: async (connection) => void (await openUsers(connection)),
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

/** Whether a second factor's secret can be read by none who lacks the file of `SECOND_FACTOR_KEY`. */
export const hasSealedSecrets = (db: DatabaseSync): boolean =>
  db.prepare(`SELECT 1 FROM user WHERE factor_secret LIKE 'sealed:%' LIMIT 1`).get() !== undefined;
