import type { ChainState } from '@numscope/contracts';
import type * as z from 'zod';
import { type ChainFault, GENESIS } from '../domain/chain-link.ts';
import type { ChainReader, ChainStep } from '../store/audit-store.port.ts';

/** Small enough for searches to find their turn in between. */
const SLICE = 2000;

/**
 * Walks the whole chain, from its first place to what its head says is the last; about a minute for ten million
 * entries. `onFault` hears of each fault. What is cut off together with the head cannot be seen: for that a hash of
 * before must be known.
 */
export async function walkChain(
  store: ChainReader,
  onFault: (fault: ChainFault) => void,
): Promise<{ entries: number; head: string }> {
  const strangers = await store.strangers();
  const head = await store.head();
  strangers.forEach(onFault);
  if (!head) {
    onFault({ kind: 'HEAD', seq: 0, id: null });
    return { entries: 0, head: GENESIS };
  }
  let step: ChainStep = { faults: [], cursor: { seq: 1, previous: GENESIS, id: null }, more: true };
  while (step.more && step.cursor.seq <= head.entries) {
    step = await store.checkChain(step.cursor, head.entries, SLICE);
    step.faults.forEach(onFault);
  }
  const { seq, previous, id } = step.cursor;
  if (seq <= head.entries) onFault({ kind: 'CUT_OFF', seq, id: null });
  else if (previous !== head.hash) onFault({ kind: 'CHANGED', seq: head.entries, id });
  return { entries: head.entries, head: head.hash };
}

/** Whether every entry is as it was written and none is missing. */
export async function chainState(store: ChainReader): Promise<z.infer<typeof ChainState>> {
  const found: ChainFault[] = [];
  const { entries, head } = await walkChain(store, (fault) => found.push(fault));
  return { whole: found.length === 0, entries, brokenAt: found[0]?.id ?? null, head: entries > 0 ? head : null };
}
