import type { Disagreement, ProfileField } from '@numscope/contracts';
import type { Choice, Said } from './choose-value.ts';

/** What sources say differently about a field, the chosen value first; each as its most preferred source wrote it. */
export function disagreementOn(
  field: ProfileField,
  said: ReadonlyArray<Said<unknown>>,
  { chosen, rule }: Choice<unknown>,
): Disagreement {
  const byKey = Map.groupBy([chosen, ...said], ({ key }) => key);
  const values = [...byKey.values()].map((same) => ({
    value: same[0]?.value,
    sources: [...new Set(same.map(({ by }) => by.source))].sort(),
  }));
  return { field, values, chosen: chosen.value, rule };
}
