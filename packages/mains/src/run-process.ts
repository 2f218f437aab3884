import { flushCompileCache } from 'node:module';
import { type ServiceName, serviceNames } from '@numscope/contracts';
import {
  createInjectClient,
  createLogger,
  type EventBus,
  type Logger,
  observeBus,
  onUnforeseen,
  reasonOf,
  retry,
  type RevocationList,
  type ServiceClient,
  type ServiceKit,
  SettingsError,
  Shutdown,
  type TokenVerifier,
} from '@numscope/platform';
import { createHttpClient } from '@numscope/platform/http/http-client';
import type { FastifyInstance } from 'fastify';
import type { Connection } from 'mongoose';
import { createProcessParts } from './process-parts.ts';
import { GracefulServer } from './graceful-server.ts';
import type { EngineAddress } from './engine-settings.ts';
import { ONCE, openBus, openRecords } from './engines.ts';
import type { ServiceIdentity } from './keys/service-keys.ts';
import { keepFilesPrivate } from './private-files.ts';
import { addressName } from './read-settings.ts';
import type { SettingName, SettingsOf } from './settings.ts';
import { scannerFor } from './scanner.ts';
import { readStart } from './start.ts';
import { say } from './terminal.ts';
import { tracerFor } from './tracer.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/** What every process needs. */
const common = [
  'PORT',
  'HOST',
  'TRUSTED_PROXIES',
  'REQUIRE_PURPOSE',
  'LOG_LEVEL',
  'SERVICE_KEY',
  'SERVICE_KEYS',
  'BUS_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_SAMPLER_ARG',
] as const;

/** What those need besides that are given files of users. */
const scanning = ['UPLOAD_SCAN_COMMAND', 'UPLOAD_SCAN_ICAP', 'UPLOAD_SCAN_SECONDS'] as const;
const takingFiles: ReadonlySet<string> = new Set(['jobs', 'profiles', 'images'] satisfies ServiceName[]);

/** What a service or the gateway is made of in a process of its own. */
export interface Parts<Name extends SettingName> {
  settings: SettingsOf<Name>;
  log: Logger;
  kit: ServiceKit;
  bus: EventBus;
  /** Calls the services whose addresses are among the settings. */
  client: ServiceClient;
  /** Knows users' tokens by the keys that auth tells of; auth tells it itself. */
  verifier: TokenVerifier;
  revocations: RevocationList;
  /** Opens an engine, however long that takes, and closes it after the service. */
  use<T extends { close(): Promise<void> } | null>(what: string, open: () => Promise<T>): Promise<T>;
  /** Opens the records of a service in its database, however long that takes. The service closes them. */
  records<T>(at: EngineAddress, open: (connection: Connection, options: { log: Logger }) => Promise<T>): Promise<T>;
}

/** What runs in a process of its own: a service, or the gateway. */
export interface HostedApp {
  app: FastifyInstance;
  /** Begins its background work. */
  start(): Promise<void>;
  /** Answers at once whoever waits only for news, now and from then on: the server is about to close. */
  release?(): void;
  /** Ends it, then closes what it opened itself. */
  close(): Promise<void>;
}

export interface ProcessOptions<Name extends SettingName> {
  name: ServiceName | 'gateway';
  /** The settings it needs beside those that every process has. */
  settings: readonly Name[];
  create(parts: Parts<Name>): Promise<HostedApp>;
}

/** Ends the process, once what stands in the log is written or cannot be. */
function fail(name: string, error: unknown, log: Logger | undefined): void {
  say(error instanceof SettingsError ? error.message : `${name} could not start: ${reasonOf(error)}`);
  const exit = (): never => process.exit(1);
  if (log) log.flush(exit);
  else exit();
}

/** The origins of the services whose addresses are among these settings. */
function addressesIn(settings: Readonly<Record<string, unknown>>): Partial<Record<ServiceName, string[]>> {
  const addresses: Partial<Record<ServiceName, string[]>> = {};
  for (const service of serviceNames) {
    const origins = settings[addressName(service)];
    if (Array.isArray(origins)) addresses[service] = origins;
  }
  return addresses;
}

/**
 * Processes and engines start in any order: tries again without end, and says so each time. What is wrong with the
 * settings does not mend itself.
 */
