import { outboxSchema } from '@numscope/adapters/sqlite';

/**
 * `progress` is one row: the last revision given, and the longest session that any start of the service was told, because tokens of a
 * former, longer setting still live. `issue` is when a token was last issued to a user.
 */
export const authMigrations = [
  `CREATE TABLE revocation (
     user_name TEXT PRIMARY KEY COLLATE NOCASE,
     not_before INTEGER NOT NULL,
     keep_issued_at INTEGER,
     revision INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX revocation_revision ON revocation (revision);
   CREATE TABLE progress (one INTEGER PRIMARY KEY CHECK (one = 1), revision INTEGER NOT NULL, longest_session_ms INTEGER NOT NULL) STRICT;
   INSERT INTO progress VALUES (1, 0, 0);
   CREATE TABLE failure (key TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
   CREATE INDEX failure_key ON failure (key, at);
   CREATE INDEX failure_at ON failure (at);
   ${outboxSchema}`,
  `CREATE TABLE issue (user_name TEXT PRIMARY KEY COLLATE NOCASE, at INTEGER NOT NULL) STRICT`,
] as const;
