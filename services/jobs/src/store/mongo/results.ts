import type { MergedPass } from '@numscope/contracts';
import { emptyTally, isFinal, isOpen } from '../../domain/phone-status.ts';
import type { Absorbed, Profiled } from '../job-store.port.ts';
import { answered } from '../asked-again.ts';
import { afterProfile, type PhoneState, nothingAbsorbed } from '../phone-result.ts';
import { valueOf } from '../phone-value.ts';
import { profiledOf, resolvedOf } from '../read-events.ts';
import { isFrom } from '../source-codes.ts';
import type { JobDocument, PhoneDocument } from './documents.ts';
import type { Jobs } from './jobs.ts';
import { open } from './parts.ts';
import type { Passes } from './passes.ts';
import { partOf, phoneId } from './phone-id.ts';
import { runOf, stateOf } from './phone-states.ts';
import { slicesOf } from './phones.ts';

/** A result, and the phone it is for. */
interface Work<R> {
  id: string;
  job: JobDocument;
  pass: number;
  /** In a job that it went to: the pass that was asked. Where it has not come from there yet, the result is not for it. */
  from: MergedPass | null;
  result: R;
}

/** What becomes of a phone. */
interface Outcome<R> {
  job: JobDocument;
  before: PhoneDocument;
  after: PhoneState;
  works: ReadonlyArray<Work<R>>;
}

const isSame = (a: PhoneState, b: PhoneState): boolean =>
  a.status === b.status && a.flags === b.flags && a.sources === b.sources;

/** What of a phone is to be other than it was read. */
const changesOf = <R>({ before, after }: Outcome<R>): Partial<PhoneDocument> => {
  const { sources, ...rest } = { ...after, run: runOf(after, before.run) };
  // What sources said is most of what is written, and a profile changes nothing of it.
  return sources === before.sources ? rest : { ...rest, sources };
};

/** Updates of phones that are still as they were read. Most of a batch were and become the same: these share one. */
function saving<R>(group: ReadonlyArray<Outcome<R>>) {
  const alike = Map.groupBy(group, (outcome) => {
    const { pass, status, flags } = outcome.before;
    return JSON.stringify([pass, status, flags, changesOf(outcome)]);
  });
  return [...alike.values()].flatMap((outcomes) => {
    const [first] = outcomes;
    if (!first) return [];
    const { pass, status, flags } = first.before;
    const update = { $set: changesOf(first) };
    return slicesOf(outcomes.map(({ before }) => before._id)).map(($in) => ({
      updateMany: { filter: { _id: { $in }, pass, status, flags }, update },
    }));
  });
}

/** Takes the results of phones in, whichever instance they come to. Whatever comes twice or late changes nothing that is final. */
export function results(jobs: Jobs, passes: Passes) {
  const { phones } = jobs;

  /** The jobs of the events, and those that their phones went to if they were merged meanwhile. */
  const worksOf = async <R extends Profiled>(list: readonly R[]): Promise<Array<Work<R>>> => {
    const found = new Map((await jobs.byIds([...new Set(list.map(({ jobId }) => jobId))])).map((job) => [job.id, job]));
    const targets = new Map<number, JobDocument>();
    for (const { merged_into } of found.values()) {
      const target = merged_into === null || targets.has(merged_into) ? null : await jobs.byRef(String(merged_into));
      if (target) targets.set(target.number, target);
    }
    return list.flatMap((result) => {
      const job = found.get(result.jobId);
      const target = targets.get(job?.merged_into ?? 0);
      const places = [
        ...(job ? [{ job, pass: result.pass, from: null }] : []),
        ...(job && target ? [{ job: target, pass: target.pass, from: { number: job.number, pass: result.pass } }] : []),
      ];
      const phone = valueOf(result.phone);
      return (
        places
          // A part that is in another pass has asked for nothing.
          .filter((place) => place.job.main || partOf(place.job, phone)?.pass === place.pass)
          .map((place) => ({ ...place, id: phoneId(place.job, place.pass, phone), result }))
      );
    });
  };

  /** What becomes of the phones, one after the other for each; nothing of those that are final. */
  const outcomesOf = async <R extends Profiled>(
    works: ReadonlyArray<Work<R>>,
    next: (state: PhoneState, result: R) => PhoneState,
  ): Promise<Array<Outcome<R>>> => {
    const byId = Map.groupBy(works, ({ id }) => id);
    const documents = await phones.byIds([...byId.keys()]);
    return documents.flatMap((before) => {
      const here = (byId.get(before._id) ?? []).filter(({ pass }) => pass === before.pass);
      const job = here[0]?.job;
      if (!job) return [];
      const state = stateOf(before, job);
      let after = state;
      for (const { result, from } of here)
        if (isOpen(after.status) && (from === null || isFrom(after.sources, from))) after = next(after, result);
      return isSame(after, state) ? [] : [{ job, before, after, works: here }];
    });
  };

  /** Has those parts counted that seemed to lie still. */
  const openParts = async <R extends Profiled>(outcomes: ReadonlyArray<Outcome<R>>): Promise<void> => {
    const touched = (job: JobDocument, own: ReadonlyArray<Outcome<R>>) =>
      new Set(
        own
          .map(({ works: [work] }) => work && partOf(job, valueOf(work.result.phone)))
          .filter((part) => part !== undefined),
      );
    for (const [job, own] of Map.groupBy(outcomes, (outcome) => outcome.job)) {
      if ([...touched(job, own)].every(({ tally }) => tally === null)) continue;
      await jobs.change(job.key, (change) => touched(change.job, own).forEach((part) => open(part)));
    }
  };

  const absorb = async <R extends Profiled>(
    list: readonly R[],
    now: number,
    next: (state: PhoneState, result: R) => PhoneState,
  ): Promise<Absorbed> => {
    const finals = new Map<number, number>();
    const became = emptyTally();
    for (let works = await worksOf(list); works.length > 0;) {
      const outcomes = await outcomesOf(works, next);
      await openParts(outcomes);
      // A bulk says how many phones it changed, not which: so there is one for each job and status that phones get.
      const groups = [...Map.groupBy(outcomes, ({ job, after }) => `${job.key}:${after.status}`).values()];
      const left = groups.map(async (group): Promise<Array<Work<R>>> => {
        const { matchedCount } = await phones.all.bulkWrite(saving(group), { ordered: false });
        const [first] = group;
        if (first && isFinal(first.after.status) && matchedCount > 0) {
          finals.set(first.job.key, (finals.get(first.job.key) ?? 0) + matchedCount);
          became[first.after.status as 0] += matchedCount;
        }
        // Others changed some of them meanwhile.
        return matchedCount === group.length ? [] : group.flatMap((outcome) => [...outcome.works]);
      });
      works = (await Promise.all(left)).flat();
    }
    let statusChanged = false;
    for (const key of finals.keys()) statusChanged = (await passes.finishIfDone(key, now)) || statusChanged;
    return { finals: [...finals].map(([key, count]) => ({ key, phones: count })), became, statusChanged };
  };

  return {
    async resolved(texts: readonly string[], now: number): Promise<Absorbed> {
      const list = [...resolvedOf(texts)];
      return list.length > 0 ? absorb(list, now, answered) : nothingAbsorbed();
    },

    async profiled(texts: readonly string[], now: number): Promise<Absorbed> {
      const list = [...profiledOf(texts)];
      return list.length > 0 ? absorb<Profiled>(list, now, afterProfile) : nothingAbsorbed();
    },
  };
}
