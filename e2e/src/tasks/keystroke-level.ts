import type { Deed } from './recorded-hand.ts';

/**
 * The keystroke-level model: how long a practised person's hands and head take, in seconds. K: a key, by somebody who types 40 words a
 * minute. P: to point with the mouse. B: to press its button, or to let it go. H: from the mouse to the keys, or back. M: to think of the
 * next step.
 * @source Card, Moran, Newell: The keystroke-level model for user performance time with interactive systems. Communications of the ACM
 * 23 (1980), 396-410; B as in Kieras: Using the keystroke-level model to estimate execution times (2001)
 */
export const operators = { K: 0.28, P: 1.1, B: 0.1, H: 0.4, M: 1.35 } as const;

/** Seconds for what was done, the hand on the mouse at first: one M before each click and before each run of keys. */
export function secondsOf(deeds: readonly Deed[]): number {
  const { K, P, B, H, M } = operators;
  return deeds.reduce((sum, deed, at) => {
    const before = deeds[at - 1] ?? 'click';
    const moves = deed === before ? 0 : H;
    if (deed === 'click') return sum + moves + M + P + 2 * B;
    return sum + moves + (before === 'key' ? 0 : M) + K;
  }, 0);
}
