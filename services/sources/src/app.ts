import { calls } from '@numscope/contracts';
import { type Consumer, createRelay, createServiceApp, finishApp, route, type Service } from '@numscope/platform';
import { StatePublisher } from './asking/state-publisher.ts';
import { Committer } from './asking/committer.ts';
import { openContext } from './asking/context.ts';
import { LatePhotos } from './asking/late-photos.ts';
import { UnboundDatasets } from './asking/unbound-datasets.ts';
import { shorterResolved } from './asking/resolved-event.ts';
import { SourcesFileWatch } from './config/sources-file-watch.ts';
import { readSourcesFile } from './config/load-sources-file.ts';
import { consumeJobStatus } from './consumers/job-status-changed.ts';
import { consumePhoneRequested } from './consumers/phone-requested.ts';
import { consumeProfileDeleted } from './consumers/profile-deleted.ts';
import type { SourcesDeps } from './deps.ts';
import { addInternalRoutes } from './routes/internal.routes.ts';
import { addPrivacyRoutes } from './routes/privacy.routes.ts';
import { addSourceRoutes } from './routes/source.routes.ts';
import { addProviderRoutes } from './routes/provider.routes.ts';
import { addWorkbenchRoutes } from './routes/workbench.routes.ts';
import type { DatasetStore } from './store/datasets/dataset-store.port.ts';
import { hasDatasetStore, openDatasetStore } from './store/datasets/index.ts';
import { openNumberingPlan } from './store/plan/index.ts';
import { Webhooks } from './webhooks/webhooks.ts';
import { Providers } from './providers/providers.ts';

const GRACE_MS = 500;
const IN_FLIGHT_MS = 3000;

/**
 * Asks the sources about numbers, and keeps what they said.
 * @throws SettingsError with every fault of the sources file
 */
export async function createSourcesService(deps: SourcesDeps): Promise<Service> {
  const { kit, bus, client, store, settings } = deps;
  const { sourcesFile: path, sandbox, env } = settings;
  const { stamp, bound } = deps.sourcesFile ?? (await readSourcesFile({ path, sandbox, env }));
  const app = createServiceApp(kit);
  const relay = createRelay({ ...deps, tellShorter: shorterResolved });
  const committer = new Committer(store, kit.log, relay);
  let opened: Promise<DatasetStore> | null = null;
  const datasets = (): Promise<DatasetStore> =>
    (opened ??= openDatasetStore(settings).catch((error: unknown) => {
      opened = null; // whoever asks next tries again
      throw error;
    }));
  const plan = await openNumberingPlan();
  const context = await openContext({ kit, client, bound, store, datasets, plan, committer });
  const providers = new Providers(context);
  const file = new SourcesFileWatch(context, settings, stamp);
  const webhooks = new Webhooks({
    app,
    kit,
    bus,
    client,
    store,
    privateHosts: settings.webhookPrivateHosts ?? [],
    isTurn: () => context.peers?.isEldest ?? true,
    changed: () => relay.wake(),
  });
  const { runners, doNotLookUp } = context;
  const latePhotos = new LatePhotos({
    store,
    runners,
    committer,
    clock: kit.clock,
    log: kit.log,
    lookMs: settings.photoLookMs,
    isBarred: (phone, at) => doNotLookUp.has(phone) || doNotLookUp.erased.isErased(phone, at),
  });
  const unbound = new UnboundDatasets({
    context,
    datasets: () => (hasDatasetStore(settings) ? datasets() : null),
    log: kit.log,
  });
  context.onRetired = () => unbound.drop();
  const states = new StatePublisher(context, () => relay.wake());
  let consumers: Consumer[] = [];

  addSourceRoutes(app, context, () => relay.wake());
  addPrivacyRoutes(app, context, () => relay.wake());
  route(app, calls.sourcesFile, async () => file.state);
  addWorkbenchRoutes(app, context, settings);
  addProviderRoutes(app, { providers, client });
  addInternalRoutes(app, context);
  const finished = await finishApp('sources', app, { records: () => store.check(), bus: () => bus.check() });

  return {
    ...finished,
    async start() {
      relay.start();
      await context.peers?.start();
      await Promise.all([...context.runners.values()].map((runner) => runner.connector.start()));
      // Which jobs stopped is heard before any work is taken.
      consumers = [
        await consumeJobStatus(context, bus),
        await consumeProfileDeleted(context, bus),
        await consumePhoneRequested(context, bus),
      ];
      file.start();
      states.start();
      latePhotos.start();
      unbound.drop();
      await webhooks.start();
    },
    async close() {
      await Promise.all(consumers.map((consumer) => consumer.close(GRACE_MS)));
      await states.close();
      latePhotos.end();
      await webhooks.close();
      await file.close();
      await context.doNotLookUp.close();
      const asking = [...context.runners.values(), ...context.retired];
      await Promise.all(asking.map((runner) => runner.close(IN_FLIGHT_MS)));
      await latePhotos.close(IN_FLIGHT_MS);
      await committer.close();
      await unbound.close();
      await context.peers?.close();
      await app.close();
      await providers.close();
      await relay.close();
      await Promise.all([opened?.then((tables) => tables.close()), plan.close(), store.close()]);
    },
  };
}
