import { NUMBERING_PLAN } from '@numscope/contracts';
import { reasonOf } from '@numscope/platform';
import type { AskingContext } from '../asking/context.ts';
import { readStanding } from '../asking/make-runner.ts';
import { PlanSource } from '../asking/plan-source.ts';
import type { SourceRunner } from '../asking/source-runner.ts';
import type { BoundSources } from '../config/load-sources-file.ts';

type Bound = BoundSources['asked'][number];

/** All that a source is told, also by what the file says elsewhere. */
const toldOf = ({ config }: Bound, { proxies }: BoundSources): string =>
  JSON.stringify([config, 'proxy' in config && config.proxy ? proxies[config.proxy] : null]);

/** How often it may be called. */
const limitsOf = ({ config: { accounts, limits } }: Pick<Bound, 'config'>): string =>
  JSON.stringify([
    accounts.map(({ name, perMinute, perDay, perMonth }) => [name, perMinute, perDay, perMonth]),
    limits.perSecond,
    limits.perMinute,
    limits.perDay,
    limits.perMonth,
  ]);

/** Until it is kept of each of these that it was stopped: whatever their heirs are told would be written over later. */
async function stopsKept(runners: readonly SourceRunner[]): Promise<void> {
  let stops: unknown[];
  do {
    stops = runners.map(({ stop }) => stop);
    await Promise.all(runners.map((runner) => runner.stopKept()));
  } while (runners.some(({ stop }, place) => stop !== stops[place]));
}

/**
 * Has the sources asked as they are bound from now on: those that stay as they were are not touched; of the others what
 * is in flight comes to its end, and what waits goes to their successors. Whoever fails while being made leaves all as
 * it was.
 */
export async function takeSources(context: AskingContext, bound: BoundSources): Promise<void> {
  const { runners, maker, store, committer, kit } = context;
  const before = new Map(context.bound.asked.map((one) => [one.name, one]));
  const isSame = (one: Bound): boolean => {
    const former = before.get(one.name);
    return former !== undefined && toldOf(former, context.bound) === toldOf(one, bound);
  };
  const changed = bound.asked.filter((one) => !isSame(one));
  const names = new Set(bound.asked.map(({ name }) => name));
  // Nothing more is counted to what is counted anew.
  const recounted = changed.flatMap((one) => {
    const runner = runners.get(one.name);
    return runner && limitsOf(runner) !== limitsOf(one) ? runner : [];
  });
  for (const runner of recounted) runner.pump.hold();
  const made: SourceRunner[] = [];
  let planPausedBy: string | null = null;
  const formerShared = new Map(maker.sharing);
  try {
    if (recounted.length > 0) await committer.flush();
    const standing = await readStanding(store, kit.clock.now());
    planPausedBy = standing.stops.get(NUMBERING_PLAN)?.by ?? null;
    for (const one of changed) {
      const former = runners.get(one.name);
      const limits = former && !recounted.includes(former) ? former.limits : null;
      made.push(await maker.make(one, bound, standing, limits));
    }
    await Promise.all(made.map((runner) => runner.connector.start()));
    await stopsKept(made.flatMap(({ name }) => runners.get(name) ?? []));
  } catch (error) {
    maker.sharing.clear();
    for (const [name, shared] of formerShared) maker.sharing.set(name, shared);
    for (const runner of recounted) runner.pump.goOn();
    for (const runner of made) void runner.close(0);
    throw error;
  }
  // Nothing below can fail: it is taken as a whole.
  const gone = [...runners.values()].filter(({ name }) => !names.has(name));
  const retired = [...gone, ...made.flatMap(({ name }) => runners.get(name) ?? [])];
  context.bound = bound;
  const plan = bound.numberingPlan;
  context.planSource =
    plan && new PlanSource(plan.trust, context.planSource?.pausedBy ?? planPausedBy, kit.clock, context.planSource);
  for (const runner of made) {
    const former = runners.get(runner.name);
    runners.set(runner.name, runner);
    if (!former) continue;
    runner.stop = former.stop;
    runner.endedWaiting = former.endedWaiting;
    former.handOver(runner);
  }
  for (const runner of gone) {
    runners.delete(runner.name);
    maker.sharing.delete(runner.name);
    runner.handOver(null);
  }
  for (const runner of retired) {
    context.retired.add(runner);
    const shared = formerShared.get(runner.name);
    const isShared = shared !== undefined && shared === maker.sharing.get(runner.name);
    void runner
      .retire()
      .then(() => (isShared ? undefined : shared?.close()))
      .catch((error: unknown) => kit.log.warn({ reason: reasonOf(error) }, 'a source could not be ended in order'))
      .finally(() => {
        context.retired.delete(runner);
        context.onRetired();
      });
  }
}
