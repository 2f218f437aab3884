import { losable } from '@numscope/adapters/sqlite';
import { newId } from '@numscope/platform/ids';
import { create, createMain, FIRST_PASS, type JobDraft, newJob } from '../../domain/job.ts';
import { sizeOf } from '../../domain/passes.ts';
import { code } from '../../domain/phone-status.ts';
import type { Act, Changed, JobRecord, PhoneRows, UploadCounts } from '../job-store.port.ts';
import { pendingRow } from '../phone-result.ts';
import { textValue } from '../phone-value.ts';
import type { Joins } from './joins.ts';
import type { Writing } from './writing.ts';

const ROWS_A_STATEMENT = 100;

/** Takes phones in for jobs to be: nobody sees them before the last step. */
export function uploads(writing: Writing, joins: Joins) {
  const { db, parts } = writing;
  const begin = db.prepare(`INSERT INTO storage (state) VALUES (?)`);
  const beginIn = (state: 'UPLOADING' | 'JOB'): number => Number(begin.run(state).lastInsertRowid);
  const setState = db.prepare('UPDATE storage SET state = ? WHERE key = ?');
  const insertMany = db.prepare(
    `INSERT INTO phone (job, pass, phone, status, flags) VALUES ${Array(ROWS_A_STATEMENT).fill(`(?1, ${FIRST_PASS}, ?, 0, 0)`).join(', ')}`,
  );
  const insertOne = db.prepare(
    `INSERT INTO phone (job, pass, phone, status, flags) VALUES (?, ${FIRST_PASS}, ?, ?, 0)`,
  );

  const insertValid = (upload: number, numbers: Float64Array): void => {
    let index = 0;
    for (; index + ROWS_A_STATEMENT <= numbers.length; index += ROWS_A_STATEMENT)
      insertMany.run(upload, ...numbers.subarray(index, index + ROWS_A_STATEMENT));
    for (; index < numbers.length; index++) insertOne.run(upload, numbers[index] ?? 0, code.PENDING);
  };

  const identityOf = (key: number) => ({ key, id: newId(), number: writing.numbers(1) });

  const phonesIn = (upload: number): number => sizeOf(parts.of(upload));

  return {
    beginUpload: (): number => beginIn('UPLOADING'),

    addPhones(upload: number, { numbers, notValid, texts }: PhoneRows): void {
      const first = numbers[0] ?? (texts[0] === undefined ? undefined : textValue(texts[0]));
      if (first === undefined) return;
      // Nothing is promised before the commit of the job, whose flush to the disk takes all before it along.
      losable(db, () =>
        writing.change(() => {
          const part = parts.add(upload, FIRST_PASS, first);
          if (notValid)
            numbers.forEach((number, index) =>
              insertOne.run(upload, number, notValid[index] ? code.NOT_VALID : code.PENDING),
            );
          else insertValid(upload, numbers);
          for (const text of texts) insertOne.run(upload, textValue(text), code.NOT_VALID);
          const wrong = (notValid?.reduce((sum, each) => sum + each, 0) ?? 0) + texts.length;
          part.tally[code.PENDING] = numbers.length + texts.length - wrong;
          part.tally[code.NOT_VALID] = wrong;
          parts.touch(part);
        }),
      );
    },

    addMoved(upload: number, numbers: Float64Array): void {
      writing.change(() => {
        joins.place({ key: upload, pass: FIRST_PASS, main: false }, Array.from(numbers, pendingRow));
      });
    },

    commitUpload: (upload: number, draft: JobDraft, counts: UploadCounts, act: Act): JobRecord =>
      writing.change(() => {
        const phones = phonesIn(upload);
        const job = {
          ...newJob(draft, identityOf(upload), act),
          duplicates: counts.read - phones,
          skipped: counts.skippedLines,
        };
        setState.run('JOB', upload);
        const made = writing.create(create(job, phones, draft.hold, act), act);
        if (made.subtype === 'SUPER_JOB') joins.numberParts(upload);
        return writing.record(made);
      }),

    joinUpload: (upload: number, target: string, counts: UploadCounts, act: Act): Changed =>
      writing.change(() => {
        const outcome = joins.open(target, act);
        if ('refused' in outcome) return outcome;
        joins.request(upload, outcome.row, false, counts.read - phonesIn(upload), counts.skippedLines);
        setState.run('JOIN', upload);
        writing.emit(act.audit);
        return { job: writing.record(outcome.row) };
      }),

    createFrom: (source: string, draft: JobDraft, act: Act): Changed =>
      writing.change(() => {
        const from = writing.finder.job(source);
        if (!from) return { refused: 'NOT_FOUND' };
        const job = newJob(draft, identityOf(beginIn('JOB')), act);
        const made = writing.create(create(job, 0, draft.hold, act), act);
        joins.request(from.key, made, true, 0, 0);
        return { job: writing.record(made) };
      }),

    dropUpload: (upload: number): void => void setState.run('DROPPED', upload),

    ensureMainJob: (act: Act): void => {
      if (db.prepare('SELECT 1 FROM job WHERE main = 1').get()) return;
      writing.change(() => {
        writing.create(createMain(identityOf(beginIn('JOB')), act), act);
      });
    },
  };
}
