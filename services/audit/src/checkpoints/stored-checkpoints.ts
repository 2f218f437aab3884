import type { AuditCheckpoint } from '@numscope/contracts';
import type { ChainReader } from '../store/audit-store.port.ts';

const SLICE = 500;

/** All checkpoints that the store keeps, by their numbers. */
export async function* storedCheckpoints(
  store: Pick<ChainReader, 'checkpoints'>,
  after = 0,
): AsyncGenerator<AuditCheckpoint> {
  for (let last = after; ;) {
    const slice = await store.checkpoints(last, SLICE);
    yield* slice;
    const next = slice.at(-1)?.number;
    if (next === undefined || slice.length < SLICE) return;
    last = next;
  }
}
