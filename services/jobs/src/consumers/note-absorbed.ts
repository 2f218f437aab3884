import type { JobsContext } from '../jobs-context.ts';
import type { Absorbed } from '../store/job-store.port.ts';

/** Results taken in with one commit: it costs less the more of them share it. */
export const RESULTS_AT_ONCE = 1000;

/** After results came in: what may be handed out now, and how many there were. */
export function noteAbsorbed(
  { finals, became, statusChanged }: Absorbed,
  { dispatcher, committed, measured }: JobsContext,
): void {
  if (finals.length > 0) measured.becameFinal(became);
  if (statusChanged) committed();
  else if (finals.length > 0) dispatcher.resultsCame();
}
