import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import { documentsIn } from '@numscope/adapters/mongo';
import { serviceNames } from '@numscope/contracts';
import { openBlobs, openRecords } from '@numscope/mains';
import { createLogger, newId } from '@numscope/platform';
import { tempDir, testEngine } from '@numscope/testing';
import { testS3 } from '../../../packages/adapters/test/engines/s3-kit.ts';
import {
  checkEngines,
  identitiesFrom,
  keepEngines,
  newKey,
  recipientsFrom,
  restoreEngines,
} from '../../src/backup/index.ts';
import { unchanged } from '../../src/backup/kept/cipher.ts';
import { listFile, writeList } from '../../src/backup/kept/repository.ts';

const log = createLogger('backup', 'silent');
const access = { username: null, password: null, ca: null, cert: null, key: null, saslMechanism: 'plain' } as const;
const name = `test-${newId().toLowerCase()}`;
const bucket = testS3();
const addresses = {
  busUrl: { url: `kafka://${testEngine('kafka')}?prefix=${name}.&partitions=1`, access },
  storeUrl: { url: `${testEngine('mongodb')}/${name}`, access },
  blobUrl: { url: bucket.url, access },
};
const settings = { recipients: null, incremental: true, stopped: true };
const PICTURE = Buffer.from('a picture');
const ID = createHash('sha256').update(PICTURE).digest('hex');

let dir: ReturnType<typeof tempDir>;
let folder: string;
let lines: string[];
const say = (line: string): void => void lines.push(line);

/** A record of any shape. */
type Doc<Id> = { _id: Id; [field: string]: unknown };
type Records = Awaited<ReturnType<typeof openRecords>>;

async function withRecords<T>(service: string, work: (records: Records) => Promise<T>): Promise<T> {
  const records = await openRecords(addresses.storeUrl, service, log);
  try {
    return await work(records);
  } finally {
    await records.close();
  }
}

const rawIn = (service: string, collection: string): Promise<string[]> =>
  withRecords(service, async ({ db }) => {
    const found: unknown[] = (await db?.collection(collection).find({}, { raw: true }).toArray()) ?? [];
    return found.map((each) => (each instanceof Uint8Array ? Buffer.from(each).toString('hex') : '')).sort();
  });

async function empty(): Promise<void> {
  for (const service of [...serviceNames, 'moves']) await withRecords(service, (records) => records.dropDatabase());
  const blobs = await openBlobs(addresses.blobUrl, log);
  for await (const { key } of blobs.list('')) await blobs.delete(key);
  await blobs.close();
}

afterAll(() => bucket.dispose());

beforeEach(async () => {
  dir = tempDir();
  folder = join(dir.path, 'backups');
  lines = [];
  await withRecords('jobs', async (records) => {
    const { Long, Decimal128, Double, Int32, Timestamp, ObjectId, Binary } = records.base.mongo;
    await records.collection<Doc<number>>('jobs').insertMany([
      {
        _id: 1,
        long: Long.fromString('9007199254740993'),
        small: new Long(5),
        whole: new Double(5),
        int: new Int32(5),
        decimal: Decimal128.fromString('1.10'),
        at: new Date(5),
        bytes: new Binary(Buffer.from('bytes'), 0),
        stamp: new Timestamp({ t: 5, i: 6 }),
        id: new ObjectId(),
        none: null,
        pattern: /a+/i,
        some: [1, { deep: new Long(7) }],
      },
      ...Array.from({ length: 1200 }, (_none, at) => ({ _id: at + 2, text: 'x'.repeat(at) })),
    ]);
    await records.collection<{ _id: number }>('leases').insertOne({ _id: 1 });
  });
  await withRecords('images', (records) =>
    records
      .collection<Doc<string>>('images')
      .insertOne({ _id: ID, state: 'STORED', type: 'image/png', bytes: PICTURE.length }),
  );
  const blobs = await openBlobs(addresses.blobUrl, log);
  await blobs.put(`images/${ID}`, PICTURE, 'image/png');
  await blobs.put(`thumbs/${ID}`, Buffer.from('small'), 'image/webp');
  await blobs.close();
});

afterEach(async () => {
  await empty();
  dir.remove();
});

it('brings every type of value back as it was, and pictures with their types', async () => {
  const before = await rawIn('jobs', 'jobs');
  await keepEngines(addresses, folder, { ...settings, dataDir: dir.path }, log, say);
  await empty();
  await restoreEngines(addresses, folder, { at: null, identities: null, replace: false }, log, say);
  expect(await rawIn('jobs', 'jobs')).toEqual(before);
  expect(before).toHaveLength(1201);
  expect(await rawIn('jobs', 'leases')).toEqual([]);
  const blobs = await openBlobs(addresses.blobUrl, log);
  expect(await blobs.stat(`images/${ID}`)).toEqual({
    key: `images/${ID}`,
    bytes: PICTURE.length,
    contentType: 'image/png',
  });
  expect(await blobs.stat(`thumbs/${ID}`)).toMatchObject({ contentType: 'image/webp' });
  await blobs.close();
});

