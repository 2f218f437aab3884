import { NUMBERING_PLAN } from '@numscope/contracts/lists';
import { code, isFinal } from '../domain/phone-status.ts';
import type { Resolved } from './job-store.port.ts';
import type { PhoneValue } from './phone-value.ts';
import { mergeSources, packSources, unpackAnswers } from './source-codes.ts';

/** Flag of a phone whose sources have answered FOUND: only its profile is missing. */
export const RESOLVED = 1;
/** Only what failed is asked again. */
export const RETRY = 2;
/** Some source could not answer. */
export const HAS_FAILED = 4;
/** It was found before it is tried again. */
export const WAS_FOUND = 8;
/** Its profile came before what the sources said. */
const PROFILED = 16;

/** It was found, and its profile was deleted since. */
const PROFILE_DELETED = 32;
/** No source was asked: it is on the do-not-look-up list. */
const NOT_ASKED = 64;

/** What is known of a phone in a pass. `status` is a code, `sources` as `packSources` makes them. */
export interface PhoneState {
  status: number;
  flags: number;
  sources: string | null;
}

/** A phone of a job, with what is known of it. */
export interface PhoneRow extends PhoneState {
  phone: PhoneValue;
}

/** A phone that is to be looked up. */
export const pendingRow = (phone: PhoneValue): PhoneRow => ({ phone, status: code.PENDING, flags: 0, sources: null });

/** What a phone brings into another job or pass: its result, unless it is to be looked up afresh. */
export const broughtRow = (row: PhoneRow, afresh: boolean): PhoneRow =>
  row.status === code.NOT_VALID || (isFinal(row.status) && !afresh) ? row : pendingRow(row.phone);

/** An open phone after its sources have answered. */
export function afterAnswers(state: PhoneState, result: Resolved): PhoneState {
  if (result.doNotLookUp)
    return (state.flags & WAS_FOUND) > 0
      ? { status: code.FOUND, flags: NOT_ASKED, sources: state.sources }
      : { status: code.NOT_FOUND, flags: NOT_ASKED, sources: null };
  const sources = (state.flags & RETRY) > 0 ? mergeSources(state.sources, result.sources) : result.sources;
  // Only those are asked once they go on; what a job that does not run any more had handed out stays pending.
  if (result.waiting.length > 0)
    return {
      status: state.status === code.PENDING ? code.PENDING : code.WAITING,
      flags: RETRY | (state.flags & WAS_FOUND),
      sources: packSources(sources, result.waiting),
    };
  const isFailed = sources.some(({ source, status }) => status === 'FAILED' && source !== NUMBERING_PLAN);
  const failed = sources.some((answer) => answer.status === 'FAILED') ? HAS_FAILED : 0;
  // Found, but its profile is not searchable yet: final only with that.
  const waits = result.status === 'FOUND' && (state.flags & PROFILED) === 0;
  const final =
    result.status === 'FOUND' || (state.flags & WAS_FOUND) > 0 ? code.FOUND : code[isFailed ? 'FAILED' : result.status];
  return {
    status: waits ? state.status : final,
    flags: waits ? (state.flags & ~HAS_FAILED) | failed | RESOLVED : failed,
    sources: packSources(sources),
  };
}

/** What is told of a phone by its flags. */
export const marksOf = (flags: number): { profileDeleted?: true; doNotLookUp?: true } => ({
  ...((flags & PROFILE_DELETED) > 0 ? { profileDeleted: true } : {}),
  ...((flags & NOT_ASKED) > 0 ? { doNotLookUp: true } : {}),
});

/** A profile that was deleted, and when (milliseconds). */
export interface DeletedProfile {
  phone: string;
  at: number;
}

/**
 * A phone of a job's present pass whose profile was deleted: nothing is known of it any more. Null where that changes
 * nothing: it was not found, or was asked about again since.
 */
export function afterDeletion({ status, sources }: PhoneState, at: number): PhoneState | null {
  if (status !== code.FOUND || unpackAnswers(sources).some((answer) => answer.at > at)) return null;
  return { status: code.NOT_FOUND, flags: PROFILE_DELETED, sources: null };
}

/** An open phone whose profile has become searchable. */
export function afterProfile({ status, flags, sources }: PhoneState): PhoneState {
  // It is of what the others said.
  if (status === code.WAITING) return { status, flags, sources };
  const done = (flags & RESOLVED) > 0;
  return { status: done ? code.FOUND : status, flags: done ? flags & HAS_FAILED : flags | PROFILED, sources };
}
