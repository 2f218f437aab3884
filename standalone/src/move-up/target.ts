import type { KafkaGroups } from '@numscope/adapters/kafka';
import type { Connection } from '@numscope/adapters/mongo';
import { type ServiceName, serviceNames, topics } from '@numscope/contracts';
import { type EngineAddress, openBlobs, openBus, openGroups, openIndex, openRecords } from '@numscope/mains';
import {
  type BlobStore,
  type EventBus,
  type Logger,
  reasonOf,
  retry,
  type SearchIndex,
  SettingsError,
} from '@numscope/platform';
import type { Places } from './ledger.ts';
import type { MoveOptions } from './options.ts';

/** The engines of the distributed way. */
export interface Target {
  bus: EventBus;
  groups: KafkaGroups;
  blobs: BlobStore;
  index: SearchIndex;
  records: Readonly<Record<ServiceName, Connection>>;
  /** A database of the move's own. */
  ledger: Connection;
  places: Places;
}

/** Pictures and their small versions have keys that begin with one of these. */
export const pictureFolders = ['images/', 'thumbs/'] as const;

/** How long an engine has to answer. */
const ANSWER_MS = 20_000;
const AGAIN_MS = 1000;

/** @throws Error when it has not come about by then */
async function before<T>(until: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_MS / 1000} seconds`)), until - Date.now());
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Tries again for as long as an engine may take: it may be starting. */
async function within<T>(name: string, what: string, open: () => Promise<T>, faults: string[]): Promise<T | null> {
  const until = Date.now() + ANSWER_MS;
  try {
    return await retry(() => before(until, open()), {
      withinMs: ANSWER_MS,
      pauseMs: () => AGAIN_MS,
      again: (error) => !(error instanceof SettingsError),
    });
  } catch (error) {
    if (error instanceof SettingsError) faults.push(...error.faults);
    else faults.push(`${name}: ${what} cannot be used: ${reasonOf(error)}`);
    return null;
  }
}

async function openAllRecords(
  at: EngineAddress,
  log: Logger,
): Promise<{ ledger: Connection; records: Target['records'] }> {
  const ledger = await openRecords(at, 'moves', log);
  const entries = await Promise.all(
    serviceNames.map(async (name) => [name, await openRecords(at, name, log)] as const),
  );
  return { ledger, records: Object.fromEntries(entries) as Record<ServiceName, Connection> };
}

/** Opens an engine and checks it: one that is reached but refuses what it is asked is no use either. */
async function checked<T extends { check(): Promise<void> }>(opening: Promise<T>): Promise<T> {
  const opened = await opening;
  await opened.check();
  return opened;
}

async function openKafka(at: EngineAddress, log: Logger): Promise<Pick<Target, 'bus' | 'groups'>> {
  const bus = await checked(openBus(at, log));
  return { bus, groups: await openGroups(at, log) };
}

/** What an address leads to, without the words by which one gets in. */
function placeOf({ url }: EngineAddress): string {
  const { host, pathname, search } = new URL(url);
  return `${host}${pathname}${search}`;
}

/** @throws SettingsError that lists every engine that does not answer */
export async function openTarget({ busUrl, storeUrl, searchUrl, blobUrl }: MoveOptions, log: Logger): Promise<Target> {
  const faults: string[] = [];
  const [kafka, records, index, blobs] = await Promise.all([
    within('BUS_URL', 'Kafka', () => openKafka(busUrl, log), faults),
    within('STORE_URL', 'MongoDB', () => openAllRecords(storeUrl, log), faults),
    within('SEARCH_URL', 'Elasticsearch', () => checked(openIndex(searchUrl, log)), faults),
    within('BLOB_URL', 'the store of pictures', () => checked(openBlobs(blobUrl, log)), faults),
  ]);
  if (kafka === null || records === null || index === null || blobs === null) throw new SettingsError(faults);
  const { log: name } = await kafka.bus.extent(topics);
  const places = { bucket: placeOf(blobUrl), index: placeOf(searchUrl), log: name };
  return { ...kafka, index, blobs, ...records, places };
}

export async function closeTarget({ bus, groups, blobs, index, records, ledger }: Target): Promise<void> {
  await Promise.all([
    ...[bus, groups, blobs, index].map((engine) => engine.close()),
    ...[...Object.values(records), ledger].map((each) => each.close()),
  ]);
}

const isLeased = async (connection: Connection): Promise<boolean> =>
  (await connection.collection<{ until: Date }>('leases').findOne({ until: { $gt: new Date() } })) !== null;

/** @throws SettingsError when processes of the distributed way are at work on these records */
export async function refuseRunning({ records }: Pick<Target, 'records'>): Promise<void> {
  const running = await Promise.all(serviceNames.map(async (name) => ((await isLeased(records[name])) ? [name] : [])));
  if (running.flat().length > 0)
    throw new SettingsError([
      `STORE_URL: ${running.flat().join(', ')} of the distributed way run on it, or were killed just now; stop them, and begin again in ten seconds`,
    ]);
}

/** Collections with documents in them, but for what the database and the processes at work keep for themselves. */
export async function filledCollections(connection: Connection): Promise<string[]> {
  const filled: string[] = [];
  for (const { name } of await connection.listCollections())
    if (!/^(leases$|system\.)/.test(name) && (await connection.collection(name).findOne({}))) filled.push(name);
  return filled;
}

async function usedRecords(records: Target['records']): Promise<string[]> {
  const faults: string[] = [];
  for (const name of serviceNames)
    if ((await filledCollections(records[name])).length > 0)
      faults.push(`STORE_URL: the database ${records[name].name} is not empty: another installation has it`);
  return faults;
}

async function usedBucket(blobs: BlobStore, whose: string): Promise<string[]> {
  for (const folder of pictureFolders)
    for await (const { key } of blobs.list(folder))
      return [`BLOB_URL: the bucket has pictures already (${key}): ${whose}`];
  return [];
}

async function usedTopics(bus: EventBus, whose: string): Promise<string[]> {
  const filled = (await bus.extent(topics)).partitions.find(({ start, end }) => start < end);
  return filled ? [`BUS_URL: the topics have events already (${filled.topic}): ${whose}`] : [];
}

/** Said of a move that an older version began: it did not note where it led, so what is there may be anybody's. */
const MAYBE_OWN =
  'the move of this installation that a version before began brought that, or another installation has it; where it is of that move alone, empty it, or name another, and the same command begins anew';

/**
 * @param known where a move of this installation began that goes on or begins anew: what is there is its own
 * @throws SettingsError when anything else is there already
 */
export async function refuseUsed(
  { records, index, blobs, bus, places }: Target,
  known: Partial<Places> | null,
): Promise<void> {
  const faults = known ? [] : await usedRecords(records);
  const whose = (place: keyof Places): string =>
    known && known[place] === undefined ? MAYBE_OWN : 'another installation has it';
  if (known?.index !== places.index && (await index.count()) > 0)
    faults.push(`SEARCH_URL: the index is not empty: ${whose('index')}`);
  if (known?.bucket !== places.bucket) faults.push(...(await usedBucket(blobs, whose('bucket'))));
  if (known?.log !== places.log) faults.push(...(await usedTopics(bus, whose('log'))));
  if (faults.length > 0) throw new SettingsError(faults);
}
