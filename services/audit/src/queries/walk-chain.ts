import type { AuditCheckpoint } from '@numscope/contracts';
import { type ChainFault, type ChainHead, type ChainStart, FROM_THE_FIRST, GENESIS } from '../domain/chain-link.ts';
import { nameOf } from '../domain/checkpoint.ts';
import type { ChainReader, ChainStep } from '../store/audit-store.port.ts';

/** Small enough for searches to find their turn in between. */
const SLICE = 2000;

/** Hears how many entries are checked already, of how many. */
export type OnStep = (checked: number, of: number) => Promise<void> | void;

/** What a checkpoint says of the chain. Kept small, because there may be many. */
export type Claim = Pick<AuditCheckpoint, 'number' | 'seq' | 'hash' | 'at' | 'begins'>;

/** The order of the entries that they were signed for. */
export const byPlace = (a: Claim, b: Claim): number => a.seq - b.seq || a.number - b.number;

export interface Walked {
  /** The place of the last entry, as the head has it. */
  entries: number;
  /** How many entries there are between the beginning and the end. */
  count: number;
  head: string;
  begins: ChainStart;
  /** The last entry for which a checkpoint stands that agrees with the chain; 0: none. */
  vouchedUpTo: number;
}

const nothing: Walked = { entries: 0, count: 0, head: GENESIS, begins: FROM_THE_FIRST, vouchedUpTo: 0 };

/** What is wrong with where the chain begins, going by what was signed; null: nothing. */
function beginningFault({ begins }: ChainHead, claims: readonly Claim[]): ChainFault | null {
  if (begins.seq === 0) return null;
  if (claims.some((claim) => claim.begins?.seq === begins.seq && claim.begins.hash === begins.hash)) return null;
  const signed = claims.at(-1)?.begins ?? null;
  return {
    kind: 'BEGINNING',
    seq: begins.seq + 1,
    id: null,
    expected: signed ? `entries from ${signed.seq + 1} on` : 'entries from 1 on',
    found: `entries from ${begins.seq + 1} on, and no checkpoint that says so`,
  };
}

function rewritten(claim: Claim, found: string, id: string | null): ChainFault {
  return {
    kind: 'REWRITTEN',
    seq: claim.seq,
    id,
    expected: `hash ${claim.hash}, by ${nameOf(claim)}`,
    found: `hash ${found}`,
  };
}

function cutOff(claim: Claim, { entries }: ChainHead): ChainFault {
  return {
    kind: 'CUT_OFF',
    seq: entries + 1,
    id: null,
    expected: `entries up to ${claim.seq}, by ${nameOf(claim)}`,
    found: entries === 0 ? 'no entry' : `entry ${entries} as the last`,
  };
}

/**
 * Walks the whole chain, from its first place to what its head says is the last. `onFault` hears of each fault.
 * @param claims what genuine checkpoints say; by them also a chain is found that was rewritten with all its hashes, or
 * cut off with its head. Null: none is asked
 */
export async function walkChain(
  store: Pick<ChainReader, 'head' | 'strangers' | 'checkChain'>,
  onFault: (fault: ChainFault) => void,
  claims: readonly Claim[] | null = null,
  onStep: OnStep = () => undefined,
): Promise<Walked> {
  const strangers = await store.strangers();
  const head = await store.head();
  strangers.forEach(onFault);
  if (!head) {
    onFault({ kind: 'HEAD', seq: 0, id: null });
    return nothing;
  }
  const sorted = (claims ?? []).toSorted(byPlace);
  const beginning = claims && beginningFault(head, sorted);
  if (beginning) onFault(beginning);

  let vouchedUpTo = 0;
  const compare = (claim: Claim, hash: string, id: string | null): ChainFault[] => {
    if (hash !== claim.hash) return [rewritten(claim, hash, id)];
    vouchedUpTo = Math.max(vouchedUpTo, claim.seq);
    return [];
  };
  const claimsAt = new Map<number, Claim[]>();
  for (const claim of sorted) claimsAt.set(claim.seq, [...(claimsAt.get(claim.seq) ?? []), claim]);
  for (const claim of claimsAt.get(head.begins.seq) ?? []) compare(claim, head.begins.hash, null).forEach(onFault);

  const places = [...claimsAt.keys()];
  let step: Pick<ChainStep, 'cursor' | 'more'> = {
    cursor: { seq: head.begins.seq + 1, previous: head.begins.hash, id: null },
    more: true,
  };
  for (let next = 0; step.more && step.cursor.seq <= head.entries;) {
    const { seq: from } = step.cursor;
    await onStep(from - 1 - head.begins.seq, head.entries - head.begins.seq);
    while ((places[next] ?? Infinity) < from) next++;
    const ahead = places.slice(next, next + SLICE);
    const { faults, seen, ...stands } = await store.checkChain(step.cursor, head.entries, SLICE, ahead);
    // Where the entry itself is missing, the walk tells of that.
    const unlike = seen.flatMap(({ seq, hash, id }) =>
      (claimsAt.get(seq) ?? []).flatMap((claim) => compare(claim, hash, id)),
    );
    const inOrder = unlike.length > 0 ? [...faults, ...unlike].toSorted((a, b) => a.seq - b.seq) : faults;
    inOrder.forEach(onFault);
    step = stands;
  }
  const { seq, previous, id } = step.cursor;
  const last = sorted.at(-1);
  if (last && last.seq > head.entries) onFault(cutOff(last, head));
  if (seq <= head.entries)
    onFault({
      kind: 'CUT_OFF',
      seq,
      id: null,
      expected: `entries up to ${head.entries}`,
      found: seq === 1 ? 'no entry' : `entry ${seq - 1} as the last`,
    });
  else if (previous !== head.hash)
    onFault({
      kind: 'CHANGED',
      seq: head.entries,
      id,
      expected: `hash ${head.hash}, by the head`,
      found: `hash ${previous}`,
    });
  return {
    entries: head.entries,
    count: head.entries - head.begins.seq,
    head: head.hash,
    begins: head.begins,
    vouchedUpTo,
  };
}
