import { setTimeout as pause } from 'node:timers/promises';
import { NUMBERING_PLAN } from '@numscope/contracts';
import { reasonOf, type ServiceKit, TransientError } from '@numscope/platform';
import { dayOf } from '../domain/limits/periods.ts';
import type { Instance, SharedRecords, SourceFigures, SourcePause } from '../store/shared-records.port.ts';
import type { CallCount, SourceStore } from '../store/source-store.port.ts';
import { Membership } from './membership.ts';
import type { HeardJob, JobRuns } from '../domain/job-runs.ts';
import type { PlanSource } from './plan-source.ts';
import { endOf, stopOf, waitingName } from '../domain/health/source-stop.ts';
import type { SharedLimits } from './shared-limits.ts';
import type { SourceRunner } from './source-runner.ts';
import { type Begun, isBefore, type UnderWay } from './under-way.ts';

export interface PeersOptions {
  kit: ServiceKit;
  store: Pick<SourceStore, 'callsOf'>;
  shared: SharedRecords;
  runners: ReadonlyMap<string, SourceRunner>;
  planSource(): PlanSource | null;
  limits: ReadonlyMap<string, SharedLimits>;
  jobs: JobRuns;
  underWay: UnderWay;
}

/** What is ordered at another instance holds here after that: in less than the second that is promised. */
const BEAT_MS = 750;
/**
 * Who has nothing to do and knows of nobody else beats less often, but before what it was told at its last beat counts no
 * more.
 */
const BEATS_ALONE = 3;
/** What others called is looked for less often while nothing is asked here; what they gave back of a quota, always. */
const BEATS_A_LOOK = 8;
/** Others' former runs end at their next beat. */
const FORMER_RUN_MS = 200;

const runKey = ({ job, run }: { job: string; run: number }): string => `${run} ${job}`;

/**
 * What this instance and the others that share its records tell each other: who lives, what is under way, what is
 * paused, how much was called.
 */
export class Peers {
  readonly #options: PeersOptions;
  readonly #membership: Membership;
  /** By what they wait for, with their run. */
  readonly #entries = new Map<string, { run: string; over: Promise<void> }>();
  readonly #pauses = new Map<string, string>();
  /** How often each instance had to go slower with each source, and how often this one had at the last beat. */
  readonly #cuts = new Map<string, number>();
  readonly #ownCuts = new Map<string, number>();
  #others: Instance[] = [];
  /** Whether there was no other instance at the last beat. */
  isAlone = false;
  #beats = 0;
  /** At the last beat nothing was under way here. */
  #isIdle = false;
  /** Somebody waits to see how all instances stand. */
  #isAsked = false;
  #running: Promise<void> | null = null;
  #following: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Called when another instance is there after a time in which there was none. */
  onCompany: () => void = () => undefined;

  constructor(options: PeersOptions) {
    this.#options = options;
    this.#membership = new Membership(options.shared.instance);
  }

  /** Announces this instance; from then on it hears of the others. */
  async start(): Promise<void> {
    await this.#beatNow();
    const { kit, limits } = this.#options;
    await Promise.all([...limits.values()].map((one) => one.reserving?.begin(kit.clock.now())));
    this.#schedule();
  }

  /**
   * Hears the others now, so that who asks here sees what was just ordered there. When they cannot be heard, what was
   * heard last counts.
   */
  async hear(): Promise<void> {
    this.#isAsked = true;
    await this.#beatQuietly();
  }

  /** Whether this one does what one is to do for all: ids grow with time, and the eldest is the same for whoever asks. */
  get isEldest(): boolean {
    const { instance } = this.#options.shared;
    return this.#others.every(({ id }) => instance < id);
  }

  /** How a source stands at the other instances. */
  figuresOf(source: string): SourceFigures[] {
    return this.#others.flatMap(({ figures }) => figures.filter((one) => one.source === source));
  }

