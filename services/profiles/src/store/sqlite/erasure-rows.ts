import { column, type DatabaseSync, scrub, type SqlRow, transaction } from '@numscope/adapters/sqlite';
import { type ErasedMark, ErasedNumbers } from '@numscope/platform/erased-numbers';
import type { AtOnce } from './at-once.ts';
import { CountryCounter } from './country-counter.ts';
import { type ErasureRecord, type ErasureStore, partWithout, type StepOutcome } from '../erasure.ts';
import { lookedUpRows } from './looked-up-rows.ts';
import { RemovedRows } from './removed-rows.ts';
import type { ResolvedPhone } from '../resolved-phone.ts';

const countsOf = ({ removed }: StepOutcome): StepOutcome => ({ removed });

const recordOf = (row: SqlRow): ErasureRecord => JSON.parse(column.text(row, 'record')) as ErasureRecord;

/** Takes a number out of what is staged of imports. @returns how many parts had it */
function unstage(db: DatabaseSync, phone: string): number {
  let parts = 0;
  const update = db.prepare('UPDATE import_parts SET profiles = ? WHERE rowid = ?');
  const rows = db
    .prepare('SELECT rowid AS place, profiles FROM import_parts WHERE instr(profiles, ?) > 0')
    .all(phone.slice(1));
  for (const row of rows) {
    const left = partWithout(column.text(row, 'profiles'), phone);
    if (left === null) continue;
    update.run(left, column.number(row, 'place'));
    parts++;
  }
  return parts;
}

/** The rows of erasures, and the numbers that nothing of before may bring back. */
export function erasureRows(db: DatabaseSync, dropVerdictsOf: (phone: string) => number) {
  const marks = (): ErasedMark[] =>
    db
      .prepare('SELECT digest, at FROM erased')
      .all()
      .map((row) => ({ digest: column.text(row, 'digest'), at: column.number(row, 'at') }));
  const erased = new ErasedNumbers();
  erased.replace(marks());
  const load = (id: string): ErasureRecord =>
    recordOf(db.prepare('SELECT record FROM erasures WHERE id = ?').get(id) ?? {});
  const save = (record: ErasureRecord): ErasureRecord => {
    db.prepare(
      'INSERT INTO erasures (id, finished_at, record) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET finished_at = excluded.finished_at, record = excluded.record',
    ).run(record.id, record.finishedAt, JSON.stringify(record));
    return record;
  };
  const change = (id: string, changed: (record: ErasureRecord) => ErasureRecord): ErasureRecord =>
    transaction(db, () => save(changed(load(id))));

  const calls: AtOnce<Omit<ErasureStore, 'dropLeftOver'>> = {
    beginErasure: (record) => void save(record),
    openErasures: () =>
      db.prepare('SELECT record FROM erasures WHERE finished_at IS NULL ORDER BY id').all().map(recordOf),
    noteErasureStep: (id, step, outcome) =>
      change(id, (record) => ({ ...record, steps: { [step]: outcome, ...record.steps } })),
    forgetErasedPictures: (id) =>
      void change(id, (record) => {
        const { known, images } = record.steps;
        const counts = { ...(known && { known: countsOf(known) }), ...(images && { images: countsOf(images) }) };
        return { ...record, steps: { ...record.steps, ...counts } };
      }),
    finishErasure: (id, at) => void change(id, (record) => ({ ...record, finishedAt: record.finishedAt ?? at })),
    erasuresFinishedSince: (at) =>
      db.prepare('SELECT record FROM erasures WHERE finished_at >= ?').all(at).map(recordOf),
    eraseRest(phone, mark, forgottenBefore) {
      const removed = transaction(db, () => {
        db.prepare('DELETE FROM erased WHERE at < ?').run(forgottenBefore);
        db.prepare(
          'INSERT INTO erased (digest, at) VALUES (?, ?) ON CONFLICT (digest) DO UPDATE SET at = excluded.at',
        ).run(mark.digest, mark.at);
        // What a removal leaves for late events is not needed: the mark says the same of them.
        new RemovedRows(db).forget(phone);
        const countries = new CountryCounter();
        const lookedUp = lookedUpRows(db).forget(phone, countries);
        countries.write(db);
        return {
          lookedUp: lookedUp ? 1 : 0,
          faceVerdicts: dropVerdictsOf(phone),
          stagedImports: unstage(db, phone),
        };
      });
      erased.replace(marks());
      return removed;
    },
    erasureRevision() {
      const row = db.prepare('SELECT count(*) AS marks, max(at) AS newest FROM erased').get();
      return `${String(row?.['marks'])} ${String(row?.['newest'])}`;
    },
    scrub: () => scrub(db),
  };
  /** Whether what was found out at that time still counts. */
  const counts = ({ data, resolvedAt }: ResolvedPhone): boolean => !erased.isErased(data.phone, resolvedAt);
  return { calls, counts };
}
