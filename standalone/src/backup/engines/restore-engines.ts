import { join } from 'node:path';
import { collectionsOf, documentsIn, insertRaw } from '@numscope/adapters/mongo';
import { productVersion, type ServiceName, serviceNames } from '@numscope/contracts';
import { isKnown, pictureOfKey } from '@numscope/images/store/mongo/picture-keys';
import { type Logger, SettingsError } from '@numscope/platform';
import { movingServices } from '../../move-up/moving-services.ts';
import type { Say } from '../copy-moment.ts';
import { forEach } from '../for-each.ts';
import { chosen, requireWay } from '../kept/repository.ts';
import { readThrough } from '../kept/streams.ts';
import type { EngineList, PictureLine } from './engine-list.ts';
import { findEngines, type FoundEngines, pictureLines } from './find-engines.ts';
import { type EngineAddresses, type EngineInstallation, requireStopped, withEngines } from './installation.ts';

export interface RestoreEnginesOptions {
  /** The newest backup that is not of after it; null: the newest of all. */
  at: Date | null;
  /** Private keys, where it is encrypted. */
  identities: readonly string[] | null;
  /** What is in the engines is dropped for it. */
  replace: boolean;
}

/** Which restore has begun and not ended; in the database of the commands. */
interface Begun {
  _id: 'restore';
  id: string;
  begun: Date;
}

/** Blobs of pictures begin with one of these. */
const FOLDERS = ['images/', 'thumbs/'];

const isService = (name: string): name is ServiceName => serviceNames.some((each) => each === name);

/** Names of what is there already. */
async function inTheWay({ records, blobs }: EngineInstallation): Promise<string[]> {
  const faults: string[] = [];
  for (const name of serviceNames)
    for (const { name: collection } of await collectionsOf(records[name]))
      if (await records[name].collection(collection).findOne({})) {
        faults.push(`STORE_URL: the database ${records[name].name} is not empty`);
        break;
      }
  for (const folder of FOLDERS)
    for await (const { key } of blobs.list(folder)) {
      faults.push(`BLOB_URL: the bucket has pictures (${key})`);
      return faults;
    }
  return faults;
}

/** @throws SettingsError when the engines hold anything that nobody said may go */
async function requireRoomFor(engines: EngineInstallation, { id }: EngineList, replace: boolean): Promise<void> {
  await requireStopped(engines);
  if (replace) return;
  const begun = await engines.ledger.collection<Begun>('restores').findOne({ _id: 'restore' });
  if (begun?.id === id) return;
  const faults = await inTheWay(engines);
  if (faults.length > 0)
    throw new SettingsError([
      ...faults,
      'a backup is restored into engines that are empty; say --replace where all that is in them may go',
    ]);
}

/** Users come last: who can log in is not to find half of it. */
async function restoreRecords({ records }: EngineInstallation, found: FoundEngines, say: Say): Promise<void> {
  const { folder, list, through } = found;
  for (const [service] of movingServices) {
    const connection = records[service];
    await connection.dropDatabase();
    let all = 0;
    for (const { collection, documents, bson } of list.collections.filter((each) => each.service === service)) {
      const count = await insertRaw(connection, collection, documentsIn(readThrough(join(folder, bson.file), through)));
      const there = await connection.collection(collection).countDocuments({});
      if (count !== documents || there !== documents)
        throw new Error(
          `${connection.name}.${collection} holds ${there} documents, of which the backup has ${documents}`,
        );
      all += documents;
    }
    say(`${service}: ${all} records`);
  }
}

async function restorePictures({ records, blobs }: EngineInstallation, found: FoundEngines, say: Say): Promise<void> {
  const { folder, through } = found;
  let count = 0;
  await forEach(pictureLines(found), async ({ id, key, contentType, file }: PictureLine) => {
    // It came after the moment of the records, which could not tell anybody to remove it.
    if (!(await isKnown(records.images, id))) return;
    const pieces: Uint8Array[] = [];
    for await (const piece of readThrough(join(folder, file), through)) pieces.push(piece);
    await blobs.put(key, Buffer.concat(pieces), contentType);
    count++;
  });
  say(`pictures: ${count} files`);
  let removed = 0;
  for (const prefix of FOLDERS)
    for await (const { key } of blobs.list(prefix))
      if (!(await isKnown(records.images, pictureOfKey(key)))) {
        await blobs.delete(key);
        removed++;
      }
  if (removed > 0) say(`${removed} files of pictures that these records do not know are removed from the bucket`);
}

const partsOf = (version: string): number[] => version.replace(/^v/, '').split('.').map(Number);

/** Whether the first of two versions `v1.2.3` is the later one. */
function isLater(version: string, than: string): boolean {
  const [one, other] = [partsOf(version), partsOf(than)];
  const place = one.findIndex((part, at) => part !== other[at]);
  return place >= 0 && (one[place] ?? 0) > (other[place] ?? 0);
}

/** @throws Error when a later version made the backup, or it names a service that this one does not have */
function requireReadable({ collections, version }: EngineList): void {
  if (isLater(version, productVersion))
    throw new Error(`the backup was made by the newer version ${version}. Restore it with that version`);
  const strange = collections.find(({ service }) => !isService(service));
  if (strange) throw new Error(`the backup was made by version ${version}, which has the service ${strange.service}`);
}

/**
 * Brings a backup in `folder` into the engines. All of it is read and compared first, so nothing is written of one that
 * is damaged. Ended before its end, the same begins anew.
 * @throws SettingsError or Error in words
 */
export async function restoreEngines(
  addresses: EngineAddresses,
  folder: string,
  { at, identities, replace }: RestoreEnginesOptions,
  log: Logger,
  say: Say,
): Promise<EngineList> {
  requireWay('--from', folder, 'engines');
  const listed = chosen(folder, at);
  say(`The backup of ${listed.moment.toISOString()} is restored.`);
  const found = await findEngines(folder, listed, identities);
  const { list } = found;
  requireReadable(list);
  await withEngines(addresses, log, async (engines) => {
    await requireRoomFor(engines, list, replace);
    const restores = engines.ledger.collection<Begun>('restores');
    await restores.replaceOne({ _id: 'restore' }, { id: list.id, begun: new Date() }, { upsert: true });
    await restoreRecords(engines, found, say);
    await restorePictures(engines, found, say);
    say(`Kafka: ${await engines.groups.setBack(list.groups, new Date(list.moment))} groups are set back`);
    await restores.deleteOne({ _id: 'restore' });
  });
  return list;
}
