import type { AuditCheckpoint } from '@numscope/contracts';
import type { ChainFault } from '../domain/chain-link.ts';
import { nameOf } from '../domain/checkpoint.ts';
import type { Claim } from '../queries/walk-chain.ts';
import { type CheckpointKeys, isGenuine } from './keys.ts';

/**
 * What the genuine of these checkpoints say, each once, whatever places they come from. Others are told to `onFault`:
 * who cannot sign could only put such there.
 */
export async function gatherClaims(
  places: ReadonlyArray<AsyncIterable<AuditCheckpoint>>,
  keys: CheckpointKeys,
  onFault: (fault: ChainFault) => void,
): Promise<Claim[]> {
  const claims = new Map<string, Claim>();
  for (const place of places) {
    for await (const checkpoint of place) {
      const { number, seq, hash, at, begins, signature, kid } = checkpoint;
      if (claims.has(signature)) continue;
      if (isGenuine(checkpoint, keys)) claims.set(signature, { number, seq, hash, at, begins });
      else
        onFault({
          kind: 'FORGED',
          seq,
          id: null,
          expected: `a signature by ${[...keys.keys()].join(' or ')}`,
          found: `${nameOf(checkpoint)}, ${keys.has(kid) ? 'which that key did not sign' : `which names the key ${kid}`}`,
        });
    }
  }
  return [...claims.values()];
}
