import type { KeptObservation } from './observation.ts';

/** Later than anything that is kept: of a profile that has no observation. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** When the oldest was made, those included that say what a source said before. */
export const oldestOf = (observations: readonly KeptObservation[]): number =>
  observations.reduce((first, { at, former = [] }) => Math.min(first, at, oldestOf(former)), NEVER);

/** What is left without those that were made before then, and how many those are. */
export function withoutOlder(
  observations: readonly KeptObservation[],
  before: number,
): { left: KeptObservation[]; forgotten: number } {
  let forgotten = 0;
  const left = observations.flatMap((one) => {
    const { former, ...rest } = one;
    const young = former?.filter(({ at }) => at >= before) ?? [];
    if (one.at < before) {
      forgotten += 1 + (former?.length ?? 0);
      return [];
    }
    if (former === undefined || young.length === former.length) return [one];
    forgotten += former.length - young.length;
    // Since when it said so is known only by what was said then.
    return [young.length > 0 ? { ...rest, former: young } : rest];
  });
  return { left, forgotten };
}
