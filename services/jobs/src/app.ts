import { acceptForms, type Consumer, createRelay, createServiceApp, finishApp, type Service } from '@numscope/platform';
import { consumeProfileDeleted } from './consumers/profile-deleted.ts';
import { consumePhoneResolved, consumeProfileUpdated } from './consumers/results.ts';
import { consumeSourceState } from './consumers/source-state.ts';
import type { JobsDeps } from './deps.ts';
import { createContext } from './jobs-context.ts';
import { addChangeRoutes } from './routes/change-job.routes.ts';
import { addCreateRoutes } from './routes/create-job.routes.ts';
import { addReadRoutes } from './routes/read-job.routes.ts';
import { SYSTEM } from '@numscope/contracts/lists';

/** Takes phones in, and has jobs of them looked up: phone by phone, exactly one result each. */
export async function createJobsService(deps: JobsDeps): Promise<Service> {
  const { kit, bus, store } = deps;
  const app = createServiceApp(kit);
  const relay = createRelay(deps);
  const context = createContext(deps, () => relay.wake());
  let consumers: Consumer[] = [];

  // The size of a file is judged by us, because exactly 500 MB are allowed and the rest of a refused one is still to be
  // read.
  await acceptForms(app, { fileBytes: Number.MAX_SAFE_INTEGER, fieldBytes: 10_000, files: 2, cutsFiles: true });
  addCreateRoutes(app, context);
  addReadRoutes(app, context);
  addChangeRoutes(app, context);
  const finished = await finishApp('jobs', app, { store: () => store.check(), bus: () => bus.check() });
  await store.ensureMainJob({ by: SYSTEM, at: kit.clock.now(), audit: null });

  return {
    ...finished,
    async start() {
      relay.start();
      consumers = await Promise.all([
        consumePhoneResolved(context),
        consumeProfileUpdated(context),
        consumeProfileDeleted(context),
        consumeSourceState(context),
      ]);
      context.carrier.start();
      context.dispatcher.wake();
    },
    async close() {
      await Promise.all(consumers.map((consumer) => consumer.close()));
      await context.dispatcher.close();
      await context.carrier.close();
      await app.close();
      await context.phonesThread.close();
      await relay.close();
      await store.close();
    },
  };
}
