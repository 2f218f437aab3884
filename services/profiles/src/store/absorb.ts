import { type DatabaseSync, transaction } from '@numscope/adapters/sqlite';
import type { JobPass, Profile } from '@numscope/contracts';
import type { EventOptions, IndexDocument, OutgoingEvent } from '@numscope/platform';
import { outgoing } from '@numscope/platform/events';
import { newId } from '@numscope/platform/ids';
import { changedFields } from '../domain/changed-fields.ts';
import { foldProfile } from '../domain/fold-profile.ts';
import { newestObservations } from '../domain/newest-observations.ts';
import { indexDocument } from '../search/index-document.ts';
import { CountryCounter, NO_COUNTRY } from './country-counter.ts';
import type { IndexWorkRows } from './index-work-rows.ts';
import { LookedUpRows } from './looked-up-rows.ts';
import type { IndexWork, Refolded, ResolvedPhone } from './profile-store.port.ts';
import { type ProfileRow, ProfileRows } from './profile-rows.ts';

const documentsOf = (rows: readonly ProfileRow[]): IndexDocument[] =>
  rows.flatMap(({ profile, revision, jobs }) => (profile ? [indexDocument(profile, revision, jobs)] : []));

function updatedEvent(row: ProfileRow, before: Profile | null, job: JobPass | null, options?: EventOptions): OutgoingEvent {
  const { phone, id: profileId, revision, profile } = row;
  const changed = profile === null || before === profile ? [] : changedFields(before, profile);
  return outgoing('profile.updated', phone, { phone, profileId, revision, changed, job }, options);
}

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

  /** `more` goes out with the events of the batch. */
  absorb(batch: readonly ResolvedPhone[], now: number, more: readonly OutgoingEvent[] = []): IndexWork | null {
    return transaction(this.#db, () => {
      const touched = new Map<string, ProfileRow>();
      const countries = new CountryCounter();
      const events = [...more];
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
      return this.#work.add({ upserts: documentsOf(changed), removals: [] }, events);
    });
  }

  /** Folds what is kept anew, by the rules of today, `limit` profiles after `phone`; those that come out otherwise are told of. */
  refold(phone: string | null, limit: number): Refolded {
    return transaction(this.#db, () => {
      const rows = this.#rows.loadAfter(phone, limit);
      const countries = new CountryCounter();
      const events = rows.flatMap((row) => {
        const before = row.profile;
        this.#recompute(row, countries);
        return row.changed ? [updatedEvent(row, before, null)] : [];
      });
      for (const row of rows) if (row.changed) this.#rows.save(row);
      countries.write(this.#db);
      const last = rows.at(-1)?.phone ?? null;
      return { last, work: rows.length > 0 ? this.#work.add({ upserts: documentsOf(rows), removals: [] }, events) : null };
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

  #fold(row: ProfileRow, { eventId, trace, data, imported }: ResolvedPhone, countries: CountryCounter): OutgoingEvent {
    const { job, status, observations } = data;
    const before = row.profile;
    if (status === 'FOUND' && !row.jobs.some(({ id }) => id === job.id)) row.jobs = [...row.jobs, { id: job.id, number: job.number }];
    row.observations = newestObservations(row.observations, observations);
    this.#recompute(row, countries);
    return updatedEvent(row, before, imported ? null : job, { id: `${eventId}:updated`, trace });
  }

  #recompute(row: ProfileRow, countries: CountryCounter): void {
    const { phone, id, created: createdTimestamp, jobs, observations } = row;
    const profile = foldProfile({ id, phone, createdTimestamp, jobs }, observations);
    const text = JSON.stringify(profile);
    if (text === row.text) return;
    this.#rows.relateImages(phone, row.profile?.images ?? [], profile.images);
    row.text = text;
    row.profile = profile;
    row.changed = true;
    row.revision++;
    this.#moveTo(row, profile.numbering?.country ?? NO_COUNTRY, countries);
  }

  #moveTo(row: ProfileRow, country: string, countries: CountryCounter): void {
    if (country === row.country) return;
    countries.add(row.country, -1, -1);
    countries.add(country, 1, 1);
    row.country = country;
  }
}
