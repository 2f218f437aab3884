import { WorkerThread } from './worker-thread.ts';

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
export type RemoteStore<M extends StoreModule> = Remote<Omit<ReturnType<M['open']>, 'close'>>;
/** Readers of such a module, called over their threads. */
export type RemoteReaders<M extends ReaderModule> = Remote<Omit<ReturnType<M['openReader']>, 'close'>>;

export interface WorkerStoreOptions<M extends StoreModule> {
  module: URL;
  options: Parameters<M['open']>[0];
  /**
   * Stores that name the same thread share it: for those with little to do, because each thread costs some 10 MB.
   * Without a name a store has a thread of its own. What only reads runs in the readers' threads with connections of
   * their own, so that no write holds it up; there are two names of readers where one slow query must not hold up the
   * quick ones.
   */
  threads?: { writer?: string; readers?: M extends { openReader: unknown } ? readonly string[] : never };
}

export interface WorkerReadersOptions<M extends ReaderModule> {
  module: URL;
  options: Parameters<M['openReader']>[0];
  /** The names of the threads, as those of a store's readers. */
  threads: readonly [string, ...string[]];
}

interface Place {
  thread: WorkerThread;
  store: number;
  /** The functions that it has. */
  functions: string[];
}

async function open(
  thread: WorkerThread,
  { module, options }: { module: URL; options: unknown },
  role: 'writer' | 'reader',
): Promise<Place> {
  return { thread, ...(await thread.open(module.href, options, role)) };
}

const openReaders = (names: readonly string[], opened: { module: URL; options: unknown }): Promise<Place[]> =>
  Promise.all(names.map((name) => open(WorkerThread.named(name), opened, 'reader')));

const idlest = (places: readonly Place[]): Place | undefined =>
  places.reduce<Place | undefined>(
    (best, place) => (best && best.thread.load <= place.thread.load ? best : place),
    undefined,
  );

/** Each function with its name, asked of the place that is chosen when it is called. */
const callsOf = (functions: readonly string[], placeFor: (name: string) => Place) =>
  functions.map((name) => [
    name,
    (...args: unknown[]) => {
      const { thread, store } = placeFor(name);
      return thread.call(store, name, args);
    },
  ]);

const closeAll = async (places: readonly Place[]): Promise<void> => {
  await Promise.all(places.map(({ thread, store }) => thread.close(store)));
};

/**
 * Runs a SQLite store in a worker thread (and its reads in further ones), so that no query or commit ever holds up the
 * event loop. Calls to the writer are executed in the order they were made.
 */
export async function openWorkerStore<M extends StoreModule>({
  threads = {},
  ...opened
}: WorkerStoreOptions<M>): Promise<RemoteStore<M>> {
  const writer = await open(WorkerThread.named(threads.writer), opened, 'writer'); // it makes the schema before a reader opens the file
  const readers = await openReaders(threads.readers ?? [], opened);
  const reads = new Set(readers[0]?.functions);
  const calls = callsOf(writer.functions, (name) => (reads.has(name) && idlest(readers)) || writer);
  const close = async (): Promise<void> => {
    await closeAll(readers);
    await closeAll([writer]);
  };
  return { ...Object.fromEntries(calls), close };
}

/** Runs what only reads in worker threads, a call in the one that has the fewest to answer. The files must be there. */
export async function openWorkerReaders<M extends ReaderModule>({
  threads,
  ...opened
}: WorkerReadersOptions<M>): Promise<RemoteReaders<M>> {
  const readers = await openReaders(threads, opened);
  const [first] = readers;
  if (!first) throw new RangeError('readers need a thread');
  const calls = callsOf(first.functions, () => idlest(readers) ?? first);
  return { ...Object.fromEntries(calls), close: () => closeAll(readers) };
}
