import { limits } from '@numscope/contracts/limits';
import { newId } from '@numscope/platform/ids';
import { code, total } from '../../domain/phone-status.ts';
import type { Act, Changed, JobDraft, JobRecord, PhoneRows, UploadCounts } from '../job-store.port.ts';
import { jobCreated } from '../job-events.ts';
import type { JobRow } from '../job-row.ts';
import type { Joins } from './joins.ts';
import { textValue } from '../phone-value.ts';
import type { Writing } from './writing.ts';

const ROWS_A_STATEMENT = 100;
const FIRST_PASS = 1;

/** Takes phones in for jobs to be: nobody sees them before the last step. */
export function uploads(writing: Writing, joins: Joins) {
  const { db, parts } = writing;
  const begin = db.prepare(`INSERT INTO storage (state) VALUES ('UPLOADING')`);
  const setState = db.prepare('UPDATE storage SET state = ? WHERE key = ?');
  const insertMany = db.prepare(
    `INSERT INTO phone (job, pass, phone, status, flags) VALUES ${Array(ROWS_A_STATEMENT).fill(`(?1, ${FIRST_PASS}, ?, 0, 0)`).join(', ')}`,
  );
  const insertOne = db.prepare(`INSERT INTO phone (job, pass, phone, status, flags) VALUES (?, ${FIRST_PASS}, ?, ?, 0)`);
  const insertJob = db.prepare(
    `INSERT INTO job (key, id, number, name, folded, status, type, subtype, iteration, pass, pass_due, run, main, schedule, created_on, created_by,
       duplicates, skipped, purpose) VALUES (?, ?, ?, ?, ?, 'CREATED', ?, ?, ?, ${FIRST_PASS}, 0, 0, ?, ?, ?, ?, ?, ?, ?)`,
  );

  const insertValid = (upload: number, numbers: Float64Array): void => {
    let index = 0;
    for (; index + ROWS_A_STATEMENT <= numbers.length; index += ROWS_A_STATEMENT)
      insertMany.run(upload, ...numbers.subarray(index, index + ROWS_A_STATEMENT));
    for (; index < numbers.length; index++) insertOne.run(upload, numbers[index] ?? 0, code.PENDING);
  };

  /** To be called within a change. */
  const createJob = (key: number, draft: JobDraft, counts: UploadCounts, act: Act, main = false): JobRow => {
    const phones = parts.of(key).reduce((sum, part) => sum + total(part.tally), 0);
    const superJob = phones > limits.subTaskPhones && !main;
    const number = writing.numbers(1);
    const subtype = superJob ? 'SUPER_JOB' : 'SINGLE';
    const { name, type, iteration, schedule, purpose } = draft;
    const duplicates = counts.read - phones;
    const id = newId();
    const made = [act.at, act.by, duplicates, counts.skippedLines, purpose] as const;
    insertJob.run(key, id, number, name, name.toLowerCase(), type, subtype, iteration, Number(main), schedule, ...made);
    setState.run('JOB', key);
    if (superJob) joins.numberParts(key);
    const job = writing.finder.byKey(key);
    if (!job) throw new Error('a job that was just written is not there');
    writing.emit(act.audit, jobCreated(job, phones, act.trace));
    return job;
  };

  return {
    beginUpload: (): number => Number(begin.run().lastInsertRowid),

    addPhones(upload: number, { numbers, notValid, texts }: PhoneRows): void {
      const first = numbers[0] ?? (texts[0] === undefined ? undefined : textValue(texts[0]));
      if (first === undefined) return;
      // Nothing is promised before the commit of the job, whose flush to the disk takes all before it along.
      db.exec('PRAGMA synchronous = NORMAL');
      try {
        writing.change(() => {
          const part = parts.add(upload, FIRST_PASS, first);
          if (notValid) numbers.forEach((number, index) => insertOne.run(upload, number, notValid[index] ? code.NOT_VALID : code.PENDING));
          else insertValid(upload, numbers);
          for (const text of texts) insertOne.run(upload, textValue(text), code.NOT_VALID);
          const wrong = (notValid?.reduce((sum, each) => sum + each, 0) ?? 0) + texts.length;
          part.tally[code.PENDING] = numbers.length + texts.length - wrong;
          part.tally[code.NOT_VALID] = wrong;
          parts.touch(part);
        });
      } finally {
        db.exec('PRAGMA synchronous = FULL');
      }
    },

    addMoved(upload: number, numbers: Float64Array): void {
      writing.change(() => {
        joins.place(
          { key: upload, pass: FIRST_PASS, main: false },
          Array.from(numbers, (phone) => ({ phone, status: code.PENDING, flags: 0, sources: null })),
        );
      });
    },

    commitUpload: (upload: number, draft: JobDraft, counts: UploadCounts, act: Act): JobRecord =>
      writing.change(() => {
        const job = createJob(upload, draft, counts, act);
        if (!draft.hold) writing.setStatus(job, 'SCHEDULED', act.by, act.at);
        return writing.record(job);
      }),

    joinUpload: (upload: number, target: string, counts: UploadCounts, act: Act): Changed =>
      writing.change(() => {
        const phones = parts.of(upload).reduce((sum, part) => sum + total(part.tally), 0);
        const outcome = joins.open(target, act);
        if ('refused' in outcome) return outcome;
        joins.request(upload, outcome.row, false, counts.read - phones, counts.skippedLines);
        setState.run('JOIN', upload);
        writing.emit(act.audit);
        return { job: writing.record(outcome.row) };
      }),

    createFrom: (source: string, draft: JobDraft, act: Act): Changed =>
      writing.change(() => {
        const from = writing.finder.job(source);
        if (!from) return { refused: 'NOT_FOUND' };
        const job = createJob(Number(begin.run().lastInsertRowid), draft, { read: 0, skippedLines: 0 }, act);
        joins.request(from.key, job, true, 0, 0);
        if (!draft.hold) writing.setStatus(job, 'SCHEDULED', act.by, act.at);
        return { job: writing.record(job) };
      }),

    dropUpload: (upload: number): void => void setState.run('DROPPED', upload),

    ensureMainJob: (act: Act): void => {
      if (db.prepare('SELECT 1 FROM job WHERE main = 1').get()) return;
      writing.change(() => {
        const key = Number(begin.run().lastInsertRowid);
        const draft: JobDraft = { name: 'Main job', type: 'PRIORITY', iteration: 1, schedule: null, purpose: null, hold: false };
        const job = createJob(key, draft, { read: 0, skippedLines: 0 }, act, true);
        writing.setStatus(job, 'IN_PROGRESS', act.by, act.at);
        db.prepare('UPDATE job SET started_on = ?, run = 1 WHERE key = ?').run(act.at, key);
      });
    },
  };
}
