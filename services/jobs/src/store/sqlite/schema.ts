import { outboxSchema } from '@numscope/adapters/sqlite';
import { settleOverlongNumbers } from './overlong-numbers.ts';

/**
 * `storage` tells whose phones are there: of an upload under way, of a job, or of nobody any more. `part` is a
 * sub-task: all phones of a job from `first` up to the next part's, with exact counts. A phone is kept as the number
 * its digits are, or as `#` and its text. `phone.pass` keeps each pass's results; a part whose `pass` is behind its
 * job's has not begun the new one.
 */
export const jobMigrations = [
  `CREATE TABLE storage (key INTEGER PRIMARY KEY AUTOINCREMENT, state TEXT NOT NULL);
   CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
   INSERT INTO counter VALUES ('number', 0);
   CREATE TABLE job (
     key INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     number INTEGER NOT NULL UNIQUE,
     name TEXT NOT NULL,
     folded TEXT NOT NULL,
     status TEXT NOT NULL,
     type TEXT NOT NULL,
     subtype TEXT NOT NULL,
     iteration INTEGER NOT NULL,
     pass INTEGER NOT NULL,
     pass_due INTEGER NOT NULL,
     pass_begun INTEGER,
     next_run_at INTEGER,
     run INTEGER NOT NULL,
     main INTEGER NOT NULL,
     schedule TEXT,
     created_on INTEGER NOT NULL,
     created_by TEXT NOT NULL,
     started_on INTEGER,
     finished_on INTEGER,
     duplicates INTEGER NOT NULL,
     skipped INTEGER NOT NULL,
     purpose TEXT,
     merged_into INTEGER
   );
   CREATE INDEX job_status ON job (status, number);
   CREATE TABLE part (
     key INTEGER PRIMARY KEY,
     job INTEGER NOT NULL,
     pass INTEGER NOT NULL,
     first INTEGER NOT NULL,
     number INTEGER UNIQUE,
     id TEXT UNIQUE,
     pending INTEGER NOT NULL,
     sent INTEGER NOT NULL,
     found INTEGER NOT NULL,
     not_found INTEGER NOT NULL,
     failed INTEGER NOT NULL,
     not_valid INTEGER NOT NULL
   );
   CREATE INDEX part_job ON part (job, pass, first);
   CREATE TABLE phone (
     job INTEGER NOT NULL,
     pass INTEGER NOT NULL,
     phone INTEGER NOT NULL,
     status INTEGER NOT NULL,
     flags INTEGER NOT NULL,
     sources TEXT,
     PRIMARY KEY (job, pass, phone)
   ) WITHOUT ROWID;
   CREATE TABLE joining (
     key INTEGER PRIMARY KEY,
     source INTEGER NOT NULL,
     target INTEGER NOT NULL,
     afresh INTEGER NOT NULL,
     part INTEGER NOT NULL,
     after INTEGER NOT NULL
   );
   ${outboxSchema}`,
  // How the latest passes ended, as JSON.
  `ALTER TABLE job ADD COLUMN history TEXT NOT NULL DEFAULT '[]'`,
  'ALTER TABLE part ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0',
  // When a job last got which status, as JSON; how its passes got on, as JSON; and when sources were out.
  `ALTER TABLE job ADD COLUMN turns TEXT NOT NULL DEFAULT '[]';
   CREATE TABLE curve (job INTEGER NOT NULL, pass INTEGER NOT NULL, curve TEXT NOT NULL, PRIMARY KEY (job, pass)) WITHOUT ROWID;
   CREATE TABLE outage (source TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER, PRIMARY KEY (source, since)) WITHOUT ROWID`,
  // Whether it was ended and goes on only for what failed.
  'ALTER TABLE job ADD COLUMN retrying INTEGER NOT NULL DEFAULT 0',
  // What a job's schedule counts from.
  'ALTER TABLE job ADD COLUMN schedule_from INTEGER',
  // Whether some of its phones were opened again, and which these are; `phonesAgain` asks in the same words.
  `ALTER TABLE job ADD COLUMN reopened INTEGER NOT NULL DEFAULT 0;
   CREATE INDEX phone_again ON phone (job, pass, phone, flags) WHERE status = 0 AND flags >= 128`,
  settleOverlongNumbers,
] as const;
