import { addTo, emptyTally, finalIn, isFinal, isOpen, openIn, type Tally } from '../../domain/phone-status.ts';
import type { Absorbed, Profiled } from '../job-store.port.ts';
import { afterAnswers, afterProfile, type PhoneState } from '../phone-result.ts';
import { valueOf } from '../phone-value.ts';
import { readProfiled, readResolved } from '../read-events.ts';
import type { Block } from './block.ts';
import type { Blocks, StoredBlock } from './blocks.ts';
import type { Directory } from './directory.ts';
import { blockId, type JobDocument, type PartDocument } from './documents.ts';
import type { Jobs } from './jobs.ts';
import type { Passes } from './passes.ts';

/** Where the result of a phone belongs. */
interface Place {
  job: JobDocument;
  pass: number;
}

/** The results that one block gets, in order. */
interface Work<R> extends Place {
  id: string;
  number: number;
  results: R[];
}

/** What became of them: those whose phones are not in the block come back. */
interface Outcome<R> {
  work: Work<R>;
  stored: StoredBlock | null;
  /** What those that became final became. */
  finals: Tally;
  absent: R[];
}

const hasOpen = ({ blocks }: PartDocument): boolean => Object.values(blocks).some(({ tally }) => openIn(tally) > 0);

/** Takes the results of phones in, whichever instance they come to. Whatever comes twice or late changes nothing that is final. */
export function results(jobs: Jobs, blocks: Blocks, directory: Directory, passes: Passes) {
  /** The jobs of the events, and those that their phones went to if they were merged meanwhile. */
  const placesOf = async (list: readonly Profiled[]): Promise<Map<string, Place[]>> => {
    const ids = [...new Set(list.map(({ jobId }) => jobId))];
    const found = new Map((await Promise.all(ids.map((id) => jobs.byRef(id)))).map((job) => [job?.id, job]));
    const targets = new Map<number, JobDocument>();
    for (const job of found.values()) {
      if (job?.merged_into == null || targets.has(job.merged_into)) continue;
      const target = await jobs.byRef(String(job.merged_into));
      if (target) targets.set(job.merged_into, target);
    }
    const places = new Map<string, Place[]>();
    for (const { jobId, pass } of list) {
      const job = found.get(jobId);
      const target = targets.get(job?.merged_into ?? 0);
      places.set(`${jobId} ${pass}`, [
        ...(job ? [{ job, pass }] : []),
        ...(target ? [{ job: target, pass: target.pass }] : []),
      ]);
    }
    return places;
  };

  const addWork = <R extends Profiled>(works: Map<string, Work<R>>, place: Place, number: number, result: R): void => {
    const id = blockId(place.job.key, place.pass, number);
    const work = works.get(id);
    if (work) work.results.push(result);
    else works.set(id, { ...place, id, number, results: [result] });
  };

  /** Applies results to a block in memory; answers null when they change nothing. */
  const apply = <R extends Profiled>(
    block: Block,
    list: readonly R[],
    next: (state: PhoneState, result: R) => PhoneState,
  ) => {
    const finals = emptyTally();
    let changed = false;
    for (const result of list) {
      const index = block.indexOf(valueOf(result.phone));
      if (index < 0) continue;
      const state = block.stateAt(index);
      if (!isOpen(state.status)) continue;
      const after = next(state, result);
      block.set(index, after);
      changed = true;
      if (isFinal(after.status)) finals[after.status as 0]++;
    }
    return changed ? { result: finals } : null;
  };

  const absorbOne = async <R extends Profiled>(
    work: Work<R>,
    given: StoredBlock | null,
    next: (state: PhoneState, result: R) => PhoneState,
  ): Promise<Outcome<R>> => {
    const changed = given && (await blocks.change(work.id, given, (block) => apply(block, work.results, next)));
    if (!changed) return { work, stored: null, finals: emptyTally(), absent: work.results };
    const { stored, result } = changed;
    const absent = work.results.filter(({ phone }) => stored.block.indexOf(valueOf(phone)) < 0);
    return { work, stored, finals: result ?? emptyTally(), absent };
  };

  /** One round: each block once. Answers the results whose phones were elsewhere, and where to look for them. */
  const round = async <R extends Profiled>(
    works: Map<string, Work<R>>,
    next: (state: PhoneState, result: R) => PhoneState,
  ) => {
    const loaded = await blocks.load([...works.keys()]);
    const outcomes = await Promise.all(
      [...works.values()].map((work) => absorbOne(work, loaded.get(work.id) ?? null, next)),
    );
    const left = new Map<string, Work<R>>();
    for (const { work, stored, absent } of outcomes) {
      const now = absent.length > 0 ? await jobs.byKey(work.job.key) : null;
      for (const result of absent) {
        const cutOff = stored?.block.continuesAt(valueOf(result.phone)) ?? null;
        if (cutOff !== null) addWork(left, work, cutOff, result);
        // A phone that got another place while its old one was looked up; whatever is not there either is no phone of the job.
        else if (now && now.shape !== work.job.shape) {
          const number = await directory.blockFor(now, work.pass, valueOf(result.phone));
          if (number !== null) addWork(left, { job: now, pass: work.pass }, number, result);
        }
      }
    }
    return { outcomes, left };
  };

  /** Counts what changed. Blocks that had it all are counted too: the process that wrote them may have died before it could. */
  const count = async <R>(outcomes: ReadonlyArray<Outcome<R>>): Promise<Map<number, boolean>> => {
    const ending = new Map<number, boolean>();
    const groups = Map.groupBy(
      outcomes.filter(({ stored }) => stored),
      ({ work }) => `${work.job.key}:${work.pass}`,
    );
    await Promise.all(
      [...groups.values()].map(async (group) => {
        const [first] = group;
        if (!first) return;
        const { job, pass } = first.work;
        const here = group.flatMap(({ work, stored }) => (stored ? [{ block: work.number, stored }] : []));
        const parts = await blocks.summarise(job, pass, here, () => jobs.byKey(job.key));
        if (parts.some((part) => !hasOpen(part))) ending.set(job.key, true);
      }),
    );
    return ending;
  };

  const absorb = async <R extends Profiled>(
    list: readonly R[],
    now: number,
    next: (state: PhoneState, result: R) => PhoneState,
  ): Promise<Absorbed> => {
    const places = await placesOf(list);
    let works = new Map<string, Work<R>>();
    for (const result of list) {
      for (const place of places.get(`${result.jobId} ${result.pass}`) ?? []) {
        const number = await directory.blockFor(place.job, place.pass, valueOf(result.phone));
        if (number !== null) addWork(works, place, number, result);
      }
    }
    const finals = new Map<number, number>();
    const became = emptyTally();
    let statusChanged = false;
    while (works.size > 0) {
      const { outcomes, left } = await round(works, next);
      for (const { work, finals: tally } of outcomes) {
        if (finalIn(tally) > 0) finals.set(work.job.key, (finals.get(work.job.key) ?? 0) + finalIn(tally));
        addTo(became, tally);
      }
      const ending = await count(outcomes);
      for (const key of ending.keys()) statusChanged = (await passes.finishIfDone(key, now)) || statusChanged;
      works = left;
    }
    return { finals: [...finals].map(([key, phones]) => ({ key, phones })), became, statusChanged };
  };

  return {
    resolved: (events: readonly string[], now: number): Promise<Absorbed> =>
      absorb(events.map(readResolved), now, afterAnswers),

    async profiled(events: readonly string[], now: number): Promise<Absorbed> {
      const list = events.map(readProfiled).filter((result) => result !== null);
      return list.length > 0
        ? absorb<Profiled>(list, now, afterProfile)
        : { finals: [], became: emptyTally(), statusChanged: false };
    },
  };
}
