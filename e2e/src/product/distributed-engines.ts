import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { serviceNames } from '@numscope/contracts';
import { testEngine } from '@numscope/testing/test-engine';
import { Kafka, logLevel } from 'kafkajs';
import { Client as S3 } from 'minio';
import mongoose from 'mongoose';
import { indexPrefix, kafkaPrefix, nameOf } from './engine-settings.ts';

/** The brokers and the name of a topic of an installation, for tools from outside. */
export const topicOf = (dataDir: string, topic: string): { brokers: string; topic: string } => ({
  brokers: testEngine('kafka'),
  topic: `${kafkaPrefix(dataDir)}${topic}`,
});

export async function withDatabase<T>(
  dataDir: string,
  service: string,
  work: (db: mongoose.Connection) => Promise<T>,
): Promise<T> {
  const connection = await mongoose
    .createConnection(testEngine('mongodb'), { dbName: `${nameOf(dataDir)}_${service}` })
    .asPromise();
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** The collections of an installation of which some document names one of these, as `service collection: needle`. */
export async function collectionsWith(dataDir: string, needles: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const service of serviceNames)
    await withDatabase(dataDir, service, async (db) => {
      for (const { collectionName } of (await db.db?.collections()) ?? [])
        for await (const document of db.collection(collectionName).find()) {
          const text = JSON.stringify(document);
          for (const needle of needles) if (text.includes(needle)) found.add(`${service} ${collectionName}: ${needle}`);
        }
    });
  return [...found];
}

/** How many of these an installation's indices name; `but` leaves those out whose names begin with it. */
export async function indexHolds(dataDir: string, needles: readonly string[], but?: string): Promise<number> {
  const all = `${indexPrefix(dataDir)}*`;
  const indices = but === undefined ? all : `${all},-${indexPrefix(dataDir)}${but}*`;
  const text = await (await fetch(`${testEngine('elasticsearch')}/${indices}/_search?size=10000`)).text();
  return needles.filter((needle) => text.includes(needle)).length;
}

/** As the jobs service keeps them: each a document with the key of its job or upload. */
export const keptPhones = (dataDir: string): Promise<{ all: number; strangers: number }> =>
  withDatabase(dataDir, 'jobs', async (db) => {
    const jobs = await db
      .collection<{ key: number }>('jobs')
      .find({}, { projection: { key: 1 } })
      .toArray();
    const phones = db.collection<{ job: number }>('phones');
    const strangers = await phones.countDocuments({ job: { $nin: jobs.map(({ key }) => key) } });
    return { all: await phones.countDocuments({}), strangers };
  });

