import type { Disagreement, Profile, SingleField } from '@numscope/contracts';
import { movingFields, singleFields } from '@numscope/contracts/profile-fields';
import { chooseValue, type Said } from './choose-value.ts';
import { comparisonOf } from './comparison/single-values.ts';
import { readName } from './comparison/person-name.ts';
import { countryCode } from './country-code.ts';
import { disagreementOn } from './disagreements.ts';
import { observedAtOf } from './observed-at.ts';
import { type Found, MOST_COMPARED, provenanceOf } from './preference.ts';

export type SingleValues = Pick<Profile, SingleField>;
type Value<F extends SingleField> = NonNullable<SingleValues[F]>;

const moving: ReadonlySet<SingleField> = new Set(movingFields);
const partsOfName: ReadonlySet<SingleField> = new Set(['firstName', 'lastName']);

/** What one source says about one field; the numbering plan's country counts as said. */
function saidBy<F extends SingleField>(field: F, { fields }: Found): SingleValues[F] | undefined {
  const said: Partial<SingleValues> = fields;
  if (field !== 'country') return said[field];
  const country = fields.country ?? fields.numbering?.country;
  const values: Partial<SingleValues> = country ? { country: countryCode(country) } : {};
  return values[field];
}

/** Whether values contradict each other: not where one only leaves out or shortens what the other says. */
function contradict<F extends SingleField>(field: F, said: ReadonlyArray<Said<Value<F>>>): boolean {
  const different = [...new Map(said.map((one) => [one.key, one.value])).values()].slice(0, MOST_COMPARED);
  return different.some((one, place) =>
    different.slice(place + 1).some((other) => !comparisonOf[field].fit(one, other)),
  );
}

/** Whether sources only take first and last name for each other: then the person's name is the same. */
function areSwapped(said: ReadonlyArray<Said<unknown>>): boolean {
  const names = said.map(({ by: { fields } }) =>
    fields.firstName && fields.lastName ? readName(`${fields.firstName} ${fields.lastName}`).key : null,
  );
  return names[0] !== null && names.every((name) => name === names[0]);
}

function choose<F extends SingleField>(
  into: SingleValues,
  field: F,
  found: readonly Found[],
  provenance: Profile['provenance'],
): Disagreement | null {
  let said: Array<Said<Value<F>>> | undefined;
  for (const by of found) {
    const value = saidBy(field, by);
    if (value !== undefined && value !== null)
      (said ??= []).push({ by, value, observedAt: observedAtOf(by, field, value), key: '' });
  }
  const [first] = said ?? [];
  if (!said || !first) return null;
  const differ = said.some(({ value }) => value !== first.value);
  if (differ) for (const one of said) one.key = comparisonOf[field].key(one.value);
  const { isNothing } = comparisonOf[field];
  const telling = differ && isNothing ? said.filter(({ value }) => !isNothing(value)) : said;
  const choice = differ ? chooseValue(telling.length > 0 ? telling : said) : null;
  const chosen = choice?.chosen ?? first;
  into[field] = chosen.value;
  provenance[field] = [chosen, ...said.filter((one) => one !== chosen)].map(({ by, observedAt, value }) =>
    provenanceOf(by, observedAt, value),
  );
  if (!choice || moving.has(field) || !contradict(field, said)) return null;
  return partsOfName.has(field) && areSwapped(said) ? null : disagreementOn(field, said, choice);
}

/**
 * Puts in single values, each chosen by the one rule; all of them stay in the provenance, the chosen one first.
 * @returns where sources contradict each other
 */
export function foldSingles(
  into: SingleValues,
  found: readonly Found[],
  provenance: Profile['provenance'],
): Disagreement[] {
  const disagreements: Disagreement[] = [];
  for (const field of singleFields) {
    const disagreement = choose(into, field, found, provenance);
    if (disagreement) disagreements.push(disagreement);
  }
  return disagreements;
}
