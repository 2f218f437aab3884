import { column, type DatabaseSync, scrub, transaction } from '@numscope/adapters/sqlite';
import { type ErasedMark, ErasedNumbers } from '@numscope/platform/erased-numbers';
import { CountryCounter } from './country-counter.ts';
import { type ErasureRecord, type ErasureStep, partWithout, type Removed, type StepOutcome } from '../erasure.ts';
import { LookedUpRows } from './looked-up-rows.ts';
import { RemovedRows } from './removed-rows.ts';
import type { ResolvedPhone } from '../resolved-phone.ts';
import type { SameFaceRows } from './same-face-rows.ts';

/** The rows of erasures, and the numbers that nothing of before may bring back. */
export class ErasureRows {
  readonly #db: DatabaseSync;
  readonly #sameFace: SameFaceRows;
  readonly #erased = new ErasedNumbers();

  constructor(db: DatabaseSync, sameFace: SameFaceRows) {
    this.#db = db;
    this.#sameFace = sameFace;
    this.#erased.replace(this.#marks());
  }

  /** Whether what was found out at that time still counts. */
  counts({ data, resolvedAt }: ResolvedPhone): boolean {
    return !this.#erased.isErased(data.phone, resolvedAt);
  }

  readonly beginErasure = (record: ErasureRecord): void => {
    this.#save(record);
  };

  readonly openErasures = (): ErasureRecord[] =>
    this.#db.prepare('SELECT record FROM erasures WHERE finished_at IS NULL ORDER BY id').all().map(recordOf);

  readonly noteErasureStep = (id: string, step: ErasureStep, outcome: StepOutcome): ErasureRecord =>
    transaction(this.#db, () => {
      const record = this.#load(id);
      const noted = { ...record, steps: { [step]: outcome, ...record.steps } };
      this.#save(noted);
      return noted;
    });

  readonly forgetErasedPictures = (id: string): void => {
    transaction(this.#db, () => {
      const record = this.#load(id);
      const { known, images } = record.steps;
      const counts = { ...(known && { known: countsOf(known) }), ...(images && { images: countsOf(images) }) };
      this.#save({ ...record, steps: { ...record.steps, ...counts } });
    });
  };

  readonly finishErasure = (id: string, at: number): void => {
    transaction(this.#db, () => {
      const record = this.#load(id);
      this.#save({ ...record, finishedAt: record.finishedAt ?? at });
    });
  };

  readonly erasuresFinishedSince = (at: number): ErasureRecord[] =>
    this.#db.prepare('SELECT record FROM erasures WHERE finished_at >= ?').all(at).map(recordOf);

  readonly eraseRest = (phone: string, mark: ErasedMark, forgottenBefore: number): Removed => {
    const removed = transaction(this.#db, () => {
      this.#db.prepare('DELETE FROM erased WHERE at < ?').run(forgottenBefore);
      this.#db
        .prepare('INSERT INTO erased (digest, at) VALUES (?, ?) ON CONFLICT (digest) DO UPDATE SET at = excluded.at')
        .run(mark.digest, mark.at);
      // What a removal leaves for late events is not needed: the mark says the same of them.
      new RemovedRows(this.#db).forget(phone);
      const countries = new CountryCounter();
      const lookedUp = new LookedUpRows(this.#db).forget(phone, countries);
      countries.write(this.#db);
      return {
        lookedUp: lookedUp ? 1 : 0,
        faceVerdicts: this.#sameFace.dropOf(phone),
        stagedImports: this.#unstage(phone),
      };
    });
    this.#erased.replace(this.#marks());
    return removed;
  };

  readonly erasureRevision = (): string => {
    const row = this.#db.prepare('SELECT count(*) AS marks, max(at) AS newest FROM erased').get();
    return `${String(row?.['marks'])} ${String(row?.['newest'])}`;
  };

  readonly scrub = (): void => {
    scrub(this.#db);
  };

  #unstage(phone: string): number {
    let parts = 0;
    const update = this.#db.prepare('UPDATE import_parts SET profiles = ? WHERE rowid = ?');
    const rows = this.#db
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

  #marks(): ErasedMark[] {
    return this.#db
      .prepare('SELECT digest, at FROM erased')
      .all()
      .map((row) => ({ digest: column.text(row, 'digest'), at: column.number(row, 'at') }));
  }

  #load(id: string): ErasureRecord {
    return recordOf(this.#db.prepare('SELECT record FROM erasures WHERE id = ?').get(id) ?? {});
  }

  #save(record: ErasureRecord): void {
    this.#db
      .prepare(
        'INSERT INTO erasures (id, finished_at, record) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET finished_at = excluded.finished_at, record = excluded.record',
      )
      .run(record.id, record.finishedAt, JSON.stringify(record));
  }
}

const countsOf = ({ removed }: StepOutcome): StepOutcome => ({ removed });

const recordOf = (row: Readonly<Record<string, unknown>>): ErasureRecord =>
  JSON.parse(column.text(row, 'record')) as ErasureRecord;
