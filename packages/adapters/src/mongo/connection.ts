import { codeOf, type Logger, reasonOf } from '@numscope/platform';
import mongoose, { type Connection, type ConnectOptions } from 'mongoose';
import { type EngineAccess, noAccess, tlsOptionsOf } from '../access/engine-access.ts';
import { untilEngineAnswers } from '../until-engine-answers.ts';
import { unheldBy } from './server-away.ts';
import { mongoDiagnosis, readMongoUrl } from './mongo-diagnosis.ts';

export interface MongoOptions {
  /**
   * `mongodb://host:port[,host:port][/name]`; each service has a database of its own, `<name>_<service>`, with
   * `numscope` for no name.
   */
  url: string;
  /** As whom, where the address does not say it. */
  access?: EngineAccess;
  service: string;
  log: Logger;
  /** How long it is tried, in milliseconds; two minutes unless said, 0 for a single try. */
  startWithinMs?: number | undefined;
  /** Whether the driver tells of each command that it sends; for tests. */
  monitorCommands?: boolean;
}

/** How long a call waits for a server to choose; then it fails, and whoever asked tries again. */
const SELECTION_MS = 5000;
/** How long a call waits for one of the connections. */
const QUEUE_MS = 60_000;
/** How long it waits for its answer then. */
const SOCKET_MS = 30_000;

const databaseOf = ({ url, service }: MongoOptions): string => {
  const name = /^[^/]+\/\/[^/]+\/([^?]+)/.exec(url)?.[1] ?? 'numscope';
  return `${name}_${service}`;
};

/** A user is one of `admin` unless the address says of which database (`authSource`). */
function entry(url: string, access: EngineAccess): ConnectOptions {
  const { username, password } = access;
  const { tls, settings } = readMongoUrl(url);
  return {
    ...(tls ? tlsOptionsOf(access) : {}),
    ...(username === null || password === null
      ? {}
      : { auth: { username, password }, authSource: settings.get('authSource') ?? 'admin' }),
  };
}

async function connect(options: MongoOptions): Promise<Connection> {
  const connection = mongoose.createConnection();
  try {
    const opened = await connection.openUri(options.url, {
      ...entry(options.url, options.access ?? noAccess),
      dbName: databaseOf(options),
      bufferCommands: false,
      autoIndex: false,
      autoCreate: false,
      serverSelectionTimeoutMS: SELECTION_MS,
      socketTimeoutMS: SOCKET_MS,
      maxPoolSize: 20,
      waitQueueTimeoutMS: QUEUE_MS,
      retryWrites: false,
      // What is decided by must be what was written last, which no secondary can promise.
      readPreference: 'primary',
      writeConcern: { w: 'majority', journal: true },
      monitorCommands: options.monitorCommands ?? false,
      appName: `numscope-${options.service}`,
    });
    // A server that wants a user lets anybody connect, and refuses what is asked then.
    await opened.db?.command({ listCollections: 1, nameOnly: true, authorizedCollections: true });
    return opened;
  } catch (error) {
    await connection.destroy();
    throw error;
  }
}

/**
 * Connects one service to its database, once in its life. Writes are acknowledged by the majority, with the journal
 * written. Nothing is buffered: a call without a server fails.
 * @throws Error when the server does not answer in time; SettingsError for what of certificates, users and rights is to
 *   be mended
 */
export async function openMongo(options: MongoOptions): Promise<Connection> {
  const { url, access = noAccess, log, startWithinMs } = options;
  const diagnosis = mongoDiagnosis(url, access);
  const connection = await untilEngineAnswers({ engine: 'MongoDB', diagnosis, log, withinMs: startWithinMs }, () =>
    connect(options),
  );
  connection.on('disconnected', () => log.warn('the connection to MongoDB is lost; it is made again'));
  connection.on('error', (error: unknown) => log.warn({ reason: reasonOf(error) }, 'MongoDB'));
  return connection;
}

/** Rejects while the database does not answer; for a service's readiness. */
export async function checkMongo(connection: Connection): Promise<void> {
  await connection.db?.command({ ping: 1 }, { timeoutMS: SELECTION_MS });
  if (!connection.db) throw new Error('not connected');
}

/** Whether a write failed because a unique index has such a key already (E11000). */
export const isDuplicateKey = (error: unknown): boolean => codeOf(error) === 11_000;

/** Whether an insert came to be; false when a unique index has such a key already. */
export async function inserted(insert: Promise<unknown>): Promise<boolean> {
  try {
    await insert;
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/**
 * Which operations of an unordered bulk were not carried out because their keys are there already, where all others
 * were; null when something else failed.
 */
export function duplicateKeysIn(error: unknown): number[] | null {
  // What the majority did not get may be undone.
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError) || unheldBy(error)) return null;
  const faults = [error.writeErrors].flat();
  // None where the connection broke: nothing is known of any document then.
  return faults.length > 0 && faults.every(isDuplicateKey) ? faults.map(({ index }) => index) : null;
}