  /**
   * Before the first work of a run: hears whether it is wanted still, and waits until what the others do of former runs,
   * or of jobs that were merged into it, is over.
   */
  readonly entering = (begun: Begun): Promise<void> => {
    const run = runKey(begun);
    const key = JSON.stringify([run, begun.merged]);
    const known = this.#entries.get(key);
    if (known) return known.over;
    const over = this.#enter(begun);
    this.#entries.set(key, { run, over });
    over.catch(() => this.#entries.delete(key)); // the next work tries again
    return over;
  };

  /** Once nothing is asked any more: brings back what was reserved, and is no member from then on. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await Promise.allSettled([this.#running, this.#following]);
    try {
      for (const limits of this.#options.limits.values()) await limits.close();
      await this.#options.shared.leave();
    } catch (error) {
      this.#warn(error, 'what was reserved could not be brought back; it is lost for the day');
    }
  }

  /** Both say what they do before they look at what the other does, so at least one of two sees the other. */
  async #enter(begun: Begun): Promise<void> {
    const { shared, jobs } = this.#options;
    const { job, run } = begun;
    if (run > 1) await shared.noteRun(job, run);
    await this.#beatNow();
    while (!jobs.isDropped(job, run) && this.#others.some(({ works }) => works.some((one) => isBefore(one, begun)))) {
      if (this.#isClosed) throw new TransientError('closing');
      await pause(FORMER_RUN_MS);
      await this.#beatNow();
    }
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      void this.#beatQuietly().finally(() => this.#schedule());
    }, BEAT_MS);
  }

  #beatQuietly(): Promise<void> {
    return this.#beatNow().catch((error: unknown) => this.#warn(error, 'the other instances could not be heard'));
  }

  /** A beat that begins now at the earliest; whoever asks while one is under way shares the next one. */
  #beatNow(): Promise<void> {
    if (!this.#running) return (this.#running = this.#beat().finally(() => (this.#running = null)));
    this.#following ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#following = null;
        return this.#beatNow();
      });
    return this.#following;
  }

  async #beat(): Promise<void> {
    const { kit, store, shared, runners, limits, underWay } = this.#options;
    const works = underWay.runs;
    const begun = performance.now();
    const beat = this.#beats++;
    // Who has nothing to do, and has said so, needs the others only once it has: every other time it hears but pauses.
    const rests = this.#isIdle && works.length === 0 && !this.#isAsked;
    if (rests && this.isAlone && beat % BEATS_ALONE !== 0) return;
    if (rests && !this.isAlone && beat % 2 === 1) return this.#hearPauses(await shared.pauses());
    const isLook = beat % BEATS_A_LOOK === 0;
    const countsCalls = works.length > 0 || isLook || this.#isAsked;
    this.#isAsked = false;
    const planSource = this.#options.planSource();
    const asked = [...runners.values(), ...(planSource ? [planSource] : [])];
    const instances = await shared.beat({ works, figures: asked.map(({ figures }) => figures) });
    this.#isIdle = works.length === 0;
    const { standing, others, dead } = this.#membership.look(instances, begun, performance.now());
    this.#others = others;
    const wasAlone = this.isAlone;
    this.isAlone = others.length === 0;
    if (wasAlone && !this.isAlone) this.onCompany();
    for (const { id, figures } of others) for (const one of figures) this.#hearPace(id, one);
    for (const one of limits.values()) one.stand(standing);
    const [pauses, heard, calls] = await Promise.all([
      rests && this.isAlone && !isLook ? [] : shared.pauses(),
      works.length > 0 ? shared.heardOf([...new Set(works.map(({ job }) => job))]) : [],
      countsCalls ? store.callsOf(dayOf(kit.clock.now())) : [],
      ...dead.map((instance) => shared.expel(instance)),
    ]);
    this.#hearPauses(pauses);
    for (const [name, runner] of runners) runner.hearRefusals(this.figuresOf(name).flatMap(({ row }) => row ?? []));
    this.#hearJobs(heard);
    this.#hearCalls(calls);
    this.#forgetEntries(works);
    await this.#evenOut(isLook);
  }

  #hearPauses(pauses: readonly SourcePause[]): void {
    for (const { source, stop, change } of pauses) {
      if (this.#pauses.get(source) === change) continue;
      this.#pauses.set(source, change);
      const { runners } = this.#options;
      const planSource = this.#options.planSource();
      if (source === NUMBERING_PLAN && planSource) planSource.pausedBy = stop?.by ?? null;
      const runner = runners.get(source);
      if (runner) {
        runner.stop = stop && stopOf(stop);
        runner.reset();
      }
      const waited = [...runners.values()].find(({ name }) => waitingName(name) === source);
      if (waited) waited.endedWaiting = stop && endOf(stop);
    }
  }

  /** An instance that has to go slower, or to leave a source alone, does so for all. */
  #hearPace(instance: string, { source, pace }: SourceFigures): void {
    if (!pace) return;
    const key = `${instance} ${source}`;
    const known = this.#cuts.get(key);
    this.#cuts.set(key, pace.cuts);
    const runner = this.#options.runners.get(source);
    const own = runner?.figures.pace?.cuts ?? 0;
    const isCut = known !== undefined && pace.cuts > known && own === this.#ownCuts.get(source);
    this.#ownCuts.set(source, own + (isCut ? 1 : 0));
    if (isCut || pace.holdMs > 0) runner?.slowDown(pace.holdMs, isCut);
  }

  #hearJobs(heard: readonly HeardJob[]): void {
    const news = heard.filter((job) => this.#options.jobs.hear(job));
    if (news.length > 0) for (const runner of this.#options.runners.values()) runner.sweep();
  }

  #hearCalls(made: readonly CallCount[]): void {
    const now = this.#options.kit.clock.now();
    for (const { source, account, day, calls } of made)
      this.#options.runners.get(source)?.quota.restore(account, day, calls, now);
  }

  #forgetEntries(works: ReadonlyArray<{ job: string; run: number }>): void {
    const current = new Set([...works, ...this.#options.underWay.runs].map(runKey));
    for (const [key, { run }] of this.#entries) if (!current.has(run)) this.#entries.delete(key);
  }

  /** What lies idle here others may need, and the other way about. */
  async #evenOut(isLook: boolean): Promise<void> {
    for (const [name, limits] of this.#options.limits) {
      if (this.#options.runners.get(name)?.isIdle) await limits.reserving?.giveBack();
      if (isLook) await limits.reserving?.lookAgain(this.#options.kit.clock.now());
    }
  }

  #warn(error: unknown, message: string): void {
    this.#options.kit.log.warn({ reason: reasonOf(error) }, message);
  }
}
