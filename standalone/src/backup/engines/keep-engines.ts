import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  catchMoment,
  metadataOf,
  rawDocuments,
  type RecordsMoment,
  restingMoment,
  showsMoments,
} from '@numscope/adapters/mongo';
import { productVersion, type ServiceName, serviceNames } from '@numscope/contracts';
import { isReadable, pictureBlobs } from '@numscope/images/store/mongo/picture-keys';
import { type Logger, newId, SettingsError } from '@numscope/platform';
import type { Say } from '../copy-moment.ts';
import { syncNames } from '../durable.ts';
import type { FileEntry } from '../manifest.ts';
import { withRoom } from '../room.ts';
import { encryptingFor, type Through, unchanged } from '../kept/cipher.ts';
import { listFile, recordsOf, writeList } from '../kept/repository.ts';
import { writeThrough } from '../kept/streams.ts';
import { hashKeyOf, type KeepOptions, takeRepository, whileLocked } from '../kept/take-repository.ts';
import type { CollectionEntry, EngineList } from './engine-list.ts';
import { type EngineAddresses, type EngineInstallation, requireStopped, withEngines } from './installation.ts';
import { type PictureFolder, PICTURES, takePicture } from './picture-files.ts';

export interface EngineKeepOptions extends KeepOptions {
  /** The operator says that no service runs. */
  stopped: boolean;
  /** Where the key lies by which files are named that are encrypted. */
  dataDir: string;
}

/** Pieces that are written at once; documents are small. */
const PIECE_BYTES = 1 << 20;
const PICTURES_AT_ONCE = 8;
const AGE = '.age';

