import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pathOfBlob } from '@numscope/adapters/embedded';
import type { Connection } from '@numscope/adapters/mongo';
import { eventSchema, serviceNames } from '@numscope/contracts';
import { openBlobs, openBus, openRecords } from '@numscope/mains';
import { createLogger, newId, outgoing, packEvents } from '@numscope/platform';
import { tempDir, testEngine } from '@numscope/testing';
import { testS3 } from '../../../packages/adapters/test/engines/s3-kit.ts';
import { moveUp } from '../../src/move-up/index.ts';
import { addPicture, change, runOn } from '../made-folder.ts';

interface BegunMove {
  _id: string;
  bucket: string;
  index: string;
  log: string;
}

const log = createLogger('move-up', 'silent');
const access = { username: null, password: null, ca: null, cert: null, key: null, saslMechanism: 'plain' } as const;
const name = `test-${newId().toLowerCase()}`;
const [bucket, other] = [testS3(), testS3()];
const dir = tempDir();
const dataDir = join(dir.path, 'data');
const options = {
  from: dataDir,
  busUrl: { url: `kafka://${testEngine('kafka')}?prefix=${name}.&partitions=1`, access },
  storeUrl: { url: `${testEngine('mongodb')}/${name}`, access },
  searchUrl: { url: `${testEngine('elasticsearch')}/?prefix=${name}-`, access },
  blobUrl: { url: bucket.url, access },
  logLevel: 'error',
};

const waits = (userName: string): void =>
  change(
    join(dataDir, 'users.sqlite'),
    'INSERT INTO outbox (events) VALUES (?)',
    packEvents([outgoing('user.changed', userName, { userName, at: 1, roles: [], modules: [], deleted: true })]),
  );

async function keysIn(url: string): Promise<string[]> {
  const blobs = await openBlobs({ url, access }, log);
  const keys: string[] = [];
  for await (const { key } of blobs.list('')) keys.push(key);
  await blobs.close();
  return keys.sort();
}

async function eventsOfUsers(): Promise<string[]> {
  const bus = await openBus(options.busUrl, log);
  const { partitions } = await bus.extent(['user.changed']);
  const expected = partitions.reduce((sum, { start, end }) => sum + end - start, 0);
  const names: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const reader = await bus.read({
    from: partitions.map(({ topic, partition, start }) => ({ topic, partition, offset: start })),
    async take(events) {
      names.push(...events.map(({ json }) => eventSchema('user.changed').parse(JSON.parse(json)).key));
      if (names.length >= expected) resolve();
    },
    failed: reject,
  });
  if (expected > 0) await promise;
  await reader.close();
  await bus.close();
  return names;
}

/** Moves until this is said, as if it had been killed then. */
async function moveUntil(pattern: RegExp): Promise<void> {
  const killed = (line: string): void => {
    if (pattern.test(line)) throw new Error('killed');
  };
  await expect(moveUp(options, log, killed)).rejects.toThrow('killed');
}

async function move(changed: Partial<typeof options> = {}): Promise<{ isThere: boolean; said: string }> {
  const lines: string[] = [];
  const isThere = await moveUp({ ...options, ...changed }, log, (line) => void lines.push(line));
  return { isThere, said: lines.join('\n') };
}

beforeAll(async () => {
  await runOn(dataDir);
  for (const id of ['aa', 'bb', 'cc']) await addPicture(dataDir, id);
  waits('told-before');
});

afterAll(async () => {
  for (const service of [...serviceNames, 'moves']) {
    const records = await openRecords(options.storeUrl, service, log);
    await records.dropDatabase();
    await records.close();
  }
  await bucket.dispose();
  await other.dispose();
  dir.remove();
});

