import { type Logger, reasonOf } from '@numscope/platform';
import mongoose, { type Connection } from 'mongoose';
import { untilThere } from '../until-there.ts';

export interface MongoOptions {
  /**
   * `mongodb://host:port[,host:port][/name]`; each service has a database of its own, `<name>_<service>`, with
   * `numscope` for no name.
   */
  url: string;
  service: string;
  log: Logger;
  /** How long it is tried, in milliseconds; two minutes unless said, 0 for a single try. */
  startWithinMs?: number | undefined;
}

/** How long a call waits for a server to choose; then it fails, and whoever asked tries again. */
const SELECTION_MS = 5000;
const SOCKET_MS = 30_000;

const databaseOf = ({ url, service }: MongoOptions): string => {
  const name = /^[^/]+\/\/[^/]+\/([^?]+)/.exec(url)?.[1] ?? 'numscope';
  return `${name}_${service}`;
};

async function connect(options: MongoOptions): Promise<Connection> {
  const connection = mongoose.createConnection();
  try {
    return await connection.openUri(options.url, {
      dbName: databaseOf(options),
      bufferCommands: false,
      autoIndex: false,
      autoCreate: false,
      serverSelectionTimeoutMS: SELECTION_MS,
      socketTimeoutMS: SOCKET_MS,
      maxPoolSize: 20,
      retryWrites: false,
      writeConcern: { w: 'majority', journal: true },
      appName: `numscope-${options.service}`,
    });
  } catch (error) {
    await connection.destroy();
    throw error;
  }
}

/**
 * Connects one service to its database, once in its life. Writes are acknowledged by the majority, with the journal
 * written. Nothing is buffered: a call without a server fails.
 * @throws Error when the server does not answer in time
 */
export async function openMongo(options: MongoOptions): Promise<Connection> {
  const { log, startWithinMs } = options;
  const connection = await untilThere({ engine: 'MongoDB', setting: 'STORE_URL', log, withinMs: startWithinMs }, () =>
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
export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && (error as { code: unknown }).code === 11_000;

/** Which of the documents of an unordered bulk were not inserted because their keys are there already; null when something else failed. */
export function duplicateKeysIn(error: unknown): number[] | null {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) return null;
  const faults = [error.writeErrors].flat();
  return faults.every(isDuplicateKey) ? faults.map(({ index }) => index) : null;
}
