import { type DatabaseSync, transaction } from '@numscope/adapters/sqlite';
import type { OutgoingEvent } from '@numscope/platform';
import { CountryCounter } from './country-counter.ts';
import { countryOf, documentsOf, foldIn, forgetOlder, newRow, refoldRow } from '../fold-rows.ts';
import type { IndexWorkRows } from './index-work-rows.ts';
import { LookedUpRows } from './looked-up-rows.ts';
import { byPhone } from './phone-key.ts';
import type { ProfileRow } from '../profile-row.ts';
import { ProfileRows } from './profile-rows.ts';
import { VerdictCounter } from './verdict-counter.ts';
import type { IndexWork, Refolded, ResolvedPhone } from '../profile-store.port.ts';
import type { Retained } from '../retention.ts';

/** Folds batches of resolved phones into the stored profiles. Each batch is one transaction. */
export class Absorber {
  readonly #db: DatabaseSync;
  readonly #rows: ProfileRows;
  readonly #lookedUp: LookedUpRows;
  readonly #work: IndexWorkRows;

  constructor(db: DatabaseSync, work: IndexWorkRows) {
    this.#db = db;
    this.#rows = new ProfileRows(db);
    this.#lookedUp = new LookedUpRows(db);
    this.#work = work;
  }

  absorb(batch: readonly ResolvedPhone[], now: number): IndexWork | null {
    return transaction(this.#db, () => this.put(batch, now));
  }

  /** The same inside a transaction. `more` goes out with the events of the batch. */
  put(batch: readonly ResolvedPhone[], now: number, more: readonly OutgoingEvent[] = []): IndexWork | null {
    const touched = new Map<string, ProfileRow>();
    const countries = new CountryCounter();
    const verdicts = new VerdictCounter();
    const events = [...more];
    for (const resolved of batch) {
      const { phone, status, late = false } = resolved.data;
      const isNew = status === 'FOUND' && !late;
      const row = touched.get(phone) ?? this.#rows.load(phone) ?? (isNew ? newRow(resolved, now) : null);
      if (row) {
        touched.set(phone, row);
        events.push(foldIn(row, resolved));
      } else if (!late) this.#lookedUp.note(phone, countryOf(resolved), countries);
    }
    // In their order in the table: neighbours then share pages.
    const changed = [...touched.values()].filter((row) => row.changed).sort(byPhone);
    for (const row of changed) this.#save(row, countries, verdicts);
    countries.write(this.#db);
    verdicts.write(this.#db, now);
    if (events.length === 0) return null;
    return this.#work.add({ upserts: documentsOf(changed), removals: [] }, events);
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
        work: rows.length > 0 ? this.#work.add({ upserts: documentsOf(rows), removals: [] }, events) : null,
      };
    });
  }

  /** Takes what was said before then out of up to `limit` profiles; those that are to go are named and stay. */
  retain(before: number, limit: number, now: number): Retained {
    return transaction(this.#db, () => {
      const all = this.#rows.loadOlder(before, limit).map((row) => ({ row, ...forgetOlder(row, before) }));
      const rows = all.filter(({ isGone }) => !isGone).map(({ row }) => row);
      const countries = new CountryCounter();
      const verdicts = new VerdictCounter();
      for (const row of rows) this.#save(row, countries, verdicts);
      countries.write(this.#db);
      verdicts.write(this.#db, now);
      const events = all.flatMap(({ event }) => event ?? []);
      return {
        work: events.length > 0 ? this.#work.add({ upserts: documentsOf(rows), removals: [] }, events) : null,
        folded: events.length,
        gone: all.filter(({ isGone }) => isGone).map(({ row }) => row.phone),
        images: all.flatMap(({ images }) => images),
        more: all.length === limit,
      };
    });
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
