import { column, type DatabaseSync, type SqlRow } from '@numscope/adapters/sqlite';
import { emptyTally } from '../../domain/phone-status.ts';
import type { Part } from '../job-record.ts';
import { phoneIn } from './phone-rows.ts';
import { before, HIGHEST, LOWEST, placeOf, type PhoneValue } from '../phone-value.ts';

export const partColumns =
  'key, job, pass, first, number, id, pending, sent, found, not_found, failed, not_valid, waiting';

export const partOf = (row: SqlRow): Part => ({
  key: column.number(row, 'key'),
  job: column.number(row, 'job'),
  pass: column.number(row, 'pass'),
  first: phoneIn(row, 'first'),
  number: column.numberOrNull(row, 'number'),
  id: column.textOrNull(row, 'id'),
  tally: [
    column.number(row, 'pending'),
    column.number(row, 'sent'),
    column.number(row, 'found'),
    column.number(row, 'not_found'),
    column.number(row, 'failed'),
    column.number(row, 'not_valid'),
    column.number(row, 'waiting'),
  ],
});

/** The range of a part of a job: from, included, to, excluded. */
export function rangeAmong(parts: readonly Part[], part: Part): [PhoneValue, PhoneValue] {
  if (part.first === LOWEST) return [LOWEST, HIGHEST];
  // Compared by key: the caller may hold another object of the same part.
  const index = parts.findIndex(({ key }) => key === part.key);
  return [index === 0 ? LOWEST : part.first, parts[index + 1]?.first ?? HIGHEST];
}

/**
 * The parts of the jobs at work, in memory, in order of their phones. The one writer changes them here, and `flush`
 * writes what changed within the same transaction; after a rollback `clear` forgets all.
 */
export class PartCache {
  readonly #jobs = new Map<number, Part[]>();
  readonly #dirty = new Set<Part>();
  readonly #select;
  readonly #update;
  readonly #insert;

  constructor(db: DatabaseSync) {
    this.#select = db.prepare(`SELECT ${partColumns} FROM part WHERE job = ? ORDER BY pass, first`);
    this.#update = db.prepare(
      'UPDATE part SET pass=?, first=?, number=?, id=?, pending=?, sent=?, found=?, not_found=?, failed=?, not_valid=?, waiting=? WHERE key=?',
    );
    this.#insert = db.prepare(
      'INSERT INTO part (job, pass, first, pending, sent, found, not_found, failed, not_valid) VALUES (?, ?, ?, 0, 0, 0, 0, 0, 0)',
    );
  }

  /** All parts of a job in order of their phones (of the main job: by pass first). */
  of(job: number): Part[] {
    let parts = this.#jobs.get(job);
    if (!parts) {
      parts = this.#select.all(job).map(partOf);
      // The main job's parts each hold the whole range, one after the other; all others' are in order of their phones,
      // whatever their pass.
      if (parts[0]?.first !== LOWEST) parts.sort(byPhone);
      this.#jobs.set(job, parts);
    }
    return parts;
  }

  /**
   * The part that holds a phone in a pass of a job; of the main job that of the pass, of others that whose range has
   * the phone.
   */
  holding(job: number, pass: number, phone: PhoneValue): Part | undefined {
    const parts = this.of(job);
    const part = parts[0]?.first === LOWEST ? parts.find((each) => each.pass === pass) : placeOf(parts, phone);
    return part?.pass === pass ? part : undefined;
  }

  /** The part whose range has the phone, whatever its pass. */
  around(job: number, phone: PhoneValue): Part | undefined {
    return placeOf(this.of(job), phone);
  }

  rangeOf(part: Part): [PhoneValue, PhoneValue] {
    return rangeAmong(this.of(part.job), part);
  }

  add(job: number, pass: number, first: PhoneValue): Part {
    const { lastInsertRowid } = this.#insert.run(job, pass, first);
    const part: Part = { key: Number(lastInsertRowid), job, pass, first, number: null, id: null, tally: emptyTally() };
    const parts = this.of(job);
    const known = parts.find((other) => other.key === part.key);
    if (known) return known;
    const place = first === LOWEST ? -1 : parts.findIndex((other) => before(first, other.first));
    parts.splice(place < 0 ? parts.length : place, 0, part);
    return part;
  }

  move(part: Part, from: number, to: number, phones = 1): void {
    part.tally[from as 0] -= phones;
    part.tally[to as 0] += phones;
    this.#dirty.add(part);
  }

  touch(part: Part): void {
    this.#dirty.add(part);
  }

  flush(): void {
    for (const part of this.#dirty)
      this.#update.run(part.pass, part.first, part.number, part.id, ...part.tally, part.key);
    this.#dirty.clear();
  }

  forget(job: number): void {
    this.#jobs.delete(job);
  }

  clear(): void {
    this.#jobs.clear();
    this.#dirty.clear();
  }
}

const byPhone = (a: Part, b: Part): number => (before(a.first, b.first) ? -1 : before(b.first, a.first) ? 1 : 0);
