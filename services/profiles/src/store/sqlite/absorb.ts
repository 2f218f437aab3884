import { type DatabaseSync, transaction } from '@numscope/adapters/sqlite';
import type { OutgoingEvent, PackedDocument } from '@numscope/platform';
import { packEvents } from '@numscope/platform/packed-events';
import { CountryCounter } from './country-counter.ts';
import { countryOf, documentsOf, foldIn, forgetOlder, newRow, refoldRow } from '../fold-rows.ts';
import type { IndexWorkRows } from './index-work-rows.ts';
import { lookedUpRows } from './looked-up-rows.ts';
import { keyOfPhone } from './phone-key.ts';
import { begin, type Begun } from './plan-shape.ts';
import type { ProfileRow } from '../profile-row.ts';
import { ProfileRows } from './profile-rows.ts';
import { isOfBefore, tellOfRemoved } from '../removed.ts';
import { isPlanAnswer, type PlanAnswer } from '../read-plan-answer.ts';
import { type RemovedRow, RemovedRows } from './removed-rows.ts';
import { VerdictCounter } from './verdict-counter.ts';
import type { Refolded } from '../profile-store.port.ts';
import type { IndexWork } from '../index-work.ts';
import type { ResolvedPhone } from '../resolved-phone.ts';
import type { Retained } from '../retention.ts';

/** In the order of numbers in the table, so that neighbours share pages; what was said of one number stays in its order. */
export function inOrder<T>(batch: readonly T[], phoneOf: (each: T) => string): T[] {
  return batch
    .map((each) => ({ each, key: keyOfPhone(phoneOf(each)) }))
    .sort((a, b) => a.key - b.key)
    .map(({ each }) => each);
}

/** What was said of one number after the other together. */
function* byNumber(batch: Iterable<ResolvedPhone>): Iterable<[ResolvedPhone, ...ResolvedPhone[]]> {
  let said: [ResolvedPhone, ...ResolvedPhone[]] | undefined;
  for (const resolved of batch) {
    if (said?.[0].data.phone === resolved.data.phone) said.push(resolved);
    else {
      if (said) yield said;
      said = [resolved];
    }
  }
  if (said) yield said;
}

/** How a number stands before a batch comes to it. */
interface Standing {
  before: ProfileRow | null;
  removed: RemovedRow | null;
  now: number;
  countries: CountryCounter;
}

/** Folds batches of resolved phones into the stored profiles. Each batch is one transaction. */
export class Absorber {
  readonly #db: DatabaseSync;
  readonly #rows: ProfileRows;
  readonly #lookedUp: ReturnType<typeof lookedUpRows>;
  readonly #removed: RemovedRows;
  readonly #work: IndexWorkRows;

  constructor(db: DatabaseSync, work: IndexWorkRows) {
    this.#db = db;
    this.#rows = new ProfileRows(db);
    this.#lookedUp = lookedUpRows(db);
    this.#removed = new RemovedRows(db);
    this.#work = work;
  }

