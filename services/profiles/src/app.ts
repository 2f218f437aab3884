import { createRelay, createServiceApp, finishApp, reasonOf, type Service, Shutdown } from '@numscope/platform';
import { FORGET_EVERY_MS, forgetRemoved } from './commands/forget-removed.ts';
import { ImportApplier } from './commands/apply-imports.ts';
import { Eraser } from './commands/erase-number.ts';
import { IMPORT_ANSWER_MS } from './commands/import-profiles.ts';
import { IndexKeeper } from './commands/index-keeper.ts';
import { IndexMender } from './commands/index-mender.ts';
import { isNotedIndex } from './commands/rebuild-index.ts';
import { refoldProfiles } from './commands/refold-profiles.ts';
import { RetentionRuns } from './commands/retention-runs.ts';
import { consumeJobMerged } from './consumers/job-merged.ts';
import { consumePhoneResolved } from './consumers/phone-resolved.ts';
import { consumeUserChanged } from './consumers/user-changed.ts';
import type { ProfilesDeps } from './deps.ts';
import { exportStreamRoutes } from './routes/export-stream.routes.ts';
import { importRoutes } from './routes/import.routes.ts';
import { manyProfilesRoutes } from './routes/many-profiles.routes.ts';
import { sameFaceRoutes } from './routes/same-face.routes.ts';
import { privacyRoutes } from './routes/privacy.routes.ts';
import { savedSearchRoutes } from './routes/saved-search.routes.ts';
import { singleProfileRoutes } from './routes/single-profile.routes.ts';
import { statisticsRoutes } from './routes/statistics.routes.ts';
import { ImportThread } from './store/import-thread.ts';
import { indexTimer, measureIndex, measurePages } from './search/measure-index.ts';
import { pagesOf } from './search/profile-pages.ts';

/** Profiles: folds what sources found, and finds, shows, exports and deletes it. */
export async function createProfilesService(given: ProfilesDeps): Promise<Service> {
  const timed = indexTimer(given.kit);
  const deps = { ...given, index: measureIndex(given.index, timed) };
  const { kit, bus, index, store } = deps;
  const pages = given.pages ? measurePages(given.pages, timed) : pagesOf(index, store);
  const app = createServiceApp(kit);
  const relay = createRelay(deps);
  const keeper = new IndexKeeper(store, index, bus, relay, kit.log);
  const mender = new IndexMender(store, index, kit.log);
  singleProfileRoutes(app, deps, keeper);
  manyProfilesRoutes(app, deps, pages);
  exportStreamRoutes(app, deps);
  savedSearchRoutes(app, deps, relay);
  sameFaceRoutes(app, deps, relay);
  const applier = new ImportApplier(deps, keeper);
  const thread = new ImportThread();
  const readings = new Set<Promise<void>>();
  const answerMs = deps.importAnswerMs ?? IMPORT_ANSWER_MS;
  await importRoutes(app, { store, thread, applier, client: deps.client, kit, answerMs, readings });
  const eraser = new Eraser(deps, keeper);
  const runs = new RetentionRuns(deps, keeper);
  privacyRoutes(app, deps, eraser, runs);
  statisticsRoutes(app, deps);
  const finished = await finishApp('profiles', app, {
    store: () => store.check(),
    index: () => index.check(),
    bus: () => bus.check(),
  });

  const shutdown = new Shutdown(kit.log);
  shutdown.add('store', () => store.close());
  shutdown.add('pages', async () => given.pages?.close());
  shutdown.add('app', () => app.close());
  shutdown.add('relay', () => relay.close());
  shutdown.add('index keeper', async () => keeper.close());
  shutdown.add('what is read of imports', async () => void (await Promise.all(readings)));
  shutdown.add('reader of imports', () => thread.close());
  shutdown.add('imports', () => applier.close());
  shutdown.add('erasures', () => eraser.close());
  shutdown.add('runs of the retention', () => runs.close());

  return {
    ...finished,
    async start() {
      const silent = (error: unknown): void =>
        kit.log.warn({ reason: reasonOf(error) }, 'the index does not answer yet');
      await isNotedIndex(store, index).catch(silent);
      await keeper.recover().catch(silent);
      relay.start();
      keeper.watch();
      applier.watch();
      eraser.start();
      runs.start();
      const forgetting = setInterval(() => void forgetRemoved(deps), FORGET_EVERY_MS).unref();
      shutdown.add('removed numbers', async () => clearInterval(forgetting));
      const stop = new AbortController();
      // The rules may have changed, the index may have been lost. It is given up only once it is stopped: the next start
      // tries again.
      const refreshing = store
        .inTurn(() => refoldProfiles(store, keeper, kit.log, stop.signal), stop.signal)
        .then(() => mender.mend())
        .catch(() => undefined);
      shutdown.add('bringing up to date', async () => {
        stop.abort();
        await mender.close();
        await refreshing;
      });
      const consumers = await Promise.all([
        consumePhoneResolved(bus, store, keeper, kit),
        consumeJobMerged(bus, deps.client, store),
        consumeUserChanged(bus, store),
      ]);
      shutdown.add('consumers', async () => void (await Promise.all(consumers.map((consumer) => consumer.close()))));
    },
    close: () => shutdown.run(),
  };
}
