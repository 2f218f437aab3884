import { outboxSchema } from '@numscope/adapters/sqlite';

/**
 * `progress` is one row: the last revision given, and the longest session that any start of the service was told,
 * because tokens of a former, longer setting still live. `issue` is when a token was last issued to a user. Of attempts
 * to log in, `failure` and `under_way` are counted by key, `tried_user` is what they told of a name, `known_caller`
 * from where somebody has logged in. Of API keys, `owner` is a user's id or empty, and `slot` one of the places that an
 * owner has for them; lists stand with commas.
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
  `CREATE TABLE under_way (key TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (key, id)) STRICT, WITHOUT ROWID;
   CREATE TABLE tried_user (user TEXT PRIMARY KEY, named INTEGER NOT NULL, slowed_at INTEGER NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE known_caller (pair TEXT PRIMARY KEY, user TEXT NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE INDEX tried_user_at ON tried_user (at);
   CREATE INDEX known_caller_user ON known_caller (user, at);
   CREATE INDEX known_caller_at ON known_caller (at)`,
  `CREATE TABLE api_key (
     id TEXT PRIMARY KEY,
     hash TEXT NOT NULL UNIQUE,
     prefix TEXT NOT NULL,
     name TEXT NOT NULL,
     owner TEXT NOT NULL,
     slot INTEGER NOT NULL,
     created_by TEXT NOT NULL,
     role TEXT,
     modules TEXT NOT NULL,
     scopes TEXT NOT NULL,
     addresses TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     expires_at INTEGER,
     last_used_at INTEGER,
     last_used_from TEXT,
     UNIQUE (owner, slot)
   ) STRICT`,
  `CREATE TABLE session (
     id TEXT PRIMARY KEY,
     user_id TEXT NOT NULL,
     user_name TEXT NOT NULL,
     address TEXT NOT NULL,
     agent TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     expires_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX session_user ON session (user_id, created_at);
   CREATE INDEX session_expires ON session (expires_at)`,
  `ALTER TABLE session ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;
   UPDATE session SET seen_at = created_at;
   CREATE INDEX session_seen ON session (seen_at)`,
  'CREATE INDEX session_name ON session (user_name COLLATE NOCASE, created_at)',
] as const;
