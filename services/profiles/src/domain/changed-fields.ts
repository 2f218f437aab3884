import type { Profile } from '@numscope/contracts';
import { changeableFields } from '@numscope/contracts/profile-fields';

/** Whether nothing is known in a field. A profile that older rules made may lack it. */
export const isEmpty = (value: unknown): boolean =>
  (value ?? null) === null || (Array.isArray(value) && value.length === 0);

/**
 * The fields whose values are others than before, for a new profile those that have a value at all. Provenance and
 * times do not count.
 */
export function changedFields(before: Profile | null, after: Profile): string[] {
  if (before === null) return changeableFields.filter((field) => !isEmpty(after[field]));
  return changeableFields.filter((field) => {
    const [was, is] = [before[field], after[field]];
    if (was === is || (isEmpty(was) && isEmpty(is))) return false;
    return typeof is !== 'object' || JSON.stringify(was) !== JSON.stringify(is);
  });
}
