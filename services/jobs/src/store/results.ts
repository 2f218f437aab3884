import { code } from '../domain/phone-status.ts';
import type { JobRow } from './job-rows.ts';
import type { Absorbed, Profiled, Resolved } from './job-store.port.ts';
import { type Passes, RESOLVED } from './passes.ts';
import { valueOf } from './phone-value.ts';
import { readProfiled, readResolved } from './read-events.ts';
import { mergeSources, packSources } from './source-codes.ts';
import type { Writing } from './writing.ts';

/** Flags of a phone besides RESOLVED. RETRY: only what failed is asked again. */
export const RETRY = 2;
/** Some source could not answer. */
export const HAS_FAILED = 4;
/** It was found before it is tried again. */
export const WAS_FOUND = 8;
/** Its profile came before what the sources said. */
const PROFILED = 16;

interface Row {
  status: number;
  flags: number;
  sources: string | null;
}

/** Where the result of a phone belongs. */
interface Place {
  job: JobRow;
  pass: number;
}

/** Takes the results of phones in. Whatever comes twice or late changes nothing that is final. */
export function results(writing: Writing, passes: Passes) {
  const { db, parts, finder } = writing;
  const find = db.prepare('SELECT status, flags, sources FROM phone WHERE job = ? AND pass = ? AND phone = ?');
  const set = db.prepare('UPDATE phone SET status = ?, flags = ?, sources = ? WHERE job = ? AND pass = ? AND phone = ?');
  const setFlags = db.prepare('UPDATE phone SET status = ?, flags = ? WHERE job = ? AND pass = ? AND phone = ?');

  /** An open row of a phone, and how to move it on. */
  const openRow = (place: Place, phone: number): Row | null => {
    const row = find.get(place.job.key, place.pass, phone);
    if (!row) return null;
    const status = Number(row['status']);
    if (status !== code.PENDING && status !== code.SENT) return null;
    return { status, flags: Number(row['flags']), sources: row['sources'] === null ? null : String(row['sources']) };
  };

  const count = (place: Place, phone: number, from: number, to: number): void => {
    const part = parts.holding(place.job.key, place.pass, phone);
    if (part && from !== to) parts.move(part, from, to);
  };

  const resolve = (place: Place, result: Resolved): boolean => {
    const phone = Number(valueOf(result.phone));
    const row = openRow(place, phone);
    if (!row) return false;
    const sources = (row.flags & RETRY) > 0 ? mergeSources(row.sources, result.sources) : result.sources;
    const failed = sources.some((answer) => answer.status === 'FAILED') ? HAS_FAILED : 0;
    // Found, but its profile is not searchable yet: final only with that.
    const waits = result.status === 'FOUND' && (row.flags & PROFILED) === 0;
    const final = result.status === 'FOUND' || (row.flags & WAS_FOUND) > 0 ? code.FOUND : code[result.status];
    const status = waits ? row.status : final;
    const flags = waits ? (row.flags & ~HAS_FAILED) | failed | RESOLVED : failed;
    set.run(status, flags, packSources(sources), place.job.key, place.pass, phone);
    count(place, phone, row.status, status);
    return !waits;
  };

  const profile = (place: Place, result: Profiled): boolean => {
    const phone = Number(valueOf(result.phone));
    const row = openRow(place, phone);
    if (!row) return false;
    const done = (row.flags & RESOLVED) > 0;
    const status = done ? code.FOUND : row.status;
    setFlags.run(status, done ? row.flags & HAS_FAILED : row.flags | PROFILED, place.job.key, place.pass, phone);
    count(place, phone, row.status, status);
    return done;
  };

  /** The job of an event, and the one its phones went to if it was merged meanwhile. */
  const placesOf = (cache: Map<string, Place[]>, result: Profiled): Place[] => {
    const name = `${result.jobId} ${result.pass}`;
    let places = cache.get(name);
    if (!places) {
      const job = finder.job(result.jobId);
      places = job ? [{ job, pass: result.pass }] : [];
      const target = job?.merged_into == null ? null : finder.job(String(job.merged_into));
      if (target) places.push({ job: target, pass: target.pass });
      cache.set(name, places);
    }
    return places;
  };

  const absorb = <R extends Profiled>(list: readonly R[], now: number, one: (place: Place, result: R) => boolean): Absorbed =>
    writing.change(() => {
      const cache = new Map<string, Place[]>();
      const finals = new Map<JobRow, number>();
      for (const result of list) {
        for (const place of placesOf(cache, result)) if (one(place, result)) finals.set(place.job, (finals.get(place.job) ?? 0) + 1);
      }
      let statusChanged = false;
      for (const job of finals.keys()) statusChanged = passes.finishIfDone(job, now) || statusChanged;
      return { finals: [...finals].map(([job, phones]) => ({ key: job.key, phones })), statusChanged };
    });

  return {
    resolved: (events: readonly string[], now: number): Absorbed => absorb(events.map(readResolved), now, resolve),

    profiled(events: readonly string[], now: number): Absorbed {
      const list = events.map(readProfiled).filter((result) => result !== null);
      return list.length > 0 ? absorb(list, now, profile) : { finals: [], statusChanged: false };
    },
  };
}
