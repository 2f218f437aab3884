import { setTimeout as pause } from 'node:timers/promises';
import { calls, limits, type RetentionDays, type RetentionPlace } from '@numscope/contracts';
import { SYSTEM } from '@numscope/contracts/lists';
import { auditEvent, newId, type OutgoingEvent, reasonOf, Rounds } from '@numscope/platform';
import type { ProfilesDeps } from '../deps.ts';
import { type RetentionRecord, type RetentionStep, retentionSteps, type RunRecord } from '../store/retention.ts';
import { cutOf, nextRunAt } from '../domain/retention-times.ts';
import type { IndexKeeper } from './index-keeper.ts';

const LOOK_MS = 10_000;
/** Numbers at once: few enough that whoever waits for the store hardly notices. */
const SLICE = 100;
/** Jobs at once: each may have a million phones. */
const JOBS = 10;
const SHORTEST_PAUSE_MS = 10;
/** The audit checks what it removes, which takes some seconds for a million entries. */
const LONGEST_MS = 15 * 60_000;

/** Steps that are done some at a time. */
type Slices = Exclude<RetentionStep, 'audit'>;

/** What came of a slice of a step. */
interface Slice {
  removed: Partial<Record<RetentionPlace, number>>;
  more: boolean;
}

const stepOf = {
  jobs: 'jobs',
  sources: 'observations',
  profiles: 'observations',
} as const satisfies Record<Slices, keyof RetentionDays>;

const openRun = ({ runs }: RetentionRecord): RunRecord | null => runs.find((run) => run.finishedAt === null) ?? null;

function entryOf({ id, days, removed, startedAt, finishedAt }: RunRecord): OutgoingEvent {
  return auditEvent({
    actionType: 'PRIVACY',
    createdTimestamp: finishedAt ?? startedAt,
    details: 'Removed what is older than it is kept',
    username: SYSTEM,
    ip: '',
    args: { run: id, days, ...removed },
    outcome: 'OK',
  });
}

/**
 * Once a day, by one instance, removes what is older than it is to be kept, some at a time and with pauses between. What
 * is done is kept, so that a process that ends in the middle goes on at its next start.
 */
export class RetentionRuns {
  readonly #deps: ProfilesDeps;
  readonly #keeper: IndexKeeper;
  readonly #rounds = new Rounds(() => this.#round());
  readonly #stop = new AbortController();

  constructor(deps: ProfilesDeps, keeper: IndexKeeper) {
    this.#deps = deps;
    this.#keeper = keeper;
  }

  start(): void {
    this.#rounds.wake();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#rounds.close();
  }

  /** Sets how long things are kept. The audit's own service hears of its part first. */
  async set(days: RetentionDays, by: string, audit: OutgoingEvent | null): Promise<void> {
    const { client, kit } = this.#deps;
    await client.call(calls.setAuditRetention, { body: { days: days.audit } });
    const at = kit.clock.now();
    const entries = audit ? [audit] : [];
    await this.#change((record) => ({ ...record, days, by, at, untold: [...record.untold, ...entries] }));
    await this.#tell();
  }

  async #round(): Promise<number> {
    const { store, kit } = this.#deps;
    try {
      await this.#tell();
      if (this.#isDue(await store.retention())) await store.inTurn(() => this.#run(), this.#stop.signal);
    } catch (error) {
      if (!this.#stop.signal.aborted)
        kit.log.warn(
          { reason: reasonOf(error) },
          'what is older than it is kept could not be removed; it goes on by itself',
        );
    }
    return this.#deps.retentionLookMs ?? LOOK_MS;
  }

  #isDue(record: RetentionRecord): boolean {
    const now = this.#deps.kit.clock.now();
    const at = nextRunAt(record, now);
    return openRun(record) !== null || (at !== null && at <= now);
  }

