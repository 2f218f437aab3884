import { formatCount } from '@numscope/ui';
import type { ImportProgress } from '@numscope/ui/imports/follow-import.ts';
import { texts } from '../../texts/texts.ts';

/** How far an import is that the server has taken; how many will come is not known while they are read. */
export function progressText({ state, profiles, applied }: ImportProgress): string {
  const read = formatCount(profiles);
  return state === 'READING'
    ? texts('importRead', { profiles: read })
    : texts('importApplying', { applied: formatCount(applied), profiles: read });
}
