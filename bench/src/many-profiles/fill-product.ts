import { join } from 'node:path';
import { openEmbeddedIndex } from '@numscope/adapters/embedded';
import { openFill } from '@numscope/profiles/test/fill-records';
import { manyPeopleAt } from './many-people.ts';

const SLICE = 5000;
/** What the index takes in one commit: it then writes few pieces. */
const INDEXED_AT_ONCE = 50_000;

/**
 * Records and index of so many profiles in an empty folder, written by the code that writes them in the product: the
 * rules fold them, but no job asks for them and nobody is told. The index takes the last ones while the next are folded.
 */
export async function fillProduct(dataDir: string, total: number): Promise<void> {
  const records = openFill({ dataDir });
  const index = await openEmbeddedIndex({ path: join(dataDir, 'index.sqlite') });
  let indexing = Promise.resolve();
  let waiting: ReturnType<typeof records.put> = [];
  for (let from = 0; from < total; from += SLICE) {
    const slice = Array.from({ length: Math.min(SLICE, total - from) }, (_none, place) =>
      manyPeopleAt(from + place, total),
    );
    waiting.push(...records.put(slice));
    if (waiting.length < INDEXED_AT_ONCE && from + SLICE < total) continue;
    const documents = waiting;
    waiting = [];
    await indexing;
    indexing = index.upsert(documents);
    // Whoever awaits it hears of its fault; the next slice may be in the making then.
    indexing.catch(() => undefined);
  }
  await indexing;
  records.close();
  await index.close();
}