  async #run(): Promise<void> {
    const { store, kit } = this.#deps;
    const record = await store.retention();
    // Another instance may have had the turn before.
    if (!this.#isDue(record)) return;
    if (!openRun(record)) {
      const removed = { jobs: 0, observations: 0, folded: 0, profiles: 0, auditEntries: 0 };
      const run = { id: newId(), startedAt: kit.clock.now(), finishedAt: null, days: record.days, done: [], removed };
      await this.#change((one) =>
        openRun(one) ? one : { ...one, runs: [run, ...one.runs].slice(0, limits.retentionRuns) },
      );
    }
    for (const step of retentionSteps) await this.#step(step);
    await this.#change((one) => {
      const run = openRun(one);
      if (!run) return one;
      const finished = { ...run, finishedAt: kit.clock.now() };
      const runs = one.runs.map((each) => (each.id === run.id ? finished : each));
      return { ...one, runs, untold: [...one.untold, entryOf(finished)] };
    });
    await this.#tell();
  }

  async #step(step: RetentionStep): Promise<void> {
    const run = openRun(await this.#deps.store.retention());
    if (!run || run.done.includes(step)) return;
    if (step === 'audit') return this.#audit(run);
    const days = run.days[stepOf[step]];
    if (days !== null) await this.#removeAll(step, cutOf(days, Math.min(run.startedAt, this.#deps.kit.clock.now())));
    await this.#changeRun((open) => ({ ...open, done: [...open.done, step] }));
  }

  /** Counts by where the audit trail began before and begins now: a call whose answer was lost has removed something, too. */
  async #audit({ days, auditGone }: RunRecord): Promise<void> {
    let auditEntries = 0;
    if (days.audit !== null) {
      const before = auditGone === undefined ? await this.#goneBefore(days.audit) : auditGone;
      const { gone } = await this.#deps.client.call(calls.removeOldAudit, { timeoutMs: LONGEST_MS });
      if (before !== null && gone !== null) auditEntries = Math.max(0, gone - before);
    }
    await this.#changeRun((open) => ({
      ...open,
      removed: { ...open.removed, auditEntries },
      done: [...open.done, 'audit'],
    }));
  }

  async #goneBefore(days: number): Promise<number | null> {
    const { gone } = await this.#deps.client.call(calls.countOldAudit, { body: { days } });
    await this.#changeRun((open) => ({ ...open, auditGone: gone }));
    return gone;
  }

  async #removeAll(step: Slices, before: number): Promise<void> {
    for (let more = true; more;) {
      const begun = performance.now();
      const slice = await this.#slice(step, before);
      await this.#note(slice.removed);
      ({ more } = slice);
      // At most half of the time is taken, however slow the store is.
      if (more)
        await pause(Math.max(SHORTEST_PAUSE_MS, performance.now() - begun), undefined, { signal: this.#stop.signal });
    }
  }

  async #slice(step: Slices, before: number): Promise<Slice> {
    const { client } = this.#deps;
    if (step === 'profiles') return this.#profiles(before);
    if (step === 'jobs') {
      const { removed, more } = await client.call(calls.removeOldJobs, { body: { before, limit: JOBS } });
      return { removed: { jobs: removed }, more };
    }
    const { removed, more } = await client.call(calls.removeOldObservations, { body: { before, limit: SLICE } });
    return { removed: { observations: removed }, more };
  }

  async #profiles(before: number): Promise<Slice> {
    const { store } = this.#deps;
    // What a slice before has left, which a fault or the end of the process kept from being dropped.
    await this.#drop((await store.retention()).images);
    let gone: readonly string[] = [];
    let images: readonly string[] = [];
    let folded = 0;
    let more = false;
    await this.#keeper.change(async () => {
      const retained = await store.retain(before, SLICE);
      ({ folded, more, gone, images } = retained);
      return retained.work;
    });
    let profiles = 0;
    for (const phone of gone) if (await this.#keeper.remove(() => store.removeForgotten(phone, before))) profiles++;
    // Pictures of removed profiles go with them; of the others nobody else tells.
    await this.#drop(images);
    // One that was asked for meanwhile stays, with old answers that are still to go.
    return { removed: { folded, profiles }, more: more || profiles < gone.length };
  }

  /** Not at once, as an erasure does: a newer answer with the same picture may be on its way to its profile. */
  async #drop(images: readonly string[]): Promise<void> {
    if (images.length === 0) return;
    for (let at = 0; at < images.length; at += 1000) {
      const body = { ids: images.slice(at, at + 1000) };
      await this.#deps.client.call(calls.dropImages, { body, timeoutMs: LONGEST_MS });
    }
    const dropped = new Set(images);
    await this.#change((record) => ({ ...record, images: record.images.filter((id) => !dropped.has(id)) }));
  }

  #note(counts: Slice['removed']): Promise<void> {
    if (Object.values(counts).every((each) => each === 0)) return Promise.resolve();
    return this.#changeRun((run) => {
      const removed = { ...run.removed };
      for (const place of Object.keys(removed) as RetentionPlace[]) removed[place] += counts[place] ?? 0;
      return { ...run, removed };
    });
  }

  #changeRun(change: (run: RunRecord) => RunRecord): Promise<void> {
    return this.#change((record) => ({
      ...record,
      runs: record.runs.map((run) => (run.finishedAt === null ? change(run) : run)),
    }));
  }

  /** Tries again whenever somebody else has changed the record in between. */
  async #change(change: (record: RetentionRecord) => RetentionRecord): Promise<void> {
    const { store } = this.#deps;
    for (;;) {
      const record = await store.retention();
      const changed = change(record);
      if (changed === record) return;
      if (await store.saveRetention({ ...changed, revision: record.revision + 1 })) return;
    }
  }

  /** Hands over what the audit has not been told; twice where a process ends in between, which it knows by the id. */
  async #tell(): Promise<void> {
    const { store, bus } = this.#deps;
    const { untold } = await store.retention();
    if (untold.length === 0) return;
    await bus.publish(untold);
    const told = new Set(untold.map(({ id }) => id));
    await this.#change((record) => ({ ...record, untold: record.untold.filter(({ id }) => !told.has(id)) }));
  }
}
