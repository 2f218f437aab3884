import { outboxSchema } from '@numscope/adapters/sqlite';

/** `sent_at`: last time the picture came; `times_sent` tells a picture that only one profile can refer to. */
export const imageMigrations = [
  `CREATE TABLE image (
     id TEXT PRIMARY KEY,
     state TEXT NOT NULL,
     type TEXT NOT NULL,
     width INTEGER NOT NULL,
     height INTEGER NOT NULL,
     bytes INTEGER NOT NULL,
     sent_at INTEGER NOT NULL,
     times_sent INTEGER NOT NULL,
     removing_at INTEGER,
     due_at INTEGER
   ) WITHOUT ROWID;
   CREATE INDEX image_due ON image (due_at) WHERE due_at IS NOT NULL;
   ${outboxSchema}`,
] as const;
