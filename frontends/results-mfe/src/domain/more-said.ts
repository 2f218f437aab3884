import { limits, type Profile } from '@numscope/contracts';

/**
 * Whether sources may have said more of a list than a profile has room for: one of them as much as is read of one answer, or
 * all of them as many names as are told of one profile, of which each has a whole share.
 */
export function mayBeMore({ provenance }: Pick<Profile, 'provenance'>, field: keyof Profile): boolean {
  const said = provenance[field] ?? [];
  const bySource = Map.groupBy(said, ({ source }) => source);
  const most = field === 'names' ? limits.namesOfAnswer : limits.valuesOfAnswer;
  if ([...bySource.values()].some(({ length }) => length >= most)) return true;
  return field === 'names' && said.length > limits.namesOfProfile - bySource.size;
}
