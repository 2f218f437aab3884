import type { Disagreement, Profile, ProfileName, UnitedName } from '@numscope/contracts';
import { chooseValue, type Said } from './choose-value.ts';
import { areSameName, type ComparedName, consonantKey } from './comparison/person-name.ts';
import { disagreementOn } from './disagreements.ts';
import { observedAtOf } from './observed-at.ts';
import type { nameMatches, SaidName, SourceNames } from './names-of.ts';
import { MOST_COMPARED, provenanceOf } from './preference.ts';
import { looseText } from './value-keys.ts';

/**
 * The key of the name that each key stands for: its own, but for a name in a script without vowels that of the one name
 * with vowels that it may be. Where it may be several, it stays a name of its own.
 */
export function standsFor(names: readonly ComparedName[]): (compared: ComparedName) => string {
  if (!names.some(({ bare }) => bare)) return ({ key }) => key;
  const all = [...new Map(names.map((compared) => [compared.key, compared])).values()];
  const whole = Map.groupBy(
    all.filter(({ bare }) => !bare),
    consonantKey,
  );
  const keys = new Map<string, string>();
  for (const bare of all.filter((name) => name.bare)) {
    const may = (whole.get(consonantKey(bare)) ?? []).values().filter((name) => areSameName(bare, name));
    // Two are enough to know that it may be several; there may be thousands.
    const [only, another] = may.take(2);
    if (only && !another) keys.set(bare.key, only.key);
  }
  return ({ key }) => keys.get(key) ?? key;
}

/** One name with all its forms: spellings that differ in more than case, blanks and punctuation. */
function entryOf([first, ...others]: ReadonlyArray<Said<ProfileName>>): UnitedName[] {
  if (!first) return [];
  if (others.length === 0) return [first.value];
  const forms = new Map([[looseText(first.value.name), first.value.name]]);
  for (const { value } of others) {
    const key = looseText(value.name);
    if (!forms.has(key)) forms.set(key, value.name);
  }
  return [forms.size > 1 ? { ...first.value, forms: [...forms.values()] } : first.value];
}

/** Each with the key of the name that it stands for. */
function keyed(said: readonly SaidName[]): Array<Said<ProfileName>> {
  // One alone is compared with none.
  const keyFor = said.length > 1 ? standsFor(said.map(({ compared }) => compared)) : null;
  return said.map((one) => ({
    by: one.by,
    value: one.name,
    observedAt: observedAtOf(one.by, 'names', one.name),
    key: keyFor?.(one.compared) ?? one.name.name,
  }));
}

/** The names of a profile, each once with its forms, the chosen one first. */
export function foldNames(said: readonly SaidName[], provenance: Profile['provenance']): UnitedName[] {
  const all = keyed(said);
  const choice = chooseValue(all);
  if (!choice) return [];
  provenance['names'] = all.map(({ by, observedAt, value }) => provenanceOf(by, observedAt, value));
  const byKey = Map.groupBy([choice.chosen, ...all.filter((one) => one !== choice.chosen)], ({ key }) => key);
  return [...byKey.values()].flatMap(entryOf);
}

/** Where two sources say names of which none could be one person's: what each says. */
export function nameDisagreement(
  names: readonly SourceNames[],
  match: ReturnType<typeof nameMatches>,
): Disagreement | null {
  const named = names.filter(({ compared }) => compared.length > 0).slice(0, MOST_COMPARED);
  const contradict = named.some((one, place) => named.slice(place + 1).some((other) => match(one, other) === 0));
  if (!contradict) return null;
  const said = keyed(names.flatMap(({ listed, full }) => (listed.length === 0 && full ? [full] : listed)));
  const texts = said.map((one) => ({ ...one, value: one.value.name }));
  const choice = chooseValue(texts);
  return choice && disagreementOn('names', texts, choice);
}
