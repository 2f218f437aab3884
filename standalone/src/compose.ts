import { join } from 'node:path';
import { type CheckpointSigner, loadCheckpointSigner } from '@numscope/audit/checkpoint-keys';
import { type ConsoleSettings, productName, productVersion, type ServiceName } from '@numscope/contracts';
import { type Backend, builtConsole, createGateway, embeddedUpstream } from '@numscope/gateway';
import { createProcessParts } from '@numscope/mains/process-parts';
import {
  loadTokenKeys,
  makeTokenKey,
  openTokenKeys,
  tokenKeyFile,
  type TokenKeys,
} from '@numscope/mains/keys/token-key';
import { watchTokenKeys } from '@numscope/mains/keys/watch-token-keys';
import { scannerFor } from '@numscope/mains/scanner';
import { tracerFor } from '@numscope/mains/tracer';
import {
  generateServiceKeys,
  listenOn,
  type Logger,
  observeBus,
  type Service,
  SettingsError,
  Shutdown,
  unlessFaulty,
} from '@numscope/platform';
import type { GeneratedAdministrator } from '@numscope/users';
import { clearStaging } from './backup/kept/staging.ts';
import { lockDataDir } from './data-dir.ts';
import { checkDataFolder } from './data-folder/check-data-folder.ts';
import { checkpointKeyFile } from './data-folder/files.ts';
import { dropRebuildable } from './data-folder/drop-rebuildable.ts';
import { openEngines } from './engines.ts';
import { metricsText } from './metrics.ts';
import { namedFaults } from './named-faults.ts';
import { openFaces } from './open-faces.ts';
import { createServices } from './services.ts';
import type { Settings } from './settings.ts';
import { openStores } from './stores.ts';
import { tidyHeap } from './tidy-heap.ts';

export interface Standalone {
  /** Where it listens. */
  url: string;
  shutdown: Shutdown;
}

const consoleSettingsOf = (settings: Settings): ConsoleSettings => ({
  productName,
  version: productVersion,
  sandbox: settings.sandbox,
  languages: settings.languages,
  mainJobStoppable: settings.mainJobStoppable,
  requirePurpose: settings.requirePurpose,
  maxRunningJobs: settings.maxRunningJobs,
  ...settings.signInShown,
});

function backendsOf(services: Readonly<Record<ServiceName, Service>>): Record<ServiceName, Backend> {
  const entries = Object.entries(services).map(([name, { app, health }]) => [
    name,
    { upstream: embeddedUpstream(app), health },
  ]);
  return Object.fromEntries(entries) as Record<ServiceName, Backend>;
}

/**
 * @throws SettingsError when the file that the settings name holds no keys that can sign tokens, Error when the one
 * that was made here does not
 */
function tokenKeysOf({ dataDir, tokenKeyFile: named }: Settings): TokenKeys {
  if (named !== null) return loadTokenKeys(named);
  const own = tokenKeyFile(dataDir);
  makeTokenKey(own);
  return openTokenKeys(own);
}

/** @throws SettingsError when the file holds no key that can sign checkpoints */
function checkpointSignerOf({ dataDir, auditKeyFile: named }: Settings): CheckpointSigner {
  const file = named ?? join(dataDir, checkpointKeyFile);
  if (named === null) makeTokenKey(file);
  return loadCheckpointSigner(file);
}

async function compose(
  settings: Settings,
  options: StandaloneOptions,
  shutdown: Shutdown,
): Promise<Omit<Standalone, 'shutdown'>> {
  const { log, env } = options;
  // All modules are loaded.
  tidyHeap();
  const lock = lockDataDir(settings.dataDir);
  shutdown.add('data folder', async () => lock.release());
  checkDataFolder(settings);
  clearStaging(settings.dataDir);
  dropRebuildable(settings, log);
  const faces = openFaces(settings, log, shutdown);
  const faults: string[] = [];
  const tokenKeys = unlessFaulty(faults, () => tokenKeysOf(settings));
  const signer = unlessFaulty(faults, () => checkpointSignerOf(settings));
  const tracer = await tracerFor('numscope', settings.tracing);
  shutdown.add('traces', () => tracer.close());
  const stores = await openStores(settings, log);
  // The services close them, of which there are none yet.
  const endWith = async (fault: unknown): Promise<never> => {
    await Promise.allSettled(Object.values(stores).map((store) => store.close()));
    throw fault;
  };
  const named = await namedFaults(settings, env, stores.users, faces).catch(endWith);
  faults.push(...named.faults);
  const { sourcesFile } = named;
  if (!tokenKeys || !signer || !sourcesFile || faults.length > 0) return endWith(new SettingsError(faults));
  const engines = await openEngines(settings, log, shutdown, stores.profiles).catch(endWith);
  // Services call each other within this process only: nobody else need know them, and nothing of them outlives it.
  const serviceKeys = generateServiceKeys();
  const common = createProcessParts({
    serviceKeys: serviceKeys.publicKeys,
    bus: engines.bus,
    log,
    measuredBy: 'gateway',
    trustedProxies: settings.trustedProxies,
    tracer,
    requirePurpose: settings.requirePurpose,
    scanner: await scannerFor(settings.scanning, log),
  });
  shutdown.add('audit entries', () => common.audit.close());
  const { sessionHours } = settings;
  const tokens = watchTokenKeys({ tokenKeys, sessionHours, verifier: common.verifier, log });
  shutdown.add('token keys', () => tokens.close());
  const ground = { ...common, tokens, signer, sourcesFile, credentialsOf: serviceKeys.credentialsOf };
  const services = await createServices(settings, env, engines, stores, faces, ground, shutdown);
  const kit = common.kitFor('gateway');
  const gateway = await createGateway({
    kit,
    bus: observeBus(engines.bus, kit),
    client: services.clientFor('gateway'),
    backends: backendsOf(services.all),
    settings: {
      rateLimit: settings.rateLimit,
      costlyPerMinute: settings.costlyPerMinute,
      edge: { socketsOfUser: settings.websocketsPerUser },
      metricsFrom: settings.metricsFrom,
      tellsActivity: settings.idleMs !== null,
      securityContacts: settings.securityContacts,
      dataFolder: settings.dataDir,
      console: consoleSettingsOf(settings),
      consoleDir: builtConsole(),
    },
    metrics: () => metricsText(common.registries),
  });
  shutdown.add('gateway', () => gateway.close());
  const url = await listenOn(gateway.app, settings.host, settings.port);
  // The hash of a password takes 19 MB for a moment: not on top of what opening the stores left behind.
  tidyHeap();
  const generated = await services.ensureFirstAdministrator();
  if (generated) options.showOnce(generated);
  await services.start();
  gateway.setReady();
  return { url };
}

export interface StandaloneOptions {
  log: Logger;
  /** Where the sources file's `${env:NAME}` is looked up. */
  env: Readonly<Record<string, string | undefined>>;
  /**
   * Gets the first administrator with the password that was made up for it, once in the life of an installation, as
   * soon as it exists.
   */
  showOnce(administrator: GeneratedAdministrator): void;
}

/**
 * Runs the whole product in this process: all services and the gateway, on embedded engines. Resolves when all is
 * ready.
 * @throws SettingsError for faults of settings that show only now; nothing stays open when it throws
 */
export async function startStandalone(settings: Settings, options: StandaloneOptions): Promise<Standalone> {
  const shutdown = new Shutdown(options.log);
  try {
    return { ...(await compose(settings, options, shutdown)), shutdown };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}
