import { outboxSchema } from '@numscope/adapters/sqlite';

/**
 * `changed_at` is when others were last told that the user's tokens no longer count. `roles` and `modules` are JSON
 * arrays. Who signs in by the identity provider has an empty password hash, and is one user by issuer and subject. What begins with `factor_` is the second factor, where `factor_secret` is one; its lists stand with commas. The unique name is the arbiter of who has it: 'Bob' and 'bob' are one.
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
  `ALTER TABLE user ADD COLUMN factor_secret TEXT;
   ALTER TABLE user ADD COLUMN factor_confirmed_at INTEGER;
   ALTER TABLE user ADD COLUMN factor_used_step INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE user ADD COLUMN factor_recovery TEXT NOT NULL DEFAULT '';
   ALTER TABLE user ADD COLUMN factor_failures TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE user ADD COLUMN provider_issuer TEXT;
   ALTER TABLE user ADD COLUMN provider_subject TEXT;
   CREATE UNIQUE INDEX user_provider ON user (provider_issuer, provider_subject)`,
] as const;
