import { type Logger, reasonOf } from '@numscope/platform';
import mongoose, { type Connection } from 'mongoose';

export interface MongoOptions {
  /** `mongodb://host:port[,host:port][/name]`; each service has a database of its own, `<name>_<service>`, with `numscope` for no name. */
  url: string;
  service: string;
  log: Logger;
}

/** How long a call waits for a server to choose; then it fails, and whoever asked tries again. */
const SELECTION_MS = 5000;
const SOCKET_MS = 30_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 5000;

const databaseOf = ({ url, service }: MongoOptions): string => {
  const name = /^[^/]+\/\/[^/]+\/([^?]+)/.exec(url)?.[1] ?? 'numscope';
  return `${name}_${service}`;
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * Connects one service to its database, once in its life; waits as long as the server is not there yet. Writes are acknowledged by the majority, with
 * the journal written. Nothing is buffered: a call without a server fails.
 */
export async function openMongo(options: MongoOptions): Promise<Connection> {
  const connection = mongoose.createConnection();
  for (let retry = FIRST_RETRY_MS; ; retry = Math.min(LONGEST_RETRY_MS, retry * 2)) {
    try {
      await connection.openUri(options.url, {
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
      break;
    } catch (error) {
      options.log.warn({ reason: reasonOf(error) }, 'MongoDB does not answer yet');
      await pause(retry);
    }
  }
  connection.on('disconnected', () => options.log.warn('the connection to MongoDB is lost; it is made again'));
  connection.on('error', (error: unknown) => options.log.warn({ reason: reasonOf(error) }, 'MongoDB'));
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
