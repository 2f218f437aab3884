import type { JobPass, Profile } from '@numscope/contracts';
import { NO_COUNTRY } from '@numscope/contracts/lists';
import type { EventOptions, PackedDocument, OutgoingEvent } from '@numscope/platform';
import { outgoing } from '@numscope/platform/events';
import { newId } from '@numscope/platform/ids';
import { changedFields } from '../domain/changed-fields.ts';
import { picturesOf } from '../domain/fold-profile.ts';
import { foldWithin } from '../domain/fold-within.ts';
import { withoutOlder } from '../domain/older-observations.ts';
import { sourceVerdicts } from '../domain/source-verdicts.ts';
import { newestObservations } from '../domain/newest-observations.ts';
import { indexDocument, planDocument } from '../search/index-document.ts';
import type { ProfileRow } from './profile-row.ts';
import type { ResolvedPhone } from './resolved-phone.ts';

/** What the index is to keep of these profiles. */
export const documentsOf = (rows: readonly ProfileRow[]): PackedDocument[] =>
  rows.flatMap(({ profile, isPlan, revision, jobs }) =>
    profile ? [(isPlan ? planDocument : indexDocument)(profile, revision, jobs)] : [],
  );

type Told = Pick<ProfileRow, 'phone' | 'id' | 'revision' | 'profile'>;

export function updatedEvent(
  row: Told,
  before: Profile | null,
  job: JobPass | null,
  options?: EventOptions,
): OutgoingEvent {
  const { phone, id: profileId, revision, profile } = row;
  const changed = profile === null || before === profile ? [] : changedFields(before, profile);
  return outgoing('profile.updated', phone, { phone, profileId, revision, changed, job }, options);
}

/** The job pass that waits to be told of a phone, and the id that a repeat has as well. */
export const toldBy = ({
  eventId,
  trace,
  data,
  imported,
}: ResolvedPhone): { job: JobPass | null; options: EventOptions } => ({
  job: imported || data.late ? null : data.job,
  options: { id: `${eventId}:updated`, trace },
});

/**
 * A profile before its first fold. `revision`: that of what the store kept of the number, which the profile must go
 * beyond.
 */
export const newRow = ({ data, identity }: ResolvedPhone, now: number, revision = 0): ProfileRow => ({
  phone: data.phone,
  id: identity?.id ?? newId(),
  revision,
  created: identity?.createdTimestamp ?? now,
  country: NO_COUNTRY,
  jobs: [],
  profile: null,
  isPlan: false,
  observations: [],
  verdicts: [],
  kept: null,
  changed: false,
});

/**
 * Computes the profile of a row from its observations, as far as they have room, by the rules of today. The same
 * observations leave it, and its revision, as it is.
 */
function recompute(row: ProfileRow): void {
  const { phone, id, created: createdTimestamp, jobs } = row;
  const { profile, isPlan, observations } = foldWithin({ id, phone, createdTimestamp, jobs }, row.observations);
  row.changed ||= observations !== row.observations;
  row.observations = observations;
  row.verdicts = sourceVerdicts(profile, observations);
  // A row that a version before wrote has no verdicts, and is written once more with those of today.
  if (row.kept?.verdicts === null) row.changed = true;
  row.isPlan = isPlan;
  const isKept = row.profile !== null && row.kept?.isOfOtherRules !== true;
  if (isKept && JSON.stringify(profile) === JSON.stringify(row.profile)) return;
  row.profile = profile;
  row.changed = true;
  row.revision++;
  row.country = profile.numbering?.country ?? NO_COUNTRY;
}

/** Folds what was said of a number into its row. @returns what is to be told of it */
export function foldIn(row: ProfileRow, resolved: ResolvedPhone): OutgoingEvent {
  const { job, status, observations } = resolved.data;
  const before = row.profile;
  if (status === 'FOUND' && !row.jobs.some(({ id }) => id === job.id))
    row.jobs = [...row.jobs, { id: job.id, number: job.number }];
  const newest = newestObservations(row.observations, observations);
  // Also what does not show in the profile now may outweigh what comes later.
  row.changed ||=
    newest.length !== row.observations.length || newest.some((each, place) => each !== row.observations[place]);
  row.observations = newest;
  recompute(row);
  const told = toldBy(resolved);
  return updatedEvent(row, before, told.job, told.options);
}

/** Folds a row anew. @returns what is to be told of it when it comes out otherwise */
export function refoldRow(row: ProfileRow): OutgoingEvent | null {
  const before = row.profile;
  recompute(row);
  return row.profile === before ? null : updatedEvent(row, before, null);
}

/** What became of a profile that lost observations: told of it, or gone because none is left that found anything. */
export interface Forgotten {
  event: OutgoingEvent | null;
  isGone: boolean;
  /** Pictures that it does not refer to any more. */
  images: string[];
}

/** Takes what was said before then out of a row, which is written anew in any case. */
export function forgetOlder(row: ProfileRow, before: number): Forgotten {
  row.changed = true;
  const { left, forgotten } = withoutOlder(row.observations, before);
  if (forgotten === 0) return { event: null, isGone: false, images: [] };
  if (!left.some(({ status }) => status === 'FOUND')) return { event: null, isGone: true, images: [] };
  const was = row.profile;
  row.observations = left;
  recompute(row);
  const now = new Set(picturesOf(row.profile));
  return {
    event: row.profile === was ? null : updatedEvent(row, was, null),
    isGone: false,
    images: picturesOf(was).filter((image) => !now.has(image)),
  };
}

/** Where a number without profile belongs, by the numbering plan. */
export const countryOf = ({ data }: ResolvedPhone): string =>
  data.observations.find(({ fields }) => fields?.numbering)?.fields?.numbering?.country ?? NO_COUNTRY;
