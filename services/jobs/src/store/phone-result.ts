import type { MergedPass } from '@numscope/contracts';
import { NUMBERING_PLAN } from '@numscope/contracts/lists';
import { code, emptyTally, isFinal, isOpen } from '../domain/phone-status.ts';
import type { Absorbed, Resolved } from './job-store.port.ts';
import type { PhoneValue } from './phone-value.ts';
import {
  mergeSources,
  packSources,
  passesIn,
  uniteSources,
  unpackAnswers,
  waitsIn,
  withPasses,
} from './source-codes.ts';

/** What comes of no results. */
export const nothingAbsorbed = (): Absorbed => ({ finals: [], became: emptyTally(), statusChanged: false });

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

/**
 * What a phone brings into another job or pass: from a pass of a merged job its result, or what is still to be asked of
 * it; else (null) it is to be looked up afresh. Where some source is asked yet, it is known in which pass others
 * answered.
 */
export function broughtRow(row: PhoneRow, from: MergedPass | null): PhoneRow {
  const { phone, status, flags, sources } = row;
  if (status === code.NOT_VALID) return row;
  if (from === null) return pendingRow(phone);
  if (isFinal(status)) return (flags & HAS_FAILED) > 0 ? { ...row, sources: withPasses(sources, [from]) } : row;
  const isRetried = (flags & RETRY) > 0;
  const known = isRetried ? sources : withPasses(null, passesIn(sources));
  return {
    phone,
    status: code.PENDING,
    flags: isRetried ? flags & (RETRY | WAS_FOUND) : 0,
    sources: withPasses(known, [from]),
  };
}

/**
 * What becomes of a phone of a job when the same number joins it from there, as `broughtRow` brings it; null where that
 * changes nothing. What the job was answered stays, and what is asked stays so; as long as some source may be asked yet,
 * it is known where others have answered.
 */
export function joined(had: PhoneState, brought: PhoneState, from: MergedPass | null): PhoneState | null {
  if (from === null || brought.status === code.NOT_VALID) return null;
  const { status, flags, sources } = isAnswered(had) ? had : metBy(had, brought);
  const isAskedYet = !isAnswered({ status, flags }) || (flags & HAS_FAILED) > 0;
  const passes = isAskedYet ? [...passesIn(had.sources), ...passesIn(brought.sources), from] : [];
  const after = { status, flags, sources: withPasses(sources, passes) };
  return after.status === had.status && after.flags === had.flags && after.sources === had.sources ? null : after;
}

/** Whether the sources have said of a phone what they could. */
const isAnswered = ({ status, flags }: Omit<PhoneState, 'sources'>): boolean =>
  !isOpen(status) || (flags & RESOLVED) > 0;

/** Joins a phone that is still to be answered with the one that comes: the one that knows more, or both together. */
function metBy(had: PhoneState, brought: PhoneState): PhoneState {
  const knows = isFinal(brought.status) || (brought.flags & RETRY) > 0;
  if (!knows) return had;
  const isRetried = (had.flags & RETRY) > 0;
  if (!isRetried && had.status === code.PENDING)
    return isFinal(brought.status) ? brought : { ...brought, flags: brought.flags | (had.flags & PROFILED) };
  // What is being asked goes on, and what it is answered comes to what the other was; nobody waits for what that one has.
  const status = had.status === code.WAITING ? code.PENDING : had.status;
  const wasFound = brought.status === code.FOUND ? WAS_FOUND : brought.flags & WAS_FOUND;
  const sources = isRetried ? uniteSources(had.sources, brought.sources) : brought.sources;
  return { status, flags: had.flags | RETRY | wasFound, sources };
}

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
      sources: packSources(sources, result.waiting, passesIn(state.sources)),
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
    // Whoever failed may be asked once more.
    sources: packSources(sources, [], failed > 0 ? passesIn(state.sources) : []),
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
 * A phone of a job's present pass whose profile was deleted: nothing is known of it any more, and of one that is asked
 * again only for what. Null where that changes nothing: it was not found, or was asked about again since.
 */
export function afterDeletion({ status, flags, sources }: PhoneState, at: number): PhoneState | null {
  const answers = unpackAnswers(sources);
  if (answers.some((answer) => answer.at > at)) return null;
  if (status === code.FOUND) return { status: code.NOT_FOUND, flags: PROFILE_DELETED, sources: null };
  const wasFound = (flags & WAS_FOUND) > 0 || answers.some((answer) => answer.status === 'FOUND');
  if (isAnswered({ status, flags }) || !wasFound) return null;
  const failed = answers.filter((answer) => answer.status === 'FAILED');
  return { status, flags: flags & ~WAS_FOUND, sources: packSources(failed, waitsIn(sources), passesIn(sources)) };
}

/** An open phone whose profile has become searchable. */
export function afterProfile({ status, flags, sources }: PhoneState): PhoneState {
  // It is of what the others said.
  if (status === code.WAITING) return { status, flags, sources };
  const done = (flags & RESOLVED) > 0;
  return { status: done ? code.FOUND : status, flags: done ? flags & HAS_FAILED : flags | PROFILED, sources };
}
