import { outboxSchema } from '@numscope/adapters/sqlite';

/**
 * The index carries job and pass, so that looking for the answer of one pass never reads the rows of a long history.
 */
export const sourceMigrations = [
  `CREATE TABLE observation (
     id TEXT NOT NULL,
     phone TEXT NOT NULL,
     source TEXT NOT NULL,
     account TEXT,
     at INTEGER NOT NULL,
     status TEXT NOT NULL,
     message TEXT,
     fields TEXT,
     raw TEXT,
     job INTEGER NOT NULL,
     pass INTEGER NOT NULL,
     run INTEGER NOT NULL
   );
   CREATE INDEX observation_of ON observation (phone, source, at, job, pass, status);
   CREATE TABLE calls (
     source TEXT NOT NULL,
     account TEXT NOT NULL,
     day TEXT NOT NULL,
     calls INTEGER NOT NULL,
     PRIMARY KEY (source, account, day)
   ) WITHOUT ROWID;
   CREATE TABLE paused (source TEXT PRIMARY KEY, by TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE job (id TEXT PRIMARY KEY, run INTEGER NOT NULL, status TEXT NOT NULL) WITHOUT ROWID;
   ${outboxSchema}`,
  'ALTER TABLE observation ADD COLUMN observed_at INTEGER',
  `ALTER TABLE observation ADD COLUMN cost REAL`,
  `CREATE TABLE submission (
     source TEXT NOT NULL,
     phone TEXT NOT NULL,
     id TEXT NOT NULL,
     size INTEGER NOT NULL,
     account TEXT NOT NULL,
     at INTEGER NOT NULL,
     poll_values TEXT NOT NULL,
     cost REAL,
     PRIMARY KEY (phone, source)
   ) WITHOUT ROWID`,
  'ALTER TABLE paused ADD COLUMN why TEXT',
  `CREATE TABLE statistics (
     source TEXT NOT NULL,
     span TEXT NOT NULL,
     at INTEGER NOT NULL,
     country TEXT NOT NULL,
     found INTEGER NOT NULL,
     empty INTEGER NOT NULL,
     failed INTEGER NOT NULL,
     fresh INTEGER NOT NULL,
     micros INTEGER NOT NULL,
     PRIMARY KEY (source, span, at, country)
   ) WITHOUT ROWID;
   CREATE TABLE counted_request (id TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;`,
  `CREATE TABLE listed_number (
     entry TEXT PRIMARY KEY,
     reason TEXT NOT NULL,
     by TEXT NOT NULL,
     at INTEGER NOT NULL,
     folded TEXT NOT NULL
   ) WITHOUT ROWID`,
  `CREATE TABLE erased (digest TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID`,
  `CREATE TABLE told_state (source TEXT PRIMARY KEY, state TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID`,
  // By their age, for the retention.
  'CREATE INDEX observation_at ON observation (at)',
  // `seq` is the order of a key: it only grows, also when rows were deleted.
  `CREATE TABLE webhook (id TEXT PRIMARY KEY, at INTEGER NOT NULL, record TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE delivery (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     webhook TEXT NOT NULL,
     event TEXT NOT NULL,
     type TEXT NOT NULL,
     key TEXT NOT NULL,
     json TEXT NOT NULL,
     state TEXT NOT NULL,
     attempts INTEGER NOT NULL,
     queued_at INTEGER NOT NULL,
     next_at INTEGER NOT NULL,
     last_at INTEGER,
     status INTEGER,
     reason TEXT
   );
   CREATE UNIQUE INDEX delivery_of_event ON delivery (webhook, event);
   CREATE INDEX delivery_due ON delivery (webhook, next_at, seq) WHERE state = 'PENDING';
   CREATE INDEX delivery_of_key ON delivery (webhook, type, key, seq) WHERE state = 'PENDING';
   CREATE INDEX delivery_shown ON delivery (webhook, state, seq);
   CREATE INDEX delivery_about ON delivery (key, type);
   CREATE INDEX delivery_over ON delivery (state, last_at) WHERE state <> 'PENDING';`,
  // By when they are due; by source to be counted; by phone to be deleted.
  `CREATE TABLE due_photos (
     id TEXT PRIMARY KEY,
     phone TEXT NOT NULL,
     source TEXT NOT NULL,
     account TEXT,
     job TEXT NOT NULL,
     run INTEGER NOT NULL,
     answered_at INTEGER NOT NULL,
     photos TEXT NOT NULL,
     total INTEGER NOT NULL,
     lost INTEGER NOT NULL,
     tries INTEGER NOT NULL,
     due_at INTEGER
   ) WITHOUT ROWID;
   CREATE INDEX due_photos_at ON due_photos (due_at);
   CREATE INDEX due_photos_source ON due_photos (source, due_at);
   CREATE INDEX due_photos_phone ON due_photos (phone);`,
] as const;
