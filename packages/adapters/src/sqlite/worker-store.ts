import { WorkerThread } from './worker-thread.ts';

/** The functions of a store module as the main thread sees them: the same, but answered later. */
export type Remote<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never;
} & { close(): Promise<void> };

export interface WorkerStoreOptions<T, O> {
  /** A module whose export `open(options: O, role): T` opens the database and returns synchronous functions. */
  module: URL;
  options: O;
  /** The function names that only read: they run in another thread with its own connection, so that no write holds them up. */
  reads?: ReadonlyArray<keyof T & string>;
  /**
   * Stores that name the same thread share it: for those with little to do, because each thread costs some 10 MB. Without a name a store
   * has a thread of its own. Two names of readers where one slow query must not hold up the quick ones.
   */
  threads?: { writer?: string; readers?: readonly string[] };
  /** All function names, because a type cannot be asked at run time. */
  functions: ReadonlyArray<keyof T & string>;
}

interface Place {
  thread: WorkerThread;
  store: number;
}

/**
 * Runs a SQLite store in a worker thread (and its reads in a second one), so that no query or commit ever holds up the event loop.
 * Calls to the writer are executed in the order they were made.
 */
export async function openWorkerStore<T extends object, O>(options: WorkerStoreOptions<T, O>): Promise<Remote<T>> {
  const open = async (name: string | undefined, role: 'writer' | 'reader'): Promise<Place> => {
    const thread = WorkerThread.named(name);
    return { thread, store: await thread.open(options.module.href, options.options, role) };
  };
  const writer = await open(options.threads?.writer, 'writer'); // it makes the schema before a reader opens the file
  const names = options.reads?.length ? (options.threads?.readers ?? [undefined]) : [];
  const readers = await Promise.all(names.map((name) => open(name, 'reader')));
  const idlest = (): Place =>
    readers.reduce((best, reader) => (reader.thread.load < best.thread.load ? reader : best), readers[0] ?? writer);
  const reads = new Set<string>(options.reads);
  const entries = options.functions.map((name) => [
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
  return { ...Object.fromEntries(entries), close } as Remote<T>;
}
