import type { CallContext } from '@numscope/platform';
import type { Call } from '@numscope/contracts';
import { Carrier } from './background/carrier.ts';
import { CurveKeeper } from './background/curve-keeper.ts';
import { Dispatcher } from './background/dispatcher.ts';
import type { JobsDeps } from './deps.ts';
import { measureJobs, type MeasuredJobs } from './background/measure-jobs.ts';
import { QuotaWaits } from './background/quota-waits.ts';
import { RateMeter } from './domain/rate-meter.ts';
import { PhonesThread } from './ingest/phones-thread.ts';
import { KeptComparisons } from './queries/comparison-marks.ts';
import { SourceTallies } from './queries/source-tallies.ts';
import type { Act } from './store/job-store.port.ts';

/** What the commands, queries and consumers share. */
export interface JobsContext extends JobsDeps {
  rates: RateMeter;
  waits: QuotaWaits;
  comparisons: KeptComparisons;
  sourceTallies: SourceTallies;
  phonesThread: PhonesThread;
  dispatcher: Dispatcher;
  measured: MeasuredJobs;
  carrier: Carrier;
  /** A change was committed: its events may go out, and phones may be handed out by it. */
  committed(): void;
}

/** @param sendEvents called when events wait in the outbox */
export function createContext(deps: JobsDeps, sendEvents: () => void): JobsContext {
  const { store, kit, client, settings } = deps;
  const { clock, log } = kit;
  const rates = new RateMeter();
  const waits = new QuotaWaits({ store, client, clock, log });
  const measured = measureJobs(kit, store);
  const dispatcher = new Dispatcher({
    store,
    clock,
    log,
    slots: settings.maxRunningJobs,
    rates,
    waits,
    curves: new CurveKeeper({ store, waiting: () => waits.waiting.map(({ source }) => source) }),
    committed: sendEvents,
    handedOut: measured.handedOut,
  });
  const committed = (): void => {
    sendEvents();
    dispatcher.wake();
  };
  const carrier = new Carrier({ store, clock, log, joined: committed });
  store.onWork?.(() => {
    carrier.start();
    committed();
  });
  return {
    ...deps,
    rates,
    waits,
    comparisons: new KeptComparisons(),
    sourceTallies: new SourceTallies(),
    measured,
    phonesThread: new PhonesThread(),
    dispatcher,
    carrier,
    committed,
  };
}

/** Who does it, when, and the audit entry that is kept with the change. */
export const actOf = (context: CallContext<Call>, { kit }: JobsDeps): Act => ({
  by: context.userName,
  at: kit.clock.now(),
  audit: context.audit.take(),
  trace: context.requestId,
});
