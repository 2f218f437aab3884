import { closePlace, openPlace, type Place, ReaderPool } from './reader-pool.ts';
import { type OnLost, WorkerThread } from './worker-thread.ts';

/** The functions of a store module as the main thread sees them: the same, but answered later. */
export type Remote<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never;
} & { close(): Promise<void> };

/** A module that opens a database read-only and returns functions that read it. */
interface ReaderModule {
  openReader(options: never): object;
}

/** What a store's module exports. */
interface StoreModule extends Partial<ReaderModule> {
  /** Opens the database and returns functions, synchronous wherever they touch it, `close` among them where there is something to close. */
  open(options: never): object;
}

/** A store of such a module, called over its thread. */
export type RemoteStore<M extends StoreModule> = Remote<Omit<ReturnType<M['open']>, 'close'>> & {
  /** Its thread answers no call any more, and never will: a store that is to go on has to be opened again. */
  readonly hasEnded: boolean;
};
/** Readers of such a module, called over their threads. */
export type RemoteReaders<M extends ReaderModule> = Remote<Omit<ReturnType<M['openReader']>, 'close'>>;

/** Names of the threads that read, in the order in which they are begun. */
type ReaderNames = readonly [string, ...string[]];

export interface WorkerStoreOptions<M extends StoreModule> {
  module: URL;
  options: Parameters<M['open']>[0];
  /**
   * Stores that name the same thread share it: for those with little to do, because each thread costs some 10 MB.
   * Without a name a store has a thread of its own. What only reads runs in the readers' threads with connections of
   * their own, so that no write holds it up; there are two names of readers where one slow query must not hold up the
   * quick ones (the second is begun when the first falls behind).
   */
  threads?: { writer?: string; readers?: M extends { openReader: unknown } ? ReaderNames : never };
  /** Hears it when a thread of the store ends that nobody closed. Unless said the process ends, as by any fault. */
  onLost?: OnLost;
}

export interface WorkerReadersOptions<M extends ReaderModule> {
  module: URL;
  options: Parameters<M['openReader']>[0];
  /** The names of the threads, as those of a store's readers. */
  threads: ReaderNames;
}

/** Each function with its name, asked of the place that is chosen when it is called. */
const callsOf = (functions: readonly string[], placeFor: (name: string) => Place) =>
  functions.map((name) => [
    name,
    (...args: unknown[]) => {
      const { thread, store } = placeFor(name);
      return thread.call(store, name, args);
    },
  ]);

/**
 * Runs a SQLite store in a worker thread (and its reads in further ones), so that no query or commit ever holds up the
 * event loop. Calls to the writer are executed in the order they were made.
 */
export async function openWorkerStore<M extends StoreModule>({
  threads = {},
  ...opened
}: WorkerStoreOptions<M>): Promise<RemoteStore<M>> {
  const writer = await openPlace(WorkerThread.named(threads.writer), opened, 'writer'); // it makes the schema before a reader opens the file
  const readers = threads.readers && (await ReaderPool.open(threads.readers, opened));
  const reads = new Set(readers?.functions);
  const calls = callsOf(writer.functions, (name) => (readers && reads.has(name) ? readers.place() : writer));
  const close = async (): Promise<void> => {
    await readers?.close();
    await closePlace(writer);
  };
  return {
    ...Object.fromEntries(calls),
    get hasEnded() {
      return writer.thread.hasEnded;
    },
    close,
  };
}

/** Runs what only reads in worker threads, a call in the one that has the fewest to answer. The files must be there. */
export async function openWorkerReaders<M extends ReaderModule>({
  threads,
  ...opened
}: WorkerReadersOptions<M>): Promise<RemoteReaders<M>> {
  const readers = await ReaderPool.open(threads, opened);
  const calls = callsOf(readers.functions, () => readers.place());
  return { ...Object.fromEntries(calls), close: () => readers.close() };
}
