import type { Carried, Carrying } from '@numscope/adapters/moving-up';
import type { Connection } from '@numscope/adapters/mongo';
import { batchesOf } from './batches.ts';
import type { Ledger } from './ledger.ts';
import { retryWhileAway } from './retry-while-away.ts';
import { Progress } from './progress.ts';

interface StoredDocument {
  _id: string | number;
}

/** Documents by the collection that they go into. */
export const byCollection = (documents: readonly Carried[]): Map<string, Carried[]> =>
  Map.groupBy(documents, ({ into }) => into);

/** Once more does no harm: each document takes the place of itself. */
async function write(connection: Connection, documents: readonly Carried[]): Promise<void> {
  for (const [into, some] of byCollection(documents)) {
    const operations = some.map(({ document: { _id, ...replacement } }) => ({
      replaceOne: { filter: { _id }, replacement, upsert: true },
    }));
    await retryWhileAway(() => connection.collection<StoredDocument>(into).bulkWrite(operations, { ordered: false }));
  }
}

/** Carries records of one kind, from where the ledger says on. */
export async function carry(
  carrying: Carrying,
  connection: Connection,
  ledger: Ledger,
  say: (line: string) => void,
): Promise<void> {
  const { entity, countIn = () => 1 } = carrying;
  const part = await retryWhileAway(() => ledger.part(entity));
  const progress = new Progress(say, entity, carrying.total(), part.done);
  if (!part.ended) {
    for (const { cursor, documents } of batchesOf(carrying.steps(part.cursor))) {
      await write(connection, documents);
      progress.add(documents.reduce((sum, each) => sum + countIn(each), 0));
      await retryWhileAway(() => ledger.note(entity, { cursor, done: progress.done, ended: false }));
    }
    await retryWhileAway(() => ledger.note(entity, { cursor: null, done: progress.done, ended: true }));
  }
  progress.tell();
}
