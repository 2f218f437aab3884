import { setTimeout as wait } from 'node:timers/promises';
import { openMongo } from '@numscope/adapters/mongo';
import { createLogger } from '@numscope/platform';

const LOOK_MS = 2000;

/**
 * The server that stands in for MongoDB where there is no Docker says so to every write once it gave up; a real mongod
 * never does.
 */
const GAVE_UP = /This store is closed|ConcurrentModificationException/;

/**
 * Writes every two seconds until the stand-in for MongoDB has given up. It does so now and then: the thread that saves
 * its file meets a document that is being changed, and closes the file for good, while the process goes on and fails
 * every command. No test can pass after that, and none is to blame. Looks once more when nobody needs it any more: what
 * failed the last test may have been that.
 * @returns whether it gave up before the signal
 */
export async function untilStoreGivesUp(url: string, signal: AbortSignal): Promise<boolean> {
  const connection = await openMongo({ url, service: 'watch', log: createLogger('watch', 'silent') });
  try {
    for (let turn = 0; ; turn++) {
      try {
        await connection
          .collection<{ _id: string }>('watch')
          .updateOne({ _id: 'watch' }, { $set: { turn } }, { upsert: true });
      } catch (error) {
        // Suites stop engines on purpose: that it is away is nothing.
        if (error instanceof Error && GAVE_UP.test(error.message)) return true;
      }
      if (signal.aborted) return false;
      await wait(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await connection.destroy();
  }
}
