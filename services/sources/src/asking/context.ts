import { NUMBERING_PLAN } from '@numscope/contracts';
import type { ServiceKit } from '@numscope/platform';
import type { AskedSource } from '../config/source-config.ts';
import type { BoundSources } from '../config/load-sources-file.ts';
import type { NumberingPlan } from '../store/plan/index.ts';
import type { Committer } from './committer.ts';
import { DoNotLookUp } from './do-not-look-up.ts';
import { JobRuns } from '../domain/job-runs.ts';
import { readStanding, RunnerMaker, type RunnerMakerParts } from './make-runner.ts';
import { measureSources } from './measure-sources.ts';
import { Peers } from './peers.ts';
import { PlanSource } from './plan-source.ts';
import type { SourceRunner } from './source-runner.ts';
import type { SourceStore } from '../store/source-store.port.ts';
import { UnderWay } from './under-way.ts';

const DAY_MS = 86_400_000;

/** All that asking takes: the sources that are on, the numbering plan, and what was heard of the jobs. */
export interface AskingContext {
  readonly kit: ServiceKit;
  /** As the sources file binds them; another one when that was taken again. */
  bound: BoundSources;
  readonly store: SourceStore;
  readonly runners: Map<string, SourceRunner>;
  /** Those that the file bound before, until what they have in flight is over. */
  readonly retired: Set<SourceRunner>;
  /** Hears that one of them is over. */
  onRetired: () => void;
  readonly maker: RunnerMaker;
  /** Null when the operator switched the numbering plan off. */
  planSource: PlanSource | null;
  /** What the tables say, whoever asks. */
  readonly plan: NumberingPlan;
  readonly committer: Committer;
  /** Numbers that no source is asked about. */
  readonly doNotLookUp: DoNotLookUp;
  readonly jobs: JobRuns;
  readonly underWay: UnderWay;
  /** The other instances; null where there can be none. */
  readonly peers: Peers | null;
}

export interface ContextParts extends RunnerMakerParts {
  bound: BoundSources;
  plan: NumberingPlan;
}

/** Moment since which an answer of this source is fresh at `now`; null when answers are never reused. */
export const freshSince = (config: AskedSource, now: number): number | null =>
  config.freshForDays > 0 ? now - config.freshForDays * DAY_MS : null;

/** Builds a runner for each source that is on, with the pauses and the calls as they were left. */
export async function openContext(parts: ContextParts): Promise<AskingContext> {
  const { kit, bound, store, committer, plan } = parts;
  const [standing, heard] = await Promise.all([readStanding(store, kit.clock.now()), store.jobs()]);
  const maker = new RunnerMaker(parts);
  const made = await Promise.all(bound.asked.map((one) => maker.make(one, bound, standing)));
  const { numberingPlan } = bound;
  const pausedPlan = standing.stops.get(NUMBERING_PLAN)?.by ?? null;
  const jobs = new JobRuns();
  for (const job of heard) jobs.hear(job);
  const doNotLookUp = new DoNotLookUp({ store, isShared: store.shared !== null, log: kit.log });
  await doNotLookUp.load();
  const runners = new Map(made.map((runner) => [runner.name, runner]));
  measureSources(kit, runners);
  const underWay = new UnderWay();
  const standingOf = {
    bound,
    planSource: numberingPlan && new PlanSource(numberingPlan.trust, pausedPlan, kit.clock),
  };
  const peers =
    store.shared &&
    new Peers({
      kit,
      store,
      shared: store.shared,
      runners,
      planSource: () => context.planSource,
      limits: maker.sharing,
      jobs,
      underWay,
    });
  const context: AskingContext = {
    kit,
    store,
    plan,
    committer,
    doNotLookUp,
    jobs,
    underWay,
    peers,
    runners,
    maker,
    retired: new Set(),
    onRetired: () => undefined,
    ...standingOf,
  };
  doNotLookUp.isAlone = () => peers?.isAlone === true;
  if (peers) peers.onCompany = () => doNotLookUp.othersCame();
  doNotLookUp.onAdded = () => {
    for (const runner of runners.values()) runner.sweep();
  };
  committer.onRoom = () => {
    for (const runner of runners.values()) runner.wake();
  };
  return context;
}