  /** @param batch see `inOrder`; each is read only when it is its turn, so that what it is made of can be forgotten at once */
  absorb(batch: Iterable<ResolvedPhone>, now: number): IndexWork | null {
    return transaction(this.#db, () => this.put(batch, now));
  }

  /** The same inside a transaction. `more` goes out with the events of the batch. */
  put(batch: Iterable<ResolvedPhone>, now: number, more: readonly OutgoingEvent[] = []): IndexWork | null {
    const countries = new CountryCounter();
    const verdicts = new VerdictCounter();
    /** As `packEvents` makes them. */
    const events = more.map((event) => packEvents([event]));
    // One look for all of thousands of numbers is quicker than one for each.
    const removedRows = this.#removed.isEmpty() ? null : this.#removed;
    const upserts: PackedDocument[] = [];
    for (const said of byNumber(batch)) {
      const [first] = said;
      const before = this.#rows.load(first.data.phone);
      const removed = removedRows?.of(first.data.phone) ?? null;
      if (before === null && removed === null && said.length === 1 && isPlanAnswer(first)) {
        const { event, document } = this.#begin(first, now, countries);
        events.push(event);
        upserts.push(document);
        continue;
      }
      const { row, told } = this.#foldIn(said, { before, removed, now, countries });
      if (told.length > 0) events.push(packEvents(told));
      if (!row?.changed) continue;
      this.#save(row, countries, verdicts);
      upserts.push(...documentsOf([row]));
    }
    countries.write(this.#db);
    verdicts.write(this.#db, now);
    if (events.length === 0) return null;
    return this.#work.add({ upserts, removals: [] }, events.join('\n'));
  }

  /**
   * Folds what is kept anew, by the rules of today, `limit` profiles after `phone`; those that come out otherwise are
   * told of.
   */
  refold(phone: string | null, limit: number, now: number): Refolded {
    return transaction(this.#db, () => {
      const rows = this.#rows.loadAfter(phone, limit);
      const countries = new CountryCounter();
      const verdicts = new VerdictCounter();
      const events = rows.map(refoldRow).filter((event) => event !== null);
      for (const row of rows) if (row.changed) this.#save(row, countries, verdicts);
      countries.write(this.#db);
      verdicts.write(this.#db, now);
      const last = rows.at(-1)?.phone ?? null;
      return {
        last,
        work: rows.length > 0 ? this.#work.add({ upserts: documentsOf(rows), removals: [] }, packEvents(events)) : null,
      };
    });
  }

  /**
   * Takes what was said before then out of up to `limit` profiles; those that are to go are named and stay.
   * @param keep the pictures that they lose, in the same commit
   */
  retain(before: number, limit: number, now: number, keep: (images: readonly string[]) => void): Retained {
    return transaction(this.#db, () => {
      const all = this.#rows.loadOlder(before, limit).map((row) => ({ row, ...forgetOlder(row, before) }));
      const rows = all.filter(({ isGone }) => !isGone).map(({ row }) => row);
      const countries = new CountryCounter();
      const verdicts = new VerdictCounter();
      for (const row of rows) this.#save(row, countries, verdicts);
      countries.write(this.#db);
      verdicts.write(this.#db, now);
      const events = all.flatMap(({ event }) => event ?? []);
      const images = all.flatMap((each) => each.images);
      keep(images);
      return {
        work:
          events.length > 0 ? this.#work.add({ upserts: documentsOf(rows), removals: [] }, packEvents(events)) : null,
        folded: events.length,
        gone: all.filter(({ isGone }) => isGone).map(({ row }) => row.phone),
        images,
        more: all.length === limit,
      };
    });
  }

  /** What most numbers of a large job are: nothing was known of them, and only the numbering plan says something. */
  #begin(answer: PlanAnswer, now: number, countries: CountryCounter): Begun {
    const begun = begin(answer, now);
    this.#rows.put(begun.values);
    this.#lookedUp.forget(answer.data.phone, countries);
    countries.add(begun.country, 1, 1);
    return begun;
  }

  /** What was said of one number, with what is to be told of it. Without a row it has no profile by that. */
  #foldIn(
    said: readonly [ResolvedPhone, ...ResolvedPhone[]],
    { before, removed, now, countries }: Standing,
  ): { row: ProfileRow | null; told: OutgoingEvent[] } {
    let row = before;
    const told: OutgoingEvent[] = [];
    for (const resolved of said) {
      const { status, late = false } = resolved.data;
      if (removed && isOfBefore(resolved, removed.at)) {
        told.push(...tellOfRemoved(resolved, { ...(row ?? removed), found: row !== null, removedAt: removed.at }));
        continue;
      }
      if (status === 'FOUND' && !late) row ??= newRow(resolved, now, removed?.revision);
      if (row) told.push(foldIn(row, resolved));
      else if (!late) this.#lookedUp.note(resolved.data.phone, countryOf(resolved), countries);
    }
    return { row, told };
  }

  #save(row: ProfileRow, countries: CountryCounter, verdicts: VerdictCounter): void {
    this.#rows.save(row);
    verdicts.add(row.kept?.country ?? row.country, row.kept?.verdicts ?? [], -1);
    verdicts.add(row.country, row.verdicts, 1);
    if (row.kept === null) this.#lookedUp.forget(row.phone, countries);
    if (row.kept?.country === row.country) return;
    if (row.kept !== null) countries.add(row.kept.country, -1, -1);
    countries.add(row.country, 1, 1);
  }
}