const untilItWorks = <T>(what: string, open: () => Promise<T>, log: Logger): Promise<T> =>
  retry(open, {
    again: (error) => !(error instanceof SettingsError),
    pauseMs: (attempt) => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)),
    onRetry: (error) => log.warn({ waitingFor: what, reason: reasonOf(error) }, 'it cannot be used yet; tried again'),
  });

/** Resolves with where it answers, once everything it needs is there and its work has begun. */
async function compose<Name extends SettingName>(
  { name, create }: ProcessOptions<Name>,
  settings: SettingsOf<Name>,
  base: SettingsOf<(typeof common)[number] | (typeof scanning)[number]>,
  { credentials, serviceKeys }: ServiceIdentity,
  log: Logger,
  shutdown: Shutdown,
): Promise<string> {
  const use: Parts<Name>['use'] = async (what, open) => {
    const opened = await untilItWorks(what, open, log);
    shutdown.add(what, async () => opened?.close());
    return opened;
  };
  const records: Parts<Name>['records'] = async (at, open) => {
    const connection = await untilItWorks('MongoDB', () => openRecords(at, name, log, ONCE), log);
    return untilItWorks('records', () => open(connection, { log }), log);
  };
  const tracer = await tracerFor(name, base);
  shutdown.add('traces', () => tracer.close());
  const engine = await use('bus', () => openBus(base.BUS_URL, log, ONCE));
  const { verifier, revocations, audit, kitFor } = createProcessParts({
    serviceKeys,
    bus: engine,
    log,
    measuredBy: name,
    trustedProxies: base.TRUSTED_PROXIES,
    tracer,
    requirePurpose: base.REQUIRE_PURPOSE,
    scanner: takingFiles.has(name) ? await scannerFor(base, log) : null,
  });
  const kit = kitFor(name);
  const bus = observeBus(engine, kit);
  shutdown.add('audit entries', () => audit.close());
  const client = createHttpClient({
    caller: credentials,
    addresses: addressesIn(settings),
    log,
    registry: kit.metrics.registry,
  });
  shutdown.add('calls', () => client.close());
  const hosted = await create({ settings, log, kit, bus, client, verifier, revocations, use, records });
  shutdown.add(name, () => hosted.close());
  // Auth keeps the list and the keys itself, and each of its instances hears of the others' news by the records they
  // share.
  if (name === 'auth')
    await revocations.follow(
      createInjectClient(credentials, () => hosted.app),
      log,
    );
  else await revocations.follow(client, log, ({ keys }) => verifier.setUserKeys(keys));
  shutdown.add('list of ended sessions', async () => revocations.close());
  await hosted.start();
  const server = new GracefulServer(hosted.app);
  shutdown.add('server', () => server.close());
  shutdown.add('waiting callers', async () => hosted.release?.());
  return server.open(base.HOST, base.PORT);
}

/**
 * The main of a process that runs one service or the gateway: reads its settings, waits for its engines and for auth,
 * listens, and ends in order on SIGTERM. Exits with code 1, and all faults listed, when a setting is wrong.
 */
export async function runProcess<const Name extends SettingName>(options: ProcessOptions<Name>): Promise<void> {
  const { name } = options;
  keepFilesPrivate();
  let log: Logger | undefined;
  try {
    const auth = name === 'auth' ? [] : (['AUTH_URL'] as const);
    const scanned = takingFiles.has(name) ? scanning : [];
    const names = [...common, ...auth, ...scanned, ...options.settings];
    const { settings, identity } = readStart(name, names, process.env);
    log = createLogger(name, settings.LOG_LEVEL);
    onUnforeseen(log);
    const shutdown = new Shutdown(log);
    shutdown.onSignals();
    // Begun by a keeper of processes that has died, perhaps while this was being loaded: nobody would end this one.
    const endItself = (): boolean => process.kill(process.pid, 'SIGTERM');
    process.on('disconnect', endItself);
    if (process.connected === false) endItself();
    process.channel?.unref();
    const url = await compose(options, settings, settings, identity, log, shutdown);
    flushCompileCache();
    log.info({ url }, `${name} is ready`);
    // It may have gone meanwhile, which is heard of above.
    process.send?.('ready', () => undefined);
  } catch (error) {
    fail(name, error, log);
  }
}
