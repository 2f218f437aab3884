/**
 * Events are kept in chunks of up to some hundred, so that a row's cost is shared. `id` grows with time, which makes
 * the oldest the first rows; `last` is the offset of a chunk's last event, so that the chunk holding an offset is one
 * step down the index.
 */
export const busMigrations = [
  `CREATE TABLE chunks (id INTEGER PRIMARY KEY, stream TEXT NOT NULL, last INTEGER NOT NULL, count INTEGER NOT NULL, at INTEGER NOT NULL, payload TEXT NOT NULL);
   CREATE UNIQUE INDEX chunks_by_offset ON chunks (stream, last);
   CREATE TABLE streams (stream TEXT PRIMARY KEY, start INTEGER NOT NULL, end INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE offsets (grp TEXT NOT NULL, stream TEXT NOT NULL, next INTEGER NOT NULL, PRIMARY KEY (grp, stream)) WITHOUT ROWID;
   CREATE TABLE dead_letters (id INTEGER PRIMARY KEY, topic TEXT NOT NULL, grp TEXT NOT NULL, reason TEXT NOT NULL, at INTEGER NOT NULL, json TEXT NOT NULL);
   CREATE TABLE checked (id INTEGER PRIMARY KEY, at INTEGER NOT NULL)`,
  // From here on payloads may be compressed, which a version before would not read.
  `SELECT 1`,
  // The name of this log: whoever keeps a place of it must not go on at the same place of another.
  `CREATE TABLE log (name TEXT NOT NULL); INSERT INTO log (name) VALUES (lower(hex(randomblob(6))))`,
  // Places of groups that were gone with their process, of which each start left some; they are not kept any more.
  `DELETE FROM offsets WHERE grp GLOB 'gateway-*'`,
] as const;
