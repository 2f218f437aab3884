import type { JobsContext } from '../jobs-context.ts';
import type { Absorbed } from '../store/job-store.port.ts';

/** After results came in: what may be handed out now. */
export function noteAbsorbed({ finals, statusChanged }: Absorbed, { dispatcher, committed }: JobsContext): void {
  if (statusChanged) committed();
  else if (finals.length > 0) dispatcher.wake();
}
