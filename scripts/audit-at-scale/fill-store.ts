import type { AuditStore } from '../../services/audit/src/store/audit-store.port.ts';
import { entry } from './entries.ts';
import type { Filling } from './filling.ts';

const BATCH = 500;

/** Writes a trail by the store's own appending. */
export async function fillStore(store: AuditStore, { entries, checkpoint, keep }: Filling): Promise<void> {
  for (let from = 0; from < entries; from += BATCH) {
    await store.append(Array.from({ length: Math.min(BATCH, entries - from) }, (_none, n) => entry(from + n)));
    const head = await store.head();
    const signed = head && checkpoint({ seq: head.entries, hash: head.hash });
    if (!signed) continue;
    await store.keepCheckpoint(signed);
    await keep([signed]);
  }
}
