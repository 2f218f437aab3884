import type { ChainState } from '@numscope/contracts';
import type * as z from 'zod';
import { type ChainFault, GENESIS } from '../domain/chain-link.ts';
import type { ChainCursor, ChainReader } from '../store/audit-store.port.ts';

/** Small enough for searches to find their turn in between. */
const SLICE = 2000;

/** Walks the whole chain; about a minute for ten million entries. `onFault` hears of each fault, in their order. */
export async function walkChain(store: ChainReader, onFault: (fault: ChainFault) => void): Promise<{ entries: number; head: string }> {
  const atEnd = await store.checkEnd();
  const head = await store.head();
  let cursor: ChainCursor | null = { seq: 1, previous: GENESIS };
  while (cursor) {
    const { faults, next } = await store.checkChain(cursor, head.entries, SLICE);
    faults.forEach(onFault);
    cursor = next;
  }
  atEnd.forEach(onFault);
  return { entries: head.entries, head: head.hash };
}

/** Whether every entry is as it was written and none is missing. */
export async function chainState(store: ChainReader): Promise<z.infer<typeof ChainState>> {
  const found: ChainFault[] = [];
  const { entries, head } = await walkChain(store, (fault) => found.push(fault));
  return { whole: found.length === 0, entries, brokenAt: found[0]?.id ?? null, head: entries > 0 ? head : null };
}
