import type { ChainFaultShown, ChainState } from '@numscope/contracts';
import { limits } from '@numscope/contracts';
import type { AuditCheckpoint } from '@numscope/contracts';
import { gatherClaims } from '../checkpoints/gather-claims.ts';
import type { CheckpointKeys } from '../checkpoints/keys.ts';
import { storedCheckpoints } from '../checkpoints/stored-checkpoints.ts';
import type { ChainFault } from '../domain/chain-link.ts';
import type { ChainReader } from '../store/audit-store.port.ts';
import { type Claim, byPlace, type OnStep, walkChain } from './walk-chain.ts';

/** How a fault is answered. */
const shownFault = (
  { kind, seq, id, expected, found }: ChainFault,
  coveredBy: ChainFaultShown['coveredBy'],
): ChainFaultShown => ({
  kind,
  seq: Number.isFinite(seq) ? seq : 0,
  id,
  expected: expected ?? null,
  found: found ?? null,
  coveredBy,
});

/** The first of these claims, which are in order, that is of this place or one behind it; null: none is. */
function firstBehind(claims: readonly Claim[], { kind, seq }: ChainFault): ChainFaultShown['coveredBy'] {
  // What is no place of an entry is covered by none, and of what is forged no claim is known yet.
  const claim = kind === 'FORGED' || seq < 1 ? undefined : claims.find((one) => one.seq >= seq);
  return claim ? { number: claim.number, seq: claim.seq, at: claim.at } : null;
}

export interface TrailParts {
  store: ChainReader;
  keys: CheckpointKeys;
  /** Checkpoints beside those that the store itself keeps. */
  outside: ReadonlyArray<AsyncIterable<AuditCheckpoint>>;
}

/**
 * Checks every entry against its hash and the one before it, their number against the head, and every checkpoint of the
 * store and of outside against its signature and the entry that it was signed for. Reads a part at a time. `onFault` hears
 * of the first faults, `limits.chainFaultsShown` of them; the others are counted.
 */
export async function checkTrail(
  { store, keys, outside }: TrailParts,
  onFault: (fault: ChainFaultShown) => void,
  onStep?: OnStep,
): Promise<Omit<ChainState, 'at' | 'by'>> {
  const found: ChainState['found'] = [];
  let faults = 0;
  let claims: Claim[] = [];
  const note = (fault: ChainFault): void => {
    faults++;
    if (found.length >= limits.chainFaultsShown) return;
    const shown = shownFault(fault, firstBehind(claims, fault));
    found.push(shown);
    onFault(shown);
  };
  const gathered = await gatherClaims([...outside, storedCheckpoints(store)], keys, note);
  claims = gathered.toSorted(byPlace);
  const { count, head, begins, vouchedUpTo } = await walkChain(store, note, claims, onStep);
  const beginning = claims.find((claim) => begins.seq > 0 && claim.begins?.seq === begins.seq)?.begins ?? null;
  return {
    whole: faults === 0,
    entries: count,
    faults,
    brokenAt: found.find(({ id }) => id !== null)?.id ?? null,
    head: count > 0 ? head : null,
    begins: beginning,
    checkpoints: claims.length,
    vouchedUpTo,
    found,
  };
}
