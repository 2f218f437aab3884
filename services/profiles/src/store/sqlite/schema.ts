import { outboxSchema } from '@numscope/adapters/sqlite';

/**
 * `phone` is the number's digits as an integer: at most 15 of them, so that neighbours lie side by side and a key takes
 * eight bytes. `looked_up` has the numbers without profile, for the statistics; `index_work` what the index must still
 * be told, with the events that wait for it.
 */
export const migrations = [
  `CREATE TABLE profiles (
     phone INTEGER PRIMARY KEY,
     id TEXT NOT NULL,
     revision INTEGER NOT NULL,
     created INTEGER NOT NULL,
     country TEXT NOT NULL,
     jobs TEXT NOT NULL,
     profile TEXT NOT NULL,
     observations TEXT NOT NULL
   );
   CREATE TABLE images (image TEXT NOT NULL, phone INTEGER NOT NULL, PRIMARY KEY (image, phone)) WITHOUT ROWID;
   CREATE TABLE looked_up (phone INTEGER PRIMARY KEY, country TEXT NOT NULL);
   CREATE TABLE countries (country TEXT PRIMARY KEY, phones INTEGER NOT NULL, profiles INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE index_work (id INTEGER PRIMARY KEY AUTOINCREMENT, upserts TEXT NOT NULL, removals TEXT NOT NULL, events TEXT NOT NULL);
   CREATE TABLE saved_searches (id TEXT PRIMARY KEY, user_name TEXT NOT NULL, name TEXT NOT NULL, filter TEXT NOT NULL, created INTEGER NOT NULL);
   CREATE INDEX saved_searches_of_user ON saved_searches (user_name, name);
   CREATE TABLE merged_jobs (source_id TEXT PRIMARY KEY, source_number INTEGER NOT NULL, target_id TEXT NOT NULL, target_number INTEGER NOT NULL);
   CREATE TABLE rules (one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL);
   ${outboxSchema};`,
  // Searches that were kept before there were ids here have none until their user comes.
  `ALTER TABLE saved_searches ADD COLUMN user_id TEXT;
   DROP INDEX saved_searches_of_user;
   CREATE INDEX saved_searches_of_user ON saved_searches (user_id, name);
   CREATE INDEX saved_searches_of_name ON saved_searches (user_name) WHERE user_id IS NULL;`,
  // From here on profiles are kept without what is empty, which a version before would not read.
  `SELECT 1`,
  `CREATE TABLE imports (id TEXT PRIMARY KEY, state TEXT NOT NULL, record TEXT NOT NULL) WITHOUT ROWID;
   CREATE INDEX imports_of_state ON imports (state) WHERE state IN ('READING', 'APPLYING');
   CREATE TABLE import_parts (import TEXT NOT NULL, part INTEGER NOT NULL, profiles TEXT NOT NULL, PRIMARY KEY (import, part));`,
  `ALTER TABLE profiles ADD COLUMN verdicts TEXT;
   CREATE TABLE verdicts (
     source TEXT NOT NULL,
     span TEXT NOT NULL,
     at INTEGER NOT NULL,
     country TEXT NOT NULL,
     agreed INTEGER NOT NULL,
     contradicted INTEGER NOT NULL,
     PRIMARY KEY (source, span, at, country)
   ) WITHOUT ROWID;`,
  // The lower number of the two first.
  `CREATE TABLE same_face (
     id TEXT PRIMARY KEY,
     low INTEGER NOT NULL,
     high INTEGER NOT NULL,
     verdict TEXT,
     said_by TEXT NOT NULL,
     at INTEGER NOT NULL
   ) WITHOUT ROWID;
   CREATE INDEX same_face_pair ON same_face (low, high, at);
   CREATE INDEX same_face_high ON same_face (high);`,
  `CREATE TABLE erasures (id TEXT PRIMARY KEY, finished_at INTEGER, record TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE erased (digest TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;`,
  // When the oldest of its observations was made; null in profiles of before, until they are looked at.
  `ALTER TABLE profiles ADD COLUMN oldest INTEGER;
   CREATE INDEX profiles_oldest ON profiles (oldest);
   CREATE TABLE retention (one INTEGER PRIMARY KEY CHECK (one = 1), record TEXT NOT NULL);`,
  // The number of the fields that the profile's text has all of; null where it lacks what is empty.
  `ALTER TABLE profiles ADD COLUMN fields INTEGER`,
  // Numbers whose profiles were removed: from when on what is found out counts, and until when this is remembered.
  `CREATE TABLE removed (phone INTEGER PRIMARY KEY, id TEXT NOT NULL, revision INTEGER NOT NULL, at INTEGER NOT NULL, until INTEGER NOT NULL);
   CREATE INDEX removed_until ON removed (until)`,
  `CREATE TABLE noted_index (one INTEGER PRIMARY KEY CHECK (one = 1), identity TEXT NOT NULL)`,
  // From here on a profile that the numbering plan alone gives has no text (kept-profile.ts), which a version before would not read.
  `SELECT 1`,
];