async function* inPieces(documents: AsyncIterable<Uint8Array>, counted: () => void): AsyncIterable<Uint8Array> {
  let [some, bytes]: [Uint8Array[], number] = [[], 0];
  for await (const document of documents) {
    counted();
    some.push(document);
    bytes += document.length;
    if (bytes < PIECE_BYTES) continue;
    yield Buffer.concat(some);
    [some, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(some);
}

async function* textBytes(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}

/** One backup that is being written. */
interface Writing {
  folder: string;
  id: string;
  through: Through;
  isEncrypted: boolean;
}

async function writeFile(
  { folder, id, through, isEncrypted }: Writing,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<FileEntry> {
  const file = `records/${id}/${name}${isEncrypted ? AGE : ''}`;
  return { file, ...(await writeThrough(join(folder, file), bytes, through)) };
}

async function writeRecords(
  { records }: EngineInstallation,
  { session, collections }: RecordsMoment,
  writing: Writing,
  say: Say,
): Promise<CollectionEntry[]> {
  const entries: CollectionEntry[] = [];
  for (const [at, service] of serviceNames.entries()) {
    const connection = records[service];
    mkdirSync(join(recordsOf(writing.folder), writing.id, 'mongodb', connection.name), {
      recursive: true,
      mode: 0o700,
    });
    let all = 0;
    for (const collection of collections[at] ?? []) {
      const name = `mongodb/${connection.name}/${encodeURIComponent(collection.name)}`;
      let documents = 0;
      const raw = rawDocuments(connection, collection.name, session);
      const bson = await writeFile(
        writing,
        `${name}.bson`,
        inPieces(raw, () => void documents++),
      );
      const text = await metadataOf(connection, collection);
      const metadata = await writeFile(writing, `${name}.metadata.json`, textBytes(text));
      entries.push({ service, collection: collection.name, documents, bson, metadata });
      all += documents;
    }
    say(`${service}: ${all} records`);
  }
  return entries;
}

interface PictureCounts {
  count: number;
  countBytes: number;
  fetched: number;
  lost: number;
  removed: number;
}

/**
 * Takes the pictures that the records name now: all of the moment that are still there, and what has come since, which a
 * restore leaves out.
 */
async function* takePictures(
  { records, blobs }: EngineInstallation,
  into: PictureFolder,
  counts: PictureCounts,
): AsyncIterable<Uint8Array> {
  const take = async (blob: Parameters<typeof takePicture>[0]): Promise<string> => {
    const taken = await takePicture(blob, blobs, into);
    if (taken === null) {
      if (await isReadable(records.images, blob.id)) counts.lost++;
      else counts.removed++;
      return '';
    }
    counts.count++;
    counts.countBytes += taken.line.bytes;
    if (taken.isNew) counts.fetched++;
    return `${JSON.stringify(taken.line)}\n`;
  };
  let some: Array<Promise<string>> = [];
  for await (const blob of pictureBlobs(records.images)) {
    some.push(take(blob));
    if (some.length < PICTURES_AT_ONCE) continue;
    yield Buffer.from((await Promise.all(some)).join(''));
    some = [];
  }
  yield Buffer.from((await Promise.all(some)).join(''));
}

/** @throws SettingsError when the records could change while they are read */
async function momentOf(engines: EngineInstallation, stopped: boolean): Promise<RecordsMoment> {
  const connections = serviceNames.map((name: ServiceName) => engines.records[name]);
  if (!stopped && (await showsMoments(engines.records.jobs))) return catchMoment(connections);
  if (!stopped)
    throw new SettingsError([
      'STORE_URL: this MongoDB is no replica set, so it cannot show all databases as they were at one moment while services change them. Stop all services and the gateway, and say so by --stopped; or make it a replica set',
    ]);
  await requireStopped(engines);
  return restingMoment(connections);
}

async function write(
  engines: EngineInstallation,
  writing: Writing,
  hashKey: string | null,
  stopped: boolean,
  say: Say,
): Promise<EngineList> {
  const { folder, id, through } = writing;
  // Before the records, so that whatever they do not know yet is handled again.
  const groups = await engines.groups.places();
  const at = new Date().toISOString();
  const moment = await momentOf(engines, stopped);
  try {
    const collections = await writeRecords(engines, moment, writing, say);
    const counts: PictureCounts = { count: 0, countBytes: 0, fetched: 0, lost: 0, removed: 0 };
    const lines = takePictures(engines, { folder, through, hashKey }, counts);
    const pictures = await writeFile(writing, 'pictures.jsonl', lines);
    say(`pictures: ${counts.count} files, of which ${counts.fetched} are new`);
    if (counts.removed > 0)
      say(`${counts.removed} files of pictures were removed meanwhile; they are not in the backup`);
    if (counts.lost > 0)
      say(`${counts.lost} files of pictures that the records name are not in the bucket, or are damaged there`);
    // Whoever began meanwhile may have changed what was read before.
    if (stopped) await requireStopped(engines);
    const { count, countBytes, lost } = counts;
    const way = moment.session === null ? 'stopped' : 'snapshot';
    const sum = { ...pictures, count, countBytes, lost };
    return { format: 1, id, version: productVersion, moment: at, way, collections, pictures: sum, groups };
  } finally {
    await moment.end();
  }
}

/**
 * Adds a backup of an installation of the distributed way to those in `folder`: the records of all services as they were
 * at one moment, the pictures that they name, and up to where Kafka's groups had handled what. Ended before its end it
 * leaves nothing that counts but pictures, which the next one need not fetch again.
 * @throws SettingsError when it cannot be begun; Error when it could not be ended: then it is no backup
 */
export async function keepEngines(
  addresses: EngineAddresses,
  folder: string,
  options: EngineKeepOptions,
  log: Logger,
  say: Say,
): Promise<EngineList> {
  const { recipients, dataDir, stopped } = options;
  return whileLocked(folder, () =>
    withEngines(addresses, log, async (engines) => {
      takeRepository(folder, 'engines', options, ['records', 'backups', PICTURES]);
      const through = recipients === null ? unchanged : encryptingFor(recipients);
      const hashKey = recipients === null ? null : hashKeyOf(dataDir);
      const writing = { folder, id: newId(), through, isEncrypted: recipients !== null };
      const list = await withRoom(folder, 0, () => write(engines, writing, hashKey, stopped, say));
      syncNames(recordsOf(folder));
      // From here on it is a backup.
      await writeList(listFile(folder, list), list, through);
      return list;
    }),
  );
}
