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
  // Which model looked at a picture ('' for none), what came of it ('' for a look under way), until when it is somebody's
  // to look at, and how often it was begun in vain.
  `ALTER TABLE image ADD COLUMN face_model TEXT NOT NULL DEFAULT '';
   ALTER TABLE image ADD COLUMN face_state TEXT NOT NULL DEFAULT '';
   ALTER TABLE image ADD COLUMN face_reason TEXT;
   ALTER TABLE image ADD COLUMN face_until INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE image ADD COLUMN face_tries INTEGER NOT NULL DEFAULT 0;
   CREATE INDEX image_looked ON image (face_model, face_state, face_until) WHERE state = 'STORED';
   CREATE INDEX image_claimed ON image (face_until) WHERE face_until > 0;
   CREATE TABLE face (
     id TEXT PRIMARY KEY,
     image_id TEXT NOT NULL REFERENCES image (id) ON DELETE CASCADE,
     model TEXT NOT NULL,
     fit INTEGER NOT NULL,
     kept_at INTEGER NOT NULL,
     seen TEXT NOT NULL,
     vector BLOB NOT NULL
   ) WITHOUT ROWID;
   CREATE INDEX face_image ON face (image_id);
   CREATE INDEX face_kept ON face (model, kept_at);`,
  // When each user's searches of the last hour were, and who agreed to which text about them.
  `CREATE TABLE face_searcher (user_id TEXT PRIMARY KEY, times TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE face_notice (
     user_id TEXT NOT NULL,
     hash TEXT NOT NULL,
     user_name TEXT NOT NULL,
     at INTEGER NOT NULL,
     PRIMARY KEY (user_id, hash)
   );`,
  // Faces that are compared, without what was seen of them, for walking through all.
  'CREATE INDEX face_fit ON face (model, id) WHERE fit = 1;',
  // A row has more than a kilobyte. In a table without row ids that is more than a page's quarter, so that each took a
  // page of its own beside: 5.3 KB a face with its picture's record, where these take 1.9.
  `CREATE TABLE face_row (
     id TEXT PRIMARY KEY,
     image_id TEXT NOT NULL REFERENCES image (id) ON DELETE CASCADE,
     model TEXT NOT NULL,
     fit INTEGER NOT NULL,
     kept_at INTEGER NOT NULL,
     seen TEXT NOT NULL,
     vector BLOB NOT NULL
   );
   INSERT INTO face_row (id, image_id, model, fit, kept_at, seen, vector)
     SELECT id, image_id, model, fit, kept_at, seen, vector FROM face;
   DROP TABLE face;
   ALTER TABLE face_row RENAME TO face;
   CREATE INDEX face_image ON face (image_id);
   CREATE INDEX face_kept ON face (model, kept_at);
   CREATE INDEX face_fit ON face (model, id) WHERE fit = 1;`,
  // A row from the commit that removes a face until the file is written anew: till then the vector stands in a free page.
  // What an earlier version removed stands there, too.
  `CREATE TABLE face_gone (mark INTEGER PRIMARY KEY);
   CREATE TRIGGER face_goes AFTER DELETE ON face WHEN NOT EXISTS (SELECT 1 FROM face_gone)
     BEGIN INSERT INTO face_gone (mark) VALUES (1); END;
   INSERT INTO face_gone (mark) SELECT 1 WHERE EXISTS (SELECT 1 FROM image);`,
] as const;
