import { NUMBERING_PLAN } from '@numscope/contracts/lists';
import type { ListField, Profile } from '@numscope/contracts';
import { listFields, movingFields } from '@numscope/contracts/profile-fields';
import type { KeptObservation } from './observation.ts';
import { listKey } from './observed-at.ts';

const HOUR_MS = 3_600_000;
/** Fields that are left out: what passes, or is no word about the person. */
const left: ReadonlySet<string> = new Set([...movingFields, 'accountOptions', 'line', 'numbering', 'other', 'photos']);

/** How one source stands in a profile. `at`: the hour in which it was asked. */
export interface SourceVerdict {
  source: string;
  at: number;
  /** Another source says the same of at least one thing. */
  agreed: boolean;
  /** Another source says something else of at least one thing. */
  contradicted: boolean;
}

type Said = Profile['provenance'][string];

const sourcesOf = (said: Said): string[] => [...new Set(said.map(({ source }) => source))];

/** Lists whose values sources agree in by uniting them; names have disagreements instead. */
const united: ReadonlySet<string> = new Set(listFields.filter((field) => field !== 'names'));
const isList = (field: string): field is ListField => united.has(field);

/** Sources that say the same, group by group, of one field: of single values all that do not disagree. */
function agreeing(field: string, said: Said, profile: Profile): string[][] {
  if (isList(field)) {
    const byValue = Map.groupBy(said, ({ value }) => listKey(field, value));
    byValue.delete(null);
    return [...byValue.values()].map(sourcesOf);
  }
  const disagreement = profile.disagreements.find((each) => each.field === field);
  return disagreement ? disagreement.values.map(({ sources }) => [...sources]) : [sourcesOf(said)];
}

/**
 * What the other sources of a profile say of each: by the profile's own comparison, so that what it calls the same counts
 * as the same. The numbering plan, which knows nothing of people, neither agrees nor is agreed with.
 */
export function sourceVerdicts(profile: Profile, observations: readonly KeptObservation[]): SourceVerdict[] {
  if (observations.length < 2) return [];
  const agreed = new Set<string>();
  const contradicted = new Set<string>();
  for (const [field, said] of Object.entries(profile.provenance)) {
    if (left.has(field) || said.length < 2) continue;
    for (const group of agreeing(field, said, profile))
      if (group.length > 1) for (const source of group) agreed.add(source);
  }
  for (const { field, values } of profile.disagreements) {
    if (left.has(field)) continue;
    for (const { sources } of values) {
      const others = values.some(
        (each) => each.sources !== sources && each.sources.some((one) => !sources.includes(one)),
      );
      if (others) for (const source of sources) contradicted.add(source);
    }
  }
  const newest = new Map<string, number>();
  for (const { source, at } of observations) newest.set(source, Math.max(at, newest.get(source) ?? 0));
  return [...newest]
    .filter(([source]) => source !== NUMBERING_PLAN && (agreed.has(source) || contradicted.has(source)))
    .map(([source, at]) => ({
      source,
      at: Math.floor(at / HOUR_MS) * HOUR_MS,
      agreed: agreed.has(source),
      contradicted: contradicted.has(source),
    }));
}
