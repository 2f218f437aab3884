import mongoose, { type Connection } from 'mongoose';
import { codeOf } from '@numscope/platform';
import { exactDocument, metadataText } from './bson-file.ts';

type Session = mongoose.mongo.ClientSession;

/** Since 5.0 a replica set or a sharded cluster shows a moment of the past to who asks for it. */
const SHOWS_MOMENTS = 13;
const NO_SUCH_COMMAND = 59;
const TRIES = 5;
const READ_AT_ONCE = 500;
const WRITE_AT_ONCE = 500;
const WRITE_BYTES = 4_000_000;
const GONE = new Set<unknown>([239, 246]);

/** A collection that is a part of the installation. */
export interface RawCollection {
  name: string;
  options: Record<string, unknown>;
  /** As the server knows it; empty where it gives none. */
  uuid: string;
}

/** All records as they were at one moment. */
export interface RecordsMoment {
  /** Where the records stand still without it: null. */
  session: Session | null;
  /** The collections of each connection, in their order. */
  collections: RawCollection[][];
  end(): Promise<void>;
}

function databaseOf(connection: Connection): mongoose.mongo.Db {
  if (!connection.db) throw new Error('MongoDB is not connected');
  return connection.db;
}

/** Whether the server can show all databases as they were at one moment, while they change. */
export async function showsMoments(connection: Connection): Promise<boolean> {
  try {
    const answer: Record<string, unknown> = await databaseOf(connection).admin().command({ hello: 1 });
    const isOneOfSeveral = typeof answer['setName'] === 'string' || answer['msg'] === 'isdbgrid';
    return isOneOfSeveral && Number(answer['maxWireVersion']) >= SHOWS_MOMENTS;
  } catch (error) {
    // A server that does not know the command is too old for it.
    if (codeOf(error) === NO_SUCH_COMMAND) return false;
    throw error;
  }
}

/** What belongs to the server or to who runs just now is no part of it. */
const isRecord = (name: string): boolean => !/^(?:leases$|system\.)/.test(name);

/** The collections of a database, in order of their names. */
export async function collectionsOf(connection: Connection): Promise<RawCollection[]> {
  const found = await databaseOf(connection).listCollections({}, { nameOnly: false }).toArray();
  return found
    .filter(({ name }) => isRecord(name))
    .map(({ name, options, info }) => {
      const uuid: unknown = info?.uuid;
      return { name, options: { ...options }, uuid: uuid instanceof mongoose.mongo.Binary ? uuid.toString('hex') : '' };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Records that nobody changes: they are of one moment by themselves. */
export async function restingMoment(connections: readonly Connection[]): Promise<RecordsMoment> {
  return { session: null, collections: await Promise.all(connections.map(collectionsOf)), end: async () => undefined };
}

/**
 * Catches a moment of all databases, which must be of one client: the first read of a session settles it, and all that
 * follow are of the same. Names of collections cannot be asked for at a moment, so they must be the same before it and
 * after it.
 */
export async function catchMoment(connections: readonly Connection[]): Promise<RecordsMoment> {
  const [first] = connections;
  if (!first) throw new Error('there is no database');
  const names = async (): Promise<RawCollection[][]> => Promise.all(connections.map(collectionsOf));
  let before = await names();
  for (let tries = 0; tries < TRIES; tries++) {
    const session = first.getClient().startSession({ snapshot: true });
    try {
      await databaseOf(first)
        .collection(before[0]?.[0]?.name ?? 'leases')
        .findOne({}, { session, projection: { _id: 1 } });
      const after = await names();
      if (JSON.stringify(after) === JSON.stringify(before))
        return { session, collections: before, end: () => session.endSession() };
      before = after;
    } catch (error) {
      await session.endSession();
      throw error;
    }
    await session.endSession();
  }
  throw new Error('collections came and went all the time; begin again when the services have started');
}

/**
 * The documents of a collection as MongoDB has them, byte for byte.
 * @throws Error in words when the server knows the moment no more
 */
export async function* rawDocuments(
  connection: Connection,
  collection: string,
  session: Session | null,
): AsyncIterable<Uint8Array> {
  const options = { raw: true, batchSize: READ_AT_ONCE, ...(session ? { session } : {}) };
  try {
    for await (const document of databaseOf(connection).collection(collection).find({}, options)) {
      const bytes: unknown = document;
      if (!(bytes instanceof Uint8Array)) throw new Error('the driver gave a document that is not raw');
      yield bytes;
    }
  } catch (error) {
    if (!GONE.has(codeOf(error))) throw error;
    throw new Error(
      'MongoDB does not know the moment of this backup any more: it keeps one for minSnapshotHistoryWindowInSeconds (300 unless said). Set that parameter to longer than a backup takes, and begin again',
      { cause: error },
    );
  }
}

/** What a collection is beside its documents, as `mongodump` writes it. */
export async function metadataOf(connection: Connection, { name, options, uuid }: RawCollection): Promise<string> {
  const indexes = await databaseOf(connection).collection(name).listIndexes().toArray();
  return metadataText({ options, indexes, uuid, collectionName: name, type: 'collection' });
}

/** Writes documents as they were read, some at once. @returns how many */
export async function insertRaw(
  connection: Connection,
  collection: string,
  documents: AsyncIterable<Uint8Array>,
): Promise<number> {
  const into = databaseOf(connection).collection(collection);
  let [count, bytes] = [0, 0];
  let some: Array<Record<string, unknown>> = [];
  const write = async (): Promise<void> => {
    if (some.length > 0) await into.insertMany(some, { ordered: false });
    count += some.length;
    [some, bytes] = [[], 0];
  };
  for await (const document of documents) {
    some.push(exactDocument(document));
    bytes += document.length;
    if (some.length >= WRITE_AT_ONCE || bytes >= WRITE_BYTES) await write();
  }
  await write();
  return count;
}
