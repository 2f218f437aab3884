import type { AuditCheckpoint } from '@numscope/contracts';
import { canonicalJson } from './canonical-json.ts';

/** A checkpoint before it is signed. */
export type CheckpointClaim = Omit<AuditCheckpoint, 'signature'>;

/** Said first in what is signed, so that nothing signed for another end can pass for a checkpoint. */
const PURPOSE = 'numscope audit checkpoint';

/** What the key signs. */
export const signedText = ({ number, seq, hash, count, begins, at, kid }: CheckpointClaim): string =>
  `${PURPOSE}\n${canonicalJson({ number, seq, hash, count, begins, at, kid })}`;

/** A day and a time as people read it, in UTC. */
export const moment = (at: number): string => new Date(at).toISOString();

/** How a checkpoint is named to people. */
export const nameOf = ({ number, at }: Pick<AuditCheckpoint, 'number' | 'at'>): string =>
  `checkpoint ${number} of ${moment(at)}`;
