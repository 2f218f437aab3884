/** `seq` is the order of a key: it only grows, also when rows were deleted. */
export const webhookTables = `
  CREATE TABLE webhook (id TEXT PRIMARY KEY, at INTEGER NOT NULL, record TEXT NOT NULL) WITHOUT ROWID;
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
  CREATE INDEX delivery_over ON delivery (state, last_at) WHERE state <> 'PENDING';
`;
