import type { JobsContext } from '../jobs-context.ts';
import type { Absorbed } from '../store/job-store.port.ts';

/** After results came in: the rates, and what may be handed out now. */
export function noteAbsorbed({ finals, statusChanged }: Absorbed, { rates, kit, dispatcher, committed }: JobsContext): void {
  const now = kit.clock.now();
  for (const { key, phones } of finals) rates.add(key, phones, now);
  if (statusChanged) committed();
  else if (finals.length > 0) dispatcher.wake();
}
