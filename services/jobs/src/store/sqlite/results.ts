import type { MergedPass } from '@numscope/contracts';
import { emptyTally, isFinal, isOpen } from '../../domain/phone-status.ts';
import type { JobState } from '../../domain/job-state.ts';
import type { Absorbed, Profiled } from '../job-store.port.ts';
import { answered } from '../asked-again.ts';
import { afterProfile, type PhoneState } from '../phone-result.ts';
import { valueOf } from '../phone-value.ts';
import { profiledOf, resolvedOf } from '../read-events.ts';
import { isFrom } from '../source-codes.ts';
import type { Passes } from './passes.ts';
import type { Writing } from './writing.ts';

/** Where the result of a phone belongs. */
interface Place {
  job: JobState;
  pass: number;
  /** In a job that it went to: the pass that was asked. Where it has not come from there yet, the result is not for it. */
  from: MergedPass | null;
}

/** Takes the results of phones in. Whatever comes twice or late changes nothing that is final. */
export function results(writing: Writing, passes: Passes) {
  const { parts, finder, phones } = writing;

  /** The status of a phone that has become final by it; null for none. */
  const absorbOne = <R extends Profiled>(
    { job, pass, from }: Place,
    result: R,
    next: (state: PhoneState, result: R) => PhoneState,
  ) => {
    const phone = Number(valueOf(result.phone));
    const before = phones.find(job.key, pass, phone);
    if (!before || !isOpen(before.status) || (from && !isFrom(before.sources, from))) return null;
    const after = next(before, result);
    phones.set(after, job.key, pass, phone);
    const part = after.status === before.status ? undefined : parts.holding(job.key, pass, phone);
    if (part) parts.move(part, before.status, after.status);
    return isFinal(after.status) ? after.status : null;
  };

  /** The job of an event, and the one its phones went to if it was merged meanwhile. */
  const placesOf = (cache: Map<string, Place[]>, result: Profiled): Place[] => {
    const name = `${result.jobId} ${result.pass}`;
    let places = cache.get(name);
    if (!places) {
      const job = finder.job(result.jobId);
      places = job ? [{ job, pass: result.pass, from: null }] : [];
      const target = job?.merged_into == null ? null : finder.job(String(job.merged_into));
      const from = job && { number: job.number, pass: result.pass };
      if (target) places.push({ job: target, pass: target.pass, from });
      cache.set(name, places);
    }
    return places;
  };

  const absorb = <R extends Profiled>(
    list: Iterable<R>,
    now: number,
    next: (state: PhoneState, result: R) => PhoneState,
  ): Absorbed =>
    writing.change(() => {
      const cache = new Map<string, Place[]>();
      const finals = new Map<JobState, number>();
      const became = emptyTally();
      for (const result of list) {
        for (const place of placesOf(cache, result)) {
          const status = absorbOne(place, result, next);
          if (status === null) continue;
          finals.set(place.job, (finals.get(place.job) ?? 0) + 1);
          became[status as 0]++;
        }
      }
      let statusChanged = false;
      for (const job of finals.keys()) statusChanged = passes.finishIfDone(job, now) || statusChanged;
      return { finals: [...finals].map(([job, phones]) => ({ key: job.key, phones })), became, statusChanged };
    });

  return {
    resolved: (texts: readonly string[], now: number): Absorbed => absorb(resolvedOf(texts), now, answered),

    profiled: (texts: readonly string[], now: number): Absorbed => absorb(profiledOf(texts), now, afterProfile),
  };
}
