import { reasonOf, type ServiceClient, type ServiceKit } from '@numscope/platform';
import type { BoundSources } from '../config/load-sources-file.ts';
import { connectorOf } from '../connectors/connectors.ts';
import { periodOf, periods } from '../domain/limits/periods.ts';
import {
  endOf,
  keepsAnswer,
  keptStop,
  type KeptStop,
  type SourceStop,
  stopOf,
  waitingName,
} from '../domain/health/source-stop.ts';
import type { DatasetStore } from '../store/datasets/index.ts';
import type { CallCount, SourceStore } from '../store/source-store.port.ts';
import { type CallLimits, ownLimits } from './call-limits.ts';
import type { Committer } from './committer.ts';
import { callTimes } from './measure-sources.ts';
import { PhotoKeeper } from './photo-keeper.ts';
import { SharedLimits } from './shared-limits.ts';
import { SourceRunner } from './source-runner.ts';

/** What was kept of the sources: their stops, and the calls of the minute, the day and the month. */
export interface KeptStanding {
  stops: ReadonlyMap<string, KeptStop>;
  made: readonly CallCount[];
}

export async function readStanding(store: SourceStore, now: number): Promise<KeptStanding> {
  const [stops, ...made] = await Promise.all([
    store.stops(),
    ...periods.map((period) => store.callsOf(periodOf(period, now))),
  ]);
  for (const stop of stops.filter(keepsAnswer))
    await store.setStop(stop.source, keptStop(stop.source, stopOf(stop)), now, []);
  return { stops: new Map(stops.map((stop) => [stop.source, stop])), made: made.flat() };
}

export interface RunnerMakerParts {
  kit: ServiceKit;
  client: ServiceClient;
  store: SourceStore;
  committer: Committer;
  /** Opened when the first dataset is bound. */
  datasets(): Promise<DatasetStore>;
}

/** Makes a runner for a source as it is bound, with its pauses and its calls as they were left. */
export class RunnerMaker {
  /** The limits of each source, where several instances share them. */
  readonly sharing = new Map<string, SharedLimits>();
  readonly #parts: RunnerMakerParts;
  readonly #timesOf: ReturnType<typeof callTimes>;

  constructor(parts: RunnerMakerParts) {
    this.#parts = parts;
    this.#timesOf = callTimes(parts.kit);
  }

  /** @param limits - those of a source that goes on with them; null: its own, with what was called already */
  async make(
    { name, config }: BoundSources['asked'][number],
    { proxies, secrets }: Pick<BoundSources, 'proxies' | 'secrets'>,
    { stops, made }: KeptStanding,
    limits: CallLimits | null = null,
  ): Promise<SourceRunner> {
    const { kit, client, store, committer, datasets } = this.#parts;
    const now = kit.clock.now();
    const connector = await connectorOf(name, config, {
      proxies,
      secrets,
      submissions: store,
      datasets: config.connector === 'dataset' ? await datasets() : null,
      log: kit.log,
      now: () => kit.clock.now(),
    });
    const byMinute = [config.limits, ...config.accounts].some(({ perMinute }) => perMinute > 0);
    const runner = new SourceRunner({
      name,
      config,
      connector,
      limits: limits ?? this.#limitsOf(name, config),
      clock: kit.clock,
      log: kit.log,
      photos: new PhotoKeeper(connector, client),
      hasRoom: (ungiven) => committer.hasRoom(ungiven),
      counted: (account, at) => committer.count(name, account, at, byMinute),
      called: this.#timesOf(name),
      stopped: (stop) => this.#keepStop(name, stop),
    });
    const stop = stops.get(name);
    const ended = stops.get(waitingName(name));
    if (stop) runner.stop = stopOf(stop);
    if (ended) runner.endedWaiting = endOf(ended);
    if (limits === null)
      for (const { account, day, calls } of made.filter(({ source }) => source === name))
        runner.quota.restore(account, day, calls, now);
    return runner;
  }

  #limitsOf(source: string, config: SourceRunner['config']): CallLimits {
    const { store, kit } = this.#parts;
    if (!store.shared) return ownLimits(config);
    const shared = new SharedLimits({ source, config, shared: store.shared, log: kit.log });
    this.sharing.set(source, shared);
    return shared;
  }

  /** What it was stopped for is told to the others and outlives a restart; until that is kept it holds here. */
  async #keepStop(source: string, stop: SourceStop): Promise<void> {
    const { kit, store } = this.#parts;
    kit.log.warn({ source, state: stop.state, cause: stop.cause }, 'a source was stopped by what it answers');
    try {
      await store.setStop(source, keptStop(source, stop), kit.clock.now(), []);
    } catch (error) {
      kit.log.error({ source, reason: reasonOf(error) }, 'that a source was stopped could not be kept');
    }
  }
}
