import { NUMBERING_PLAN } from '@numscope/contracts';
import type { ServiceClient, ServiceKit } from '@numscope/platform';
import type { AskedSource } from '../config/source-config.ts';
import type { BoundSources } from '../config/load-sources-file.ts';
import { connectorOf } from '../connectors/connectors.ts';
import { dayOf } from '../domain/day-quota.ts';
import type { DatasetStore } from '../store/datasets/dataset-store.port.ts';
import type { NumberingPlan } from '../store/plan/index.ts';
import type { SourceStore } from '../store/source-store.port.ts';
import { ownLimits } from './call-limits.ts';
import type { Committer } from './committer.ts';
import { Peers } from './peers.ts';
import { JobRuns } from './job-runs.ts';
import { callTimes, measureSources } from './measure-sources.ts';
import { PhotoKeeper } from './photo-keeper.ts';
import { PlanSource } from './plan-source.ts';
import { SharedLimits } from './shared-limits.ts';
import { SourceRunner } from './source-runner.ts';
import { UnderWay } from './under-way.ts';

const DAY_MS = 86_400_000;

/** All that asking takes: the sources that are on, the numbering plan, and what was heard of the jobs. */
export interface AskingContext {
  kit: ServiceKit;
  bound: BoundSources;
  store: SourceStore;
  runners: ReadonlyMap<string, SourceRunner>;
  /** Null when the operator switched the numbering plan off. */
  planSource: PlanSource | null;
  /** What the tables say, whoever asks. */
  plan: NumberingPlan;
  committer: Committer;
  jobs: JobRuns;
  underWay: UnderWay;
  /** The other instances; null where there can be none. */
  peers: Peers | null;
}

export interface ContextParts {
  kit: ServiceKit;
  client: ServiceClient;
  bound: BoundSources;
  store: SourceStore;
  /** Null when no dataset is bound. */
  datasets: DatasetStore | null;
  plan: NumberingPlan;
  committer: Committer;
}

/** Moment since which an answer of this source is fresh at `now`; null when answers are never reused. */
export const freshSince = (config: AskedSource, now: number): number | null =>
  config.freshForDays > 0 ? now - config.freshForDays * DAY_MS : null;

/** Builds a runner for each source that is on, with the pauses and the day's calls as they were left. */
export async function openContext(parts: ContextParts): Promise<AskingContext> {
  const { kit, client, bound, store, committer, plan } = parts;
  const now = kit.clock.now();
  const [paused, made, heard] = await Promise.all([store.paused(), store.callsOf(dayOf(now)), store.jobs()]);
  const { proxies, secrets } = bound;
  const connectorParts = {
    proxies,
    secrets,
    datasets: parts.datasets,
    submissions: store,
    log: kit.log,
    now: () => kit.clock.now(),
  };
  const connected = await Promise.all(
    bound.asked.map(async ({ name, config }) => ({
      name,
      config,
      connector: await connectorOf(name, config, connectorParts),
    })),
  );
  const pausedBy = new Map(paused.map(({ source, by }) => [source, by]));
  const { numberingPlan } = bound;
  const planSource =
    numberingPlan && new PlanSource(numberingPlan.trust, pausedBy.get(NUMBERING_PLAN) ?? null, kit.clock);
  const sharing = new Map<string, SharedLimits>();
  const timesOf = callTimes(kit);
  const runners = connected.map(({ name, config, connector }) => {
    const shared = store.shared && new SharedLimits({ source: name, config, shared: store.shared, log: kit.log });
    if (shared) sharing.set(name, shared);
    const runner = new SourceRunner({
      name,
      config,
      connector,
      limits: shared ?? ownLimits(config),
      clock: kit.clock,
      log: kit.log,
      photos: new PhotoKeeper(connector, client, config.timeoutMs),
      counted: (account, at) => committer.count(name, account, at),
      called: timesOf(name),
    });
    runner.pausedBy = pausedBy.get(name) ?? null;
    for (const { account, day, calls } of made.filter(({ source }) => source === name))
      runner.quota.restore(account, day, calls, now);
    return runner;
  });
  const jobs = new JobRuns();
  for (const job of heard) jobs.hear(job);
  const byName = new Map(runners.map((runner) => [runner.name, runner]));
  measureSources(kit, byName);
  const underWay = new UnderWay();
  const peers =
    store.shared &&
    new Peers({ kit, store, shared: store.shared, runners: byName, planSource, limits: sharing, jobs, underWay });
  return { kit, bound, store, plan, committer, jobs, underWay, peers, planSource, runners: byName };
}
