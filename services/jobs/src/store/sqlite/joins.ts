import { column } from '@numscope/adapters/sqlite';
import type { MergedPass } from '@numscope/contracts';
import { limits } from '@numscope/contracts/limits';
import { newId } from '@numscope/platform/ids';
import { join, reopen } from '../../domain/job.ts';
import { hasBegun, rowsOfOneStep } from '../../domain/passes.ts';
import { total } from '../../domain/phone-status.ts';
import { type JobState, kept, type Refusal } from '../../domain/job-state.ts';
import type { Act } from '../job-store.port.ts';
import type { Part } from '../job-record.ts';
import { broughtRow, joined, type PhoneRow, type PhoneState } from '../phone-result.ts';
import { LOWEST, type PhoneValue } from '../phone-value.ts';
import type { Passes } from './passes.ts';
import { phoneIn, rowOf, stateOf } from './phone-rows.ts';
import type { Writing } from './writing.ts';

/** Few enough that other writers hardly wait. */
const STEP_ROWS = 4000;

export type Joins = ReturnType<typeof joins>;

/** A phone that the main job has, and where. */
interface Held {
  part: Part;
  state: PhoneState;
}

/** Brings phones of one job, or of an upload, into another: in steps, carried on after a restart. */
export function joins(writing: Writing, passes: Passes) {
  const { db, parts, finder, phones } = writing;
  const insertJoining = db.prepare('INSERT INTO joining (source, target, afresh, part, after) VALUES (?, ?, ?, 0, ?)');
  const nextJoining = db.prepare('SELECT key, source, target, afresh, part, after FROM joining ORDER BY key LIMIT 1');
  const moveJoining = db.prepare('UPDATE joining SET part = ?, after = ? WHERE key = ?');
  const endJoining = db.prepare('DELETE FROM joining WHERE key = ?');
  const setDropped = db.prepare(`UPDATE storage SET state = 'DROPPED' WHERE key = ? AND state = 'JOIN'`);
  // The plus: each pass is read by the range, of which it may have nothing, and not by thousands of look-ups.
  const findHeld = db.prepare(
    `SELECT pass, phone, status, flags, sources FROM json_each(?) AS passes CROSS JOIN phone ON pass = passes.value
     WHERE job = ? AND phone BETWEEN ? AND ? AND +phone IN (SELECT value FROM json_each(?))`,
  );
  const insert = db.prepare('INSERT INTO phone (job, pass, phone, status, flags, sources) VALUES (?, ?, ?, ?, ?, ?)');
  const rowsAfter = db.prepare(
    'SELECT phone, status, flags, sources FROM phone WHERE job = ? AND pass = ? AND phone > ? AND phone >= ? AND phone < ? ORDER BY phone LIMIT ?',
  );
  const cutAt = db.prepare(
    'SELECT phone FROM phone WHERE job = ? AND pass = ? AND phone >= ? AND phone < ? ORDER BY phone LIMIT 1 OFFSET ?',
  );
  const tallyFrom = db.prepare(
    'SELECT status, COUNT(*) AS phones FROM phone WHERE job = ? AND pass = ? AND phone >= ? AND phone < ? GROUP BY status',
  );

  const count = (job: JobState, duplicates: number, skipped: number): void =>
    writing.apply(job, kept({ ...job, duplicates: job.duplicates + duplicates, skipped: job.skipped + skipped }));

  /** What the main job has of these already, in any of its passes. */
  const heldByMain = (key: number, rows: readonly PhoneRow[]): Map<PhoneValue, Held> => {
    const held = new Map<PhoneValue, Held>();
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return held;
    const byPass = new Map(
      parts.of(key).flatMap((part) => (total(part.tally) > 0 ? [[part.pass, part] as const] : [])),
    );
    const phones = JSON.stringify(rows.map(({ phone }) => phone));
    for (const row of findHeld.all(JSON.stringify([...byPass.keys()]), key, first.phone, last.phone, phones)) {
      const part = byPass.get(column.number(row, 'pass'));
      if (part) held.set(phoneIn(row), { part, state: stateOf(row) });
    }
    return held;
  };

  /** Where a row of a job belongs; made when there is no such part yet. */
  const partFor = (target: { key: number; pass: number; main: boolean }, phone: PhoneValue): Part => {
    if (!target.main) return parts.around(target.key, phone) ?? parts.add(target.key, target.pass, phone);
    const last = parts.of(target.key).at(-1);
    if (last && last.pass === target.pass && total(last.tally) < limits.subTaskPhones) return last;
    return passes.openMainPart(target);
  };

  /** Cuts a part that has become too large; what is beyond a sub-task's size becomes a part of its own. */
  const cut = (part: Part): void => {
    while (part.first !== LOWEST && total(part.tally) > limits.subTaskPhones) {
      const [from, to] = parts.rangeOf(part);
      const row = cutAt.get(part.job, part.pass, from, to, limits.subTaskPhones);
      if (!row) return;
      const first = phoneIn(row);
      const rest = tallyFrom.all(part.job, part.pass, first, to);
      const next = parts.add(part.job, part.pass, first);
      for (const { status, phones } of rest) {
        part.tally[Number(status) as 0] -= Number(phones);
        next.tally[Number(status) as 0] += Number(phones);
      }
      parts.touch(part);
      parts.touch(next);
      cut(next);
    }
  };

  /**
   * Puts rows in order into a job, of a pass of a job that is merged into it or (null) to be looked up afresh; answers how
   * many it had already. To be called within a change.
   */
  const place = (
    target: { key: number; pass: number; main: boolean },
    rows: readonly PhoneRow[],
    from: MergedPass | null = null,
  ): number => {
    let repeats = 0;
    const grown = new Set<Part>();
    const held = target.main ? heldByMain(target.key, rows) : null;
    for (const row of rows) {
      const there = held?.get(row.phone);
      const part = there?.part ?? partFor(target, row.phone);
      // What was answered of them counts in the present pass.
      if (from && !hasBegun(target, part)) passes.beginIn(target, part);
      const brought = broughtRow(row, from);
      const { phone, status, flags, sources } = brought;
      const before = there?.state ?? phones.find(target.key, part.pass, phone);
      if (!before) {
        insert.run(target.key, part.pass, phone, status, flags, sources);
        part.tally[status as 0]++;
        parts.touch(part);
        grown.add(part);
        continue;
      }
      repeats++;
      const after = joined(before, brought, from);
      if (!after) continue;
      phones.set(after, target.key, part.pass, phone);
      parts.move(part, before.status, after.status);
    }
    for (const part of grown) cut(part);
    return repeats;
  };

  const numberParts = (key: number): void => {
    const bare = parts.of(key).filter((part) => part.number === null);
    if (bare.length === 0) return;
    let number = writing.numbers(bare.length);
    for (const part of bare) {
      part.number = number++;
      part.id = newId();
      parts.touch(part);
    }
  };

  /** The job that is merged by it. Uploads have none, and nothing is known of their phones. */
  const sourceOf = (joining: Record<string, unknown>): JobState | null =>
    Number(joining['afresh']) === 1 ? null : finder.byKey(Number(joining['source']));

  const finish = (joining: Record<string, unknown>, target: JobState, now: number): void => {
    endJoining.run(Number(joining['key']));
    setDropped.run(Number(joining['source']));
    const merged = sourceOf(joining) !== null;
    writing.apply(target, join(target, writing.phonesOf(target), { merged, at: now }));
    if (target.subtype === 'SUPER_JOB') numberParts(target.key);
  };

  /** The source's next rows in order of its parts' making, and where to go on; null at its end. */
  const nextRows = (
    source: number,
    partKey: number,
    after: PhoneValue,
  ): { rows: PhoneRow[]; pass: number; part: number; partBehind: number; after: PhoneValue } | null => {
    const part = parts
      .of(source)
      .filter((each) => each.key >= partKey)
      .reduce<Part | null>((least, each) => (least && least.key < each.key ? least : each), null);
    if (!part) return null;
    const [from, to] = parts.rangeOf(part);
    const rows = rowsAfter
      .all(source, part.pass, part.key === partKey ? after : LOWEST, from, to, STEP_ROWS)
      .map(rowOf);
    const last = rows.at(-1);
    return rows.length < STEP_ROWS || !last
      ? { rows, pass: part.pass, part: part.key, partBehind: part.key + 1, after: LOWEST }
      : { rows, pass: part.pass, part: part.key, partBehind: part.key, after: last.phone };
  };

  return {
    place,
    numberParts,

    /** A job that phones may join, opened again if it was done. To be called within a change. */
    open(ref: string, act: Act): { row: JobState } | Refusal {
      const row = finder.job(ref);
      if (!row) return finder.missing(ref);
      const opened = reopen(row, act);
      if ('refused' in opened) return opened;
      writing.apply(row, opened);
      return { row };
    },

    /**
     * Notes that the phones of `source` are to join; `duplicates` and `skipped` are already known. To be called within
     * a change.
     */
    request(source: number, target: JobState, afresh: boolean, duplicates: number, skipped: number): void {
      insertJoining.run(source, target.key, Number(afresh), LOWEST);
      count(target, duplicates, skipped);
    },

    joinNext: (now: number): boolean =>
      writing.change(() => {
        const joining = nextJoining.get();
        if (!joining) return false;
        const target = finder.byKey(Number(joining['target']));
        if (!target || target.status === 'DELETED') {
          endJoining.run(Number(joining['key']));
          setDropped.run(Number(joining['source']));
          return true;
        }
        const next = nextRows(Number(joining['source']), Number(joining['part']), phoneIn(joining, 'after'));
        if (!next) {
          finish(joining, target, now);
          return true;
        }
        const source = sourceOf(joining);
        const from = source && { number: source.number, pass: next.pass };
        const rows = from
          ? rowsOfOneStep(target, next.rows, ({ phone }) => parts.around(target.key, phone))
          : next.rows;
        count(target, place(target, rows, from), 0);
        const last = rows.length < next.rows.length ? rows.at(-1) : undefined;
        if (last) moveJoining.run(next.part, last.phone, Number(joining['key']));
        else moveJoining.run(next.partBehind, next.after, Number(joining['key']));
        return true;
      }),
  };
}
