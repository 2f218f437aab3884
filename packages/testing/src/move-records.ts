import { deepStrictEqual, equal } from 'node:assert/strict';
import { join } from 'node:path';
import type { Connection } from '@numscope/adapters/mongo';
import { type MovingService, type Step, writeCarried } from '@numscope/adapters/moving-up';

/** One after the other they take minutes on a busy machine. */
const WRITTEN_AT_ONCE = 500;

async function write(connection: Connection, steps: readonly Step[]): Promise<void> {
  const documents = steps.flatMap((step) => step.documents);
  for (let at = 0; at < documents.length; at += WRITTEN_AT_ONCE)
    await writeCarried(connection, documents.slice(at, at + WRITTEN_AT_ONCE));
}

/**
 * Carries a service's records from its file in `dir` into its database, in two goes that overlap, as after a kill. The
 * store must be closed.
 * @throws AssertionError when a walk that goes on differs from one at a stretch, or counts otherwise than the file
 */
export async function moveRecords(moving: MovingService, dir: string, connection: Connection): Promise<void> {
  const { openDatabase } = await import('@numscope/adapters/sqlite');
  const db = openDatabase({ path: join(dir, moving.file), migrations: moving.migrations });
  await moving.prepare(connection);
  for (const carrying of moving.carryings(db)) {
    const steps = [...carrying.steps(null)];
    const killed = Math.floor(steps.length / 2);
    const left = [...carrying.steps(steps[killed - 1]?.cursor ?? null)];
    deepStrictEqual(left, steps.slice(killed));
    await write(connection, steps.slice(0, killed + 1));
    await write(connection, left);
    const counted = steps
      .flatMap((step) => step.documents)
      .reduce((sum, each) => sum + (carrying.countIn?.(each) ?? 1), 0);
    equal(counted, carrying.total(), carrying.entity);
  }
  db.close();
}