it('refuses a bucket and topics that others use', async () => {
  const blobs = await openBlobs({ url: other.url, access }, log);
  await blobs.put('thumbs/of-others', Buffer.from('x'), 'image/png');
  await blobs.close();
  const busUrl = { ...options.busUrl, url: `kafka://${testEngine('kafka')}?prefix=${name}-of-others.&partitions=1` };
  const bus = await openBus(busUrl, log);
  await bus.publish([outgoing('user.changed', 'x', { userName: 'x', at: 1, roles: [], modules: [], deleted: true })]);
  await bus.close();
  await expect(move({ busUrl, blobUrl: { url: other.url, access } })).rejects.toThrow(
    /the bucket has pictures already \(thumbs\/of-others\)(.|\n)*the topics have events already \(user\.changed\)/,
  );
  expect(await keysIn(other.url)).toEqual(['thumbs/of-others']);
});

/** As if this had been done to the target from elsewhere. */
async function atTarget<T>(service: 'moves' | 'sources', work: (records: Connection) => Promise<T>): Promise<T> {
  const records = await openRecords(options.storeUrl, service, log);
  try {
    return await work(records);
  } finally {
    await records.close();
  }
}

it('finds documents that nobody carried where nothing was carried at all', async () => {
  await moveUntil(/^files of pictures compared: /);
  await atTarget('sources', (records) => records.collection('webhooks').insertOne({ of: 'others' }));
  const { isThere, said } = await move();
  expect(said).toMatch(/_sources\.webhooks holds 1 documents, of which 0 were carried/);
  expect(isThere).toBe(false);
});

it('says what to do where a version before began the move, which did not note where it led to', async () => {
  const noted = await atTarget('moves', (records) =>
    records
      .collection<BegunMove>('moves')
      .findOneAndUpdate({ _id: 'move' }, { $unset: { bucket: '', index: '', log: '' } }),
  );
  await expect(move()).rejects.toThrow(
    /BLOB_URL: the bucket has pictures already .* a version before began .*empty it, or name another, and the same command begins anew\n(.|\n)*BUS_URL: the topics have events already .*empty it, or name another/,
  );
  if (!noted) throw new Error('no move was noted');
  await atTarget('moves', (records) =>
    records.collection<BegunMove>('moves').replaceOne({ _id: 'move' }, noted, { upsert: true }),
  );
});

it('begun anew leaves what one move would leave, and of others all that was there', async () => {
  await moveUntil(/^files of pictures compared: /);
  expect(await keysIn(bucket.url)).toHaveLength(6);
  expect(await eventsOfUsers()).toContain('told-before');

  // The folder is used: a picture and an event go, others come, and the file of one is lost.
  change(join(dataDir, 'images.sqlite'), `DELETE FROM image WHERE id = 'bb'`);
  change(join(dataDir, 'users.sqlite'), `DELETE FROM outbox WHERE events LIKE '%told-before%'`);
  waits('told-after');
  await addPicture(dataDir, 'dd');
  rmSync(join(dataDir, 'blobs', pathOfBlob('images/dd')));
  const blobs = await openBlobs({ url: bucket.url, access }, log);
  await blobs.put('exports/of-others', Buffer.from('x'), 'text/plain');
  await blobs.close();

  await moveUntil(/^events on their way: /);
  const { isThere, said } = await move();
  expect(said).toMatch(/goes on/);
  expect(said).toMatch(/1 files of pictures .* could not come:\n {2}- images\/dd/);
  expect(isThere).toBe(true);
  expect(await keysIn(bucket.url)).toEqual([
    'exports/of-others',
    'images/aa',
    'images/cc',
    'thumbs/aa',
    'thumbs/cc',
    'thumbs/dd',
  ]);
  expect((await eventsOfUsers()).filter((key) => key.startsWith('told-'))).toEqual(['told-after']);

  // Where it did not move to there is nothing of it.
  await expect(move({ blobUrl: { url: other.url, access } })).rejects.toThrow(
    /BLOB_URL: this installation was moved on .* to another place/,
  );
  const again = await move();
  expect(again.isThere).toBe(true);
  expect(again.said).toMatch(/images\/dd\nAll that could come is there since .*nothing was changed/);
});
