import type { Connection } from '@numscope/adapters/mongo';
import { type ServiceName, serviceNames } from '@numscope/contracts';
import { type EngineAddress, openBlobs, openGroups, openRecords } from '@numscope/mains';
import { type BlobStore, type Logger, SettingsError } from '@numscope/platform';
import { refuseRunning } from '../../move-up/target.ts';

/** Where an installation of the distributed way keeps what cannot be made anew. */
export interface EngineAddresses {
  busUrl: EngineAddress;
  storeUrl: EngineAddress;
  blobUrl: EngineAddress;
}

/** Its engines, opened. */
export interface EngineInstallation {
  records: Readonly<Record<ServiceName, Connection>>;
  /** A database of the commands' own. */
  ledger: Connection;
  blobs: BlobStore;
  groups: Awaited<ReturnType<typeof openGroups>>;
}

const ANSWER_MS = 20_000;
const LEDGER = 'moves';

/** Opens the engines, does this with them, and closes them. All databases are of one client, so that one session reads them. */
export async function withEngines<T>(
  { busUrl, storeUrl, blobUrl }: EngineAddresses,
  log: Logger,
  work: (engines: EngineInstallation) => Promise<T>,
): Promise<T> {
  await using opened = new AsyncDisposableStack();
  const open = async <E extends { close(): Promise<void> }>(engine: Promise<E>): Promise<E> =>
    opened.adopt(await engine, (each) => each.close());
  const ledger = await open(openRecords(storeUrl, LEDGER, log, ANSWER_MS));
  const groups = await open(openGroups(busUrl, log, ANSWER_MS));
  const blobs = await open(openBlobs(blobUrl, log, ANSWER_MS));
  const entries = serviceNames.map(
    (name) => [name, ledger.useDb(ledger.name.slice(0, -LEDGER.length) + name, { useCache: true })] as const,
  );
  const records = Object.fromEntries(entries) as Record<ServiceName, Connection>;
  // Awaited here: what is opened is closed when this returns.
  return await work({ records, ledger, blobs, groups });
}

/** @throws SettingsError when services are at work on these engines, as far as their traces there say so */
export async function requireStopped({ records, groups }: EngineInstallation): Promise<void> {
  await refuseRunning({ records });
  const running = await groups.running();
  if (running.length > 0)
    throw new SettingsError([
      `BUS_URL: processes of the distributed way read ${running.slice(0, 3).join(', ')}, or were killed just now; stop them, and begin again in ten seconds`,
    ]);
}
