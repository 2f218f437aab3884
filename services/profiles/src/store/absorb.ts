import { type DatabaseSync, transaction } from '@numscope/adapters/sqlite';
import type { OutgoingEvent } from '@numscope/platform';
import { outgoing } from '@numscope/platform/events';
import { newId } from '@numscope/platform/ids';
import { changedFields } from '../domain/changed-fields.ts';
import { foldProfile } from '../domain/fold-profile.ts';
import { newestObservations } from '../domain/newest-observations.ts';
import { indexDocument } from '../search/index-document.ts';
import { CountryCounter, NO_COUNTRY } from './country-counter.ts';
import type { IndexWorkRows } from './index-work-rows.ts';
import { LookedUpRows } from './looked-up-rows.ts';
import type { IndexWork, ResolvedPhone } from './profile-store.port.ts';
import { type ProfileRow, ProfileRows } from './profile-rows.ts';

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
    return transaction(this.#db, () => {
      const touched = new Map<string, ProfileRow>();
      const countries = new CountryCounter();
      const events: OutgoingEvent[] = [];
      for (const resolved of batch) {
        const { phone, status, observations } = resolved.data;
        const row = touched.get(phone) ?? this.#rows.load(phone) ?? (status === 'FOUND' ? this.#newRow(phone, now, countries) : null);
        if (row) {
          touched.set(phone, row);
          events.push(this.#fold(row, resolved, countries));
        } else this.#lookedUp.note(phone, observations.find(({ fields }) => fields?.numbering)?.fields?.numbering?.country, countries);
      }
      const changed = [...touched.values()].filter((row) => row.changed);
      for (const row of changed) this.#rows.save(row);
      countries.write(this.#db);
      if (events.length === 0) return null;
      const upserts = changed.flatMap(({ profile, revision, jobs }) => (profile ? [indexDocument(profile, revision, jobs)] : []));
      return this.#work.add({ upserts, removals: [] }, events);
    });
  }

  #newRow(phone: string, now: number, countries: CountryCounter): ProfileRow {
    this.#lookedUp.forget(phone, countries);
    countries.add(NO_COUNTRY, 1, 1);
    return {
      phone,
      id: newId(),
      revision: 0,
      created: now,
      country: NO_COUNTRY,
      jobs: [],
      profile: null,
      text: '',
      observations: [],
      changed: false,
    };
  }

  #fold(row: ProfileRow, { eventId, trace, data }: ResolvedPhone, countries: CountryCounter): OutgoingEvent {
    const { job, status, observations } = data;
    const before = row.profile;
    if (status === 'FOUND' && !row.jobs.some(({ id }) => id === job.id)) row.jobs = [...row.jobs, { id: job.id, number: job.number }];
    row.observations = newestObservations(row.observations, observations);
    const { phone, id, created: createdTimestamp, jobs } = row;
    const profile = foldProfile({ id, phone, createdTimestamp, jobs }, row.observations);
    const text = JSON.stringify(profile);
    if (text !== row.text) {
      row.text = text;
      row.profile = profile;
      row.changed = true;
      row.revision++;
      this.#rows.relateImages(phone, before?.images ?? [], profile.images);
      this.#moveTo(row, profile.numbering?.country ?? NO_COUNTRY, countries);
    }
    const changed = before === profile ? [] : changedFields(before, profile);
    const updated = { phone, profileId: id, revision: row.revision, changed, job };
    return outgoing('profile.updated', phone, updated, { id: `${eventId}:updated`, trace });
  }

  #moveTo(row: ProfileRow, country: string, countries: CountryCounter): void {
    if (country === row.country) return;
    countries.add(row.country, -1, -1);
    countries.add(country, 1, 1);
    row.country = country;
  }
}