/** An administrator of the brokers, and the topics of an installation. */
async function kafkaOf(dataDir: string) {
  const admin = new Kafka({ brokers: testEngine('kafka').split(','), logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((name) => name.startsWith(kafkaPrefix(dataDir)));
  return { admin, topics };
}

/** How many events of each partition no member of its group has handled yet, as `sources.phone.requested/2: 3`, where there are any. */
export async function unhandledEvents(dataDir: string): Promise<string[]> {
  const { admin, topics } = await kafkaOf(dataDir);
  try {
    const prefix = kafkaPrefix(dataDir);
    const ids = (await admin.listGroups()).groups.map(({ groupId }) => groupId).filter((id) => id.startsWith(prefix));
    const found: string[] = [];
    for (const groupId of ids) {
      const topic = topics.find((name) => groupId.endsWith(`.${name.slice(prefix.length)}`));
      if (topic === undefined) continue;
      const ends = await admin.fetchTopicOffsets(topic);
      const [handled] = await admin.fetchOffsets({ groupId, topics: [topic] });
      for (const { partition, low, high } of ends) {
        const offset = handled?.partitions.find((one) => one.partition === partition)?.offset;
        const left = Number(high) - Math.max(Number(low), Number(offset ?? -1));
        if (left > 0) found.push(`${groupId.slice(prefix.length)}/${partition}: ${left}`);
      }
    }
    return found;
  } finally {
    await admin.disconnect();
  }
}

/** Every byte of keys, headers and values that an installation ever wrote to Kafka, by topic, as Latin-1. */
export async function topicBytes(dataDir: string): Promise<Map<string, string>> {
  const { admin, topics } = await kafkaOf(dataDir);
  await admin.disconnect();
  const found = new Map<string, string>();
  for (const topic of topics) {
    const from = ['-b', testEngine('kafka'), '-t', topic, '-C', '-o', 'beginning', '-e', '-q', '-f', '%k %h %s\n'];
    const { stdout } = await promisify(execFile)('kcat', from, { encoding: 'latin1', maxBuffer: 256 * 1024 * 1024 });
    found.set(topic.slice(kafkaPrefix(dataDir).length), stdout);
  }
  return found;
}

/** The newest record of each key of one of an installation's topics, null where it is empty, as Latin-1. */
export async function headsOf(dataDir: string, name: string): Promise<Map<string, string | null>> {
  const { brokers, topic } = topicOf(dataDir, name);
  const from = ['-b', brokers, '-t', topic, '-C', '-o', 'beginning', '-e', '-q', '-f', '%k %S %s\n'];
  const { stdout } = await promisify(execFile)('kcat', from, { encoding: 'latin1', maxBuffer: 256 * 1024 * 1024 });
  const heads = new Map<string, string | null>();
  // Values are JSON in one line, and of an empty record the length is -1.
  for (const line of stdout.split('\n').filter((text) => text !== '')) {
    const [, key = '', bytes = '', value = ''] = /^(.*?) (-?\d+) (.*)$/.exec(line) ?? [];
    heads.set(key, bytes === '-1' ? null : value);
  }
  return heads;
}

/** The same of all its topics, by topic. */
export async function topicHeads(dataDir: string): Promise<Map<string, Map<string, string | null>>> {
  const { admin, topics } = await kafkaOf(dataDir);
  await admin.disconnect();
  const names = topics.map((topic) => topic.slice(kafkaPrefix(dataDir).length));
  return new Map(await Promise.all(names.map(async (name) => [name, await headsOf(dataDir, name)] as const)));
}

async function dropTopics(dataDir: string): Promise<void> {
  const { admin, topics } = await kafkaOf(dataDir);
  if (topics.length > 0) await admin.deleteTopics({ topics });
  await admin.disconnect();
}

/** @returns how many there were */
export async function dropIndices(dataDir: string): Promise<number> {
  const found = await fetch(`${testEngine('elasticsearch')}/_cat/indices/${indexPrefix(dataDir)}*?h=index&format=json`);
  const indices = (await found.json()) as Array<{ index: string }>;
  for (const { index } of indices) await fetch(`${testEngine('elasticsearch')}/${index}`, { method: 'DELETE' });
  return indices.length;
}

export async function dropDatabases(dataDir: string): Promise<void> {
  const databases = [...serviceNames, 'moves'].map((service) =>
    withDatabase(dataDir, service, (db) => db.dropDatabase()),
  );
  await Promise.all(databases);
}

/** Each record of an installation as MongoDB has it, byte for byte: by service and collection, in hexadecimal. */
export async function rawRecords(dataDir: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const service of serviceNames)
    await withDatabase(dataDir, service, async (db) => {
      for (const { collectionName } of (await db.db?.collections()) ?? []) {
        const documents: unknown[] = (await db.db?.collection(collectionName).find({}, { raw: true }).toArray()) ?? [];
        const raw = documents.map((each) => (each instanceof Uint8Array ? Buffer.from(each).toString('hex') : ''));
        if (raw.length > 0) found[`${service} ${collectionName}`] = raw.sort();
      }
    });
  return found;
}

/** Lays a picture where the service of images would, in its records and in the bucket. */
export async function addPicture(dataDir: string, bytes: Buffer): Promise<void> {
  const { client, bucket } = bucketOf(dataDir);
  const _id = createHash('sha256').update(bytes).digest('hex');
  for (const key of [`images/${_id}`, `thumbs/${_id}`])
    await client.putObject(bucket, key, bytes, bytes.length, { 'Content-Type': 'image/png' });
  const size = { type: 'image/png', width: 1, height: 1, bytes: bytes.length };
  await withDatabase(dataDir, 'images', (db) =>
    db
      .collection<{ _id: string; [field: string]: unknown }>('images')
      .insertOne({ _id, state: 'STORED', ...size, sentAt: 1, timesSent: 1 }),
  );
}

/** The bucket of an installation, and a way into it. */
function bucketOf(dataDir: string): { client: S3; bucket: string } {
  const url = new URL(testEngine('s3').replace(/^s3\+/, ''));
  const client = new S3({
    endPoint: url.hostname,
    port: Number(url.port),
    useSSL: url.protocol === 'https:',
    accessKey: url.username,
    secretKey: url.password,
  });
  return { client, bucket: nameOf(dataDir) };
}

async function objectNames({ client, bucket }: ReturnType<typeof bucketOf>): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of client.listObjectsV2(bucket, '', true)) if (name) names.push(name);
  return names;
}

/** The name and all bytes of each object of an installation, as Latin-1. */
export async function objectBytes(dataDir: string): Promise<Map<string, string>> {
  const place = bucketOf(dataDir);
  const found = new Map<string, string>();
  for (const name of await objectNames(place))
    found.set(name, (await buffer(await place.client.getObject(place.bucket, name))).toString('latin1'));
  return found;
}

export async function dropBucket(dataDir: string): Promise<void> {
  const place = bucketOf(dataDir);
  if (!(await place.client.bucketExists(place.bucket))) return;
  const names = await objectNames(place);
  if (names.length > 0) await place.client.removeObjects(place.bucket, names);
  await place.client.removeBucket(place.bucket);
}

/** Removes what an installation keeps in the engines. */
export async function drop(dataDir: string): Promise<void> {
  await Promise.all([dropDatabases(dataDir), dropTopics(dataDir), dropIndices(dataDir), dropBucket(dataDir)]);
}
