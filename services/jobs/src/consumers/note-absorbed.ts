import type { JobsContext } from '../jobs-context.ts';
import type { Absorbed } from '../store/job-store.port.ts';

/** After results came in: what may be handed out now, and how many there were. */
export function noteAbsorbed(
  { finals, became, statusChanged }: Absorbed,
  { dispatcher, committed, measured }: JobsContext,
): void {
  if (finals.length > 0) measured.becameFinal(became);
  if (statusChanged) committed();
  else if (finals.length > 0) dispatcher.wake();
}
