import { WorkerThread } from './worker-thread.ts';

/** The functions of a store module as the main thread sees them: the same, but answered later. */
export type Remote<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never;
} & { close(): Promise<void> };

/** What a store's module exports. */
interface StoreModule {
  /** Opens the database and returns functions, synchronous wherever they touch it, `close` among them where there is something to close. */
  open(options: never): object;
  /** Opens it once more, read-only, and returns those of the functions that only read. */
  openReader?(options: never): object;
}

/** A store of such a module, called over its thread. */
export type RemoteStore<M extends StoreModule> = Remote<Omit<ReturnType<M['open']>, 'close'>>;

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

interface Place {
  thread: WorkerThread;
  store: number;
  /** The functions that it has. */
  functions: string[];
}

/**
 * Runs a SQLite store in a worker thread (and its reads in further ones), so that no query or commit ever holds up the
 * event loop. Calls to the writer are executed in the order they were made.
 */
export async function openWorkerStore<M extends StoreModule>({
  module,
  options,
  threads = {},
}: WorkerStoreOptions<M>): Promise<RemoteStore<M>> {
  const open = async (name: string | undefined, role: 'writer' | 'reader'): Promise<Place> => {
    const thread = WorkerThread.named(name);
    return { thread, ...(await thread.open(module.href, options, role)) };
  };
  const writer = await open(threads.writer, 'writer'); // it makes the schema before a reader opens the file
  const readers = await Promise.all((threads.readers ?? []).map((name) => open(name, 'reader')));
  const idlest = (): Place =>
    readers.reduce((best, reader) => (reader.thread.load < best.thread.load ? reader : best), readers[0] ?? writer);
  const reads = new Set(readers[0]?.functions);
  const entries = writer.functions.map((name) => [
    name,
    (...args: unknown[]) => {
      const { thread, store } = reads.has(name) ? idlest() : writer;
      return thread.call(store, name, args);
    },
  ]);
  const close = async (): Promise<void> => {
    await Promise.all(readers.map(({ thread, store }) => thread.close(store)));
    await writer.thread.close(writer.store);
  };
  return { ...Object.fromEntries(entries), close };
}
