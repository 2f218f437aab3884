import { reasonOf, TransientError } from '@numscope/platform';
import mongoose from 'mongoose';

const { MongoNetworkError, MongoServerError, MongoSystemError, MongoAPIError, MongoBulkWriteError } = mongoose.mongo;

/**
 * What a server answers that is starting, stopping or no longer the primary, that could not get its majority in time, or that has begun anew since a cursor
 * was opened (https://github.com/mongodb/specifications/blob/master/source/retryable-writes/retryable-writes.md).
 */
const passingCodes: ReadonlySet<unknown> = new Set([
  6, 7, 43, 64, 89, 91, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436,
]);

const connectionNames: ReadonlySet<string> = new Set([
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoOperationTimeoutError',
]);

type BulkError = InstanceType<typeof MongoBulkWriteError>;

/**
 * Why what was written of a bulk may not stay, as the majority does not hold it. Where the server refused some of it too,
 * the driver tells of that alone, and has this inside.
 */
export const unheldBy = ({ result }: BulkError) => result.getWriteConcernError();

/** The driver reports an unanswered bulk write as refused by the server, with what really happened inside. */
const causeOf = (error: unknown): unknown =>
  error instanceof MongoBulkWriteError && error.errorResponse instanceof Error ? error.errorResponse : error;

const isPassing = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  error instanceof MongoSystemError ||
  (error instanceof MongoAPIError && connectionNames.has(error.name)) ||
  (error instanceof MongoServerError && passingCodes.has(error.code));

/**
 * Whether a call failed because the server could not be reached or would not serve just then. Whether a write was made
 * is not known.
 */
export const isAway = (error: unknown): boolean =>
  isPassing(causeOf(error)) || (error instanceof MongoBulkWriteError && passingCodes.has(unheldBy(error)?.code));

/**
 * The same store, whose faults are transient while MongoDB is away, so that what met them is tried again and never
 * given up.
 */
export function transientWhileAway<T extends object>(store: T): T {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]): Promise<unknown> => {
        try {
          return await Reflect.apply(value, target, args);
        } catch (error) {
          if (isAway(error)) throw new TransientError(`MongoDB does not serve: ${reasonOf(error)}`, { cause: error });
          throw error;
        }
      };
    },
  });
}
