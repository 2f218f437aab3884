import type { AuditCheckpoint } from '../../packages/contracts/src/index.ts';
import type { ChainRow } from '../../services/audit/src/domain/chain-link.ts';

/** What is to be written, and who hears of it. */
export interface Filling {
  entries: number;
  /** Signs the end of the chain, where it is time to. */
  checkpoint(end: Pick<ChainRow, 'seq' | 'hash'>): AuditCheckpoint | null;
  /** Takes checkpoints for outside of the store. */
  keep(checkpoints: AuditCheckpoint[]): Promise<void>;
}
