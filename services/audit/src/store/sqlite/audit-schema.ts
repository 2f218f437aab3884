/**
 * Every index carries what the other filters ask, so that a count reads no entry. `entry_text` finds entries by any
 * three letters in a row of details and arguments; it keeps no text of its own, so hits are checked on the entry.
 * `head` is one row; the chain begins behind its place `begins`. Entries before that are going. Entries from before users were told by their ids have none.
 */
export const auditMigrations = [
  `CREATE TABLE entry (
     seq INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     action_type TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     username TEXT NOT NULL COLLATE NOCASE,
     ip TEXT NOT NULL,
     details TEXT NOT NULL,
     args TEXT NOT NULL,
     outcome TEXT NOT NULL,
     hash TEXT NOT NULL
   ) STRICT;
   CREATE INDEX entry_time ON entry (created_at, seq, action_type, username, ip);
   CREATE INDEX entry_user ON entry (username, created_at, seq, action_type, ip);
   CREATE INDEX entry_type ON entry (action_type, created_at, seq, username, ip);
   CREATE INDEX entry_ip ON entry (ip, created_at, seq, action_type, username);
   CREATE INDEX entry_details ON entry (details, created_at, seq, action_type, username, ip);
   CREATE INDEX entry_outcome ON entry (outcome, created_at, seq, action_type, username, ip);
   CREATE VIRTUAL TABLE entry_text USING fts5(text, tokenize = 'trigram', content = '', detail = 'none', columnsize = 0);
   CREATE VIRTUAL TABLE entry_trigram USING fts5vocab('entry_text', 'row');
   CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), entries INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
   INSERT INTO head VALUES (1, 0, '${'0'.repeat(64)}');`,
  `ALTER TABLE entry ADD COLUMN user_id TEXT;
   CREATE INDEX entry_user_id ON entry (user_id, created_at, seq, action_type, ip) WHERE user_id IS NOT NULL;`,
  `ALTER TABLE head ADD COLUMN begins INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE head ADD COLUMN begins_hash TEXT NOT NULL DEFAULT '${'0'.repeat(64)}';
   CREATE TABLE checkpoint (number INTEGER PRIMARY KEY, at INTEGER NOT NULL, json TEXT NOT NULL) STRICT;
   CREATE INDEX checkpoint_at ON checkpoint (at);
   CREATE TABLE last_check (one INTEGER PRIMARY KEY CHECK (one = 1), json TEXT NOT NULL) STRICT;
   CREATE TABLE turn (day TEXT PRIMARY KEY) STRICT;`,
  'CREATE TABLE retention (one INTEGER PRIMARY KEY CHECK (one = 1), days INTEGER) STRICT;',
  'CREATE TABLE place (name TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT;',
  'CREATE TABLE checking (one INTEGER PRIMARY KEY CHECK (one = 1), json TEXT NOT NULL) STRICT;',
] as const;