it('writes files that are the documents one after the other, with their indexes beside', async () => {
  await withRecords('jobs', (records) => records.collection('jobs').createIndex({ text: 1 }, { name: 'texts' }));
  const { id } = await keepEngines(addresses, folder, { ...settings, dataDir: dir.path }, log, say);
  const place = join(folder, 'records', id, 'mongodb', `${name}_jobs`);
  expect(readdirSync(place).sort()).toEqual(['jobs.bson', 'jobs.metadata.json']);
  const found: string[] = [];
  async function* bytes(): AsyncIterable<Uint8Array> {
    yield readFileSync(join(place, 'jobs.bson'));
  }
  for await (const document of documentsIn(bytes())) found.push(Buffer.from(document).toString('hex'));
  expect(found.sort()).toEqual(await rawIn('jobs', 'jobs'));
  expect(JSON.parse(readFileSync(join(place, 'jobs.metadata.json'), 'utf8'))).toMatchObject({
    collectionName: 'jobs',
    type: 'collection',
    indexes: expect.arrayContaining([expect.objectContaining({ name: 'texts', key: { text: { $numberInt: '1' } } })]),
  });
});

it('is read by who has the key alone, and names no picture', async () => {
  const { identity, recipient } = await newKey();
  const keyFile = join(dir.path, 'key.txt');
  writeFileSync(keyFile, `${identity}\n`);
  const recipients = await recipientsFrom(recipient);
  const before = await rawIn('jobs', 'jobs');
  await keepEngines(addresses, folder, { ...settings, recipients, dataDir: dir.path }, log, say);
  lines = [];
  await keepEngines(addresses, folder, { ...settings, recipients, dataDir: dir.path }, log, say);
  expect(lines).toContain('pictures: 2 files, of which 0 are new');
  expect(readdirSync(folder, { recursive: true }).filter((each) => String(each).includes(ID))).toEqual([]);
  const identities = identitiesFrom(keyFile);
  await expect(checkEngines(folder, null, say)).rejects.toThrow('--key: the backups in');
  expect(await checkEngines(folder, identities, say)).toMatchObject({ pictures: { count: 2, lost: 0 } });
  await restoreEngines(addresses, folder, { at: null, identities, replace: true }, log, say);
  expect(await rawIn('jobs', 'jobs')).toEqual(before);
});

it('is refused where another installation is, and clears what the backup does not know where that may go', async () => {
  await keepEngines(addresses, folder, { ...settings, dataDir: dir.path }, log, say);
  await withRecords('users', (records) => records.collection<{ _id: string }>('users').insertOne({ _id: 'other' }));
  const blobs = await openBlobs(addresses.blobUrl, log);
  await blobs.put('images/other', Buffer.from('other'), 'image/png');
  const options = { at: null, identities: null, replace: false };
  await expect(restoreEngines(addresses, folder, options, log, say)).rejects.toThrow('--replace');
  await restoreEngines(addresses, folder, { ...options, replace: true }, log, say);
  expect(await rawIn('users', 'users')).toEqual([]);
  expect(await blobs.stat('images/other')).toBeNull();
  await blobs.close();
});

it('goes on with a restore that was broken off, and with no other', async () => {
  const before = await rawIn('jobs', 'jobs');
  await keepEngines(addresses, folder, { ...settings, dataDir: dir.path }, log, say);
  const other = join(dir.path, 'other');
  await keepEngines(addresses, other, { ...settings, dataDir: dir.path }, log, say);
  await empty();
  const options = { at: null, identities: null, replace: false };
  const broken = restoreEngines(addresses, folder, options, log, (line) => {
    if (line.startsWith('images: ')) throw new Error('broken off');
  });
  await expect(broken).rejects.toThrow('broken off');
  await expect(restoreEngines(addresses, other, options, log, say)).rejects.toThrow('--replace');
  await restoreEngines(addresses, folder, options, log, say);
  expect(await rawIn('jobs', 'jobs')).toEqual(before);
});

it('is refused by a version before the one that made it, and nothing is dropped for it', async () => {
  const list = await keepEngines(addresses, folder, { ...settings, dataDir: dir.path }, log, say);
  await writeList(listFile(folder, list), { ...list, version: 'v99.0.1' }, unchanged);
  const before = await rawIn('jobs', 'jobs');
  await expect(
    restoreEngines(addresses, folder, { at: null, identities: null, replace: true }, log, say),
  ).rejects.toThrow('the newer version v99.0.1');
  expect(await rawIn('jobs', 'jobs')).toEqual(before);
});

it('is refused while a service holds a lease', async () => {
  await withRecords('jobs', (records) =>
    records
      .collection<{ _id: number; until: Date }>('leases')
      .insertOne({ _id: 2, until: new Date(Date.now() + 60_000) }),
  );
  const keeping = keepEngines(addresses, folder, { ...settings, dataDir: dir.path }, log, say);
  await expect(keeping).rejects.toThrow('jobs of the distributed way run on it');
  await expect(
    keepEngines(addresses, folder, { ...settings, stopped: false, dataDir: dir.path }, log, say),
  ).rejects.toThrow('this MongoDB is no replica set');
});

it('tells of pictures that the bucket does not have as they were', async () => {
  const blobs = await openBlobs(addresses.blobUrl, log);
  await blobs.put(`images/${ID}`, Buffer.from('another'), 'image/png');
  await blobs.delete(`thumbs/${ID}`);
  await blobs.close();
  const { pictures } = await keepEngines(addresses, folder, { ...settings, dataDir: dir.path }, log, say);
  expect(pictures).toMatchObject({ count: 0, lost: 2 });
});
