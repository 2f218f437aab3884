/** Files under way at once: each waits for the disk. */
const AT_ONCE = 8;

/** Runs `work` for each, some at once. What fails first is thrown once all that run have ended. */
export async function forEach<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (let next = await iterator.next(); !next.done && !failed; next = await iterator.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
