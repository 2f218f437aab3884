import { type Carrying, writeCarried } from '@numscope/adapters/moving-up';
import type { Connection } from '@numscope/adapters/mongo';
import { batchesOf } from './batches.ts';
import type { Ledger } from './ledger.ts';
import { retryWhileAway } from './retry-while-away.ts';
import { Progress } from './progress.ts';

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
      await retryWhileAway(() => writeCarried(connection, documents));
      progress.add(documents.reduce((sum, each) => sum + countIn(each), 0));
      await retryWhileAway(() => ledger.note(entity, { cursor, done: progress.done, ended: false }));
    }
    await retryWhileAway(() => ledger.note(entity, { cursor: null, done: progress.done, ended: true }));
  }
  progress.tell();
}
