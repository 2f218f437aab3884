import { outboxSchema } from '@numscope/adapters/sqlite';

/**
 * `changed_at` is when others were last told that the user's tokens no longer count. `roles` and `modules` are JSON
 * arrays. The unique name is the arbiter of who has it: 'Bob' and 'bob' are one.
 */
export const userMigrations = [
  `CREATE TABLE user (
     id TEXT PRIMARY KEY,
     user_name TEXT NOT NULL COLLATE NOCASE UNIQUE,
     password_hash TEXT NOT NULL,
     roles TEXT NOT NULL,
     modules TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     last_login INTEGER,
     revision INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   ${outboxSchema}`,
  `ALTER TABLE user ADD COLUMN changed_at INTEGER`,
] as const;
