import type { CommitId, PackedDocument } from '@numscope/platform';

/**
 * What the index must be told before the events of a change may go out. It is kept with the change, so that a process
 * that ends in between finds it again.
 */
export interface IndexWork {
  id: CommitId;
  upserts: PackedDocument[];
  removals: string[];
  /** What goes out when it is done, as `packEvents` makes it; null when only the store has it at hand. */
  events: string | null;
}
