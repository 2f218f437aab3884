import { tokenizer } from './tokens.ts';

/**
 * `tokens` knows which rows have which token and nothing else. `docs` has the sort keys; a row's id is its phone's
 * place in the order of phones, in both: jobs look numbers up in that order, so that new rows come side by side.
 * Segments are merged late: 500 documents then cost half as much, and a query looks into at most some dozen segments.
 */
export const indexMigrations = [
  `CREATE VIRTUAL TABLE tokens USING fts5(t, content='', contentless_delete=1, detail=none, tokenize="${tokenizer}");
   INSERT INTO tokens (tokens, rank) VALUES ('automerge', 16);
   INSERT INTO tokens (tokens, rank) VALUES ('crisismerge', 32);
   CREATE TABLE docs (id INTEGER PRIMARY KEY, revision INTEGER NOT NULL, name TEXT NOT NULL, timestamp INTEGER NOT NULL, confidence REAL NOT NULL);
   CREATE INDEX docs_by_name ON docs (name, id);
   CREATE INDEX docs_by_timestamp ON docs (timestamp, id);
   CREATE INDEX docs_by_confidence ON docs (confidence, id);
   CREATE TABLE totals (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
   INSERT INTO totals VALUES ('docs', 0);
   CREATE TABLE checked (id INTEGER PRIMARY KEY, at INTEGER NOT NULL)`,
  // How many documents were ever put, replaced or removed: what was counted at the same number is still true.
  `INSERT INTO totals VALUES ('changes', 0)`,
  // The values that documents are counted by, and which of them a document has: their numbers, parted by commas. What
  // is in the index already has none, nor terms of the newest fields: it is outdated until it is rebuilt.
  `CREATE TABLE facets (id INTEGER PRIMARY KEY, field TEXT NOT NULL, value TEXT NOT NULL, docs INTEGER NOT NULL, UNIQUE (field, value));
   CREATE INDEX facets_by_docs ON facets (field, docs DESC, value);
   ALTER TABLE docs ADD COLUMN facets TEXT;
   INSERT INTO totals VALUES ('values', 0);
   INSERT INTO totals SELECT 'outdated', EXISTS (SELECT 1 FROM docs)`,
  // Which index this is: whoever wrote to another meanwhile knows that this one was left behind.
  `CREATE TABLE identity (name TEXT NOT NULL); INSERT INTO identity (name) VALUES (lower(hex(randomblob(8))))`,
  // Which documents the last changes were of: their ids, eight bytes each, by the number of the last of a commit's changes.
  `CREATE TABLE changed (last INTEGER PRIMARY KEY, ids BLOB NOT NULL)`,
] as const;
