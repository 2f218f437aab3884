import type { Profile, SourceFields } from '@numscope/contracts';
import { foldProfile } from './fold-profile.ts';
import { newestObservations } from './newest-observations.ts';
import type { KeptObservation, ProfileIdentity } from './observation.ts';
import { planProfile } from './plan-profile.ts';

/**
 * What a number may take as JSON: its profile, and what that is computed from. MongoDB takes 16 MB of a document, in which
 * jobs, pictures and verdicts stand beside these.
 */
export const MOST_BYTES = 10 * 1024 * 1024;
/** How often a value may be kept: as it was said, in the profile, its provenance and a disagreement, and as chosen of it. */
const TIMES = 5;
/** What it takes at most by that: a character as \u0000, and what stands around a value, as who says it and when. */
const CHAR_BYTES = 6 * TIMES;
const VALUE_BYTES = 600;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Whether it has room without being measured, as nearly all of it has. */
function isFew(observations: readonly KeptObservation[], most: number): boolean {
  let bytes = 0;
  const count = (value: unknown): void => {
    bytes += VALUE_BYTES;
    if (typeof value === 'string') bytes += value.length * CHAR_BYTES;
    if (typeof value !== 'object' || value === null || bytes > most) return;
    if (Array.isArray(value)) for (const each of value) count(each);
    else
      for (const name in value) {
        bytes += name.length * CHAR_BYTES;
        count(Reflect.get(value, name));
      }
  };
  count(observations);
  return bytes <= most;
}

/** The first ones that take so many bytes together; at least one. */
function firstOf<T>(all: readonly T[], bytes: number, sizeOf: (one: T) => number): ReadonlySet<T> {
  const first = new Set<T>();
  let taken = 0;
  for (const one of all) {
    if (taken >= bytes) break;
    first.add(one);
    taken += sizeOf(one);
  }
  return first;
}

/** Without what sources said before, the oldest of it first. */
function withoutFormer(observations: readonly KeptObservation[], bytes: number): KeptObservation[] {
  const former = observations.flatMap((one) => one.former ?? []).sort((a, b) => a.at - b.at);
  const gone = firstOf(former, bytes, bytesOf);
  return observations.map(({ former: said = [], ...newest }) => {
    const left = said.filter((one) => !gone.has(one));
    return left.length > 0 ? { ...newest, former: left } : newest;
  });
}

/** Without what takes most of what sources say of one field. */
function withoutLargest(observations: readonly KeptObservation[], bytes: number): KeptObservation[] {
  const said = observations.flatMap(({ source, fields }) =>
    (Object.keys(fields ?? {}) as Array<keyof SourceFields>).map((field) => ({
      source,
      field,
      size: bytesOf(fields?.[field]),
    })),
  );
  const gone = firstOf(
    said.sort((a, b) => b.size - a.size),
    bytes,
    ({ size }) => size,
  );
  const left = new Map(observations.map((one) => [one.source, { ...one, fields: one.fields && { ...one.fields } }]));
  for (const { source, field } of gone) delete left.get(source)?.fields?.[field];
  return [...left.values()];
}

/** Without so many bytes, if it has them; null where nothing can go. */
function lighter(observations: readonly KeptObservation[], bytes: number): KeptObservation[] | null {
  if (observations.some(({ former }) => former !== undefined)) return withoutFormer(observations, bytes);
  if (observations.some(({ fields }) => fields !== null && Object.keys(fields).length > 0))
    return withoutLargest(observations, bytes);
  if (observations.length < 2) return null;
  const newest = new Set(observations.toSorted((a, b) => b.at - a.at).slice(0, Math.ceil(observations.length / 2)));
  return observations.filter((one) => newest.has(one));
}

/** A profile, and what of the observations is kept with it. */
export interface Fitting {
  profile: Profile;
  /** Whether it is what the numbering plan alone says. */
  isPlan: boolean;
  /** The same array where all of them have room. */
  observations: readonly KeptObservation[];
}

/**
 * Computes a profile that has room in a document with its observations. Where they have none, what sources said before is
 * left out, the oldest of it first; then of what they say now the largest fields, and at last the oldest answers. Else
 * nothing new would be kept of the number, nor of those that come with it.
 */
export function foldWithin(
  identity: ProfileIdentity,
  observations: readonly KeptObservation[],
  most = MOST_BYTES,
): Fitting {
  let left = observations;
  for (;;) {
    const plan = planProfile(identity, left);
    const profile = plan ?? foldProfile(identity, left);
    const excess = isFew(left, most) ? 0 : bytesOf(left) + bytesOf(profile) - most;
    const fewer = excess > 0 ? lighter(left, excess / TIMES) : null;
    if (fewer === null) return { profile, isPlan: plan !== null, observations: left };
    left = fewer;
  }
}

/** Whether all that comes of a number in one go has room, were it all that is known. */
export function hasRoom({ phone, observations }: { phone: string; observations: readonly KeptObservation[] }): boolean {
  if (isFew(observations, MOST_BYTES)) return true;
  const newest = newestObservations([], observations);
  return foldWithin({ id: '', phone, createdTimestamp: 0, jobs: [] }, newest).observations === newest;
}
