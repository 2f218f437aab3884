import type { CityFound } from '@numscope/contracts';
import type { Gazetteer } from './gazetteer.ts';

/**
 * The city that is meant by a name: the largest one, of those in the countries that are spoken of where there are any.
 * Nobody says which one it is, so the other countries that have one of the same name are told beside it.
 * @param countries ISO codes of the countries that are spoken of; with `only` those elsewhere are not meant
 */
export function findCity(
  gazetteer: Gazetteer,
  name: string,
  countries: ReadonlySet<string>,
  { only = false }: { only?: boolean } = {},
): CityFound {
  const all = gazetteer.cities(name);
  const spokenOf = all.filter(({ country }) => countries.has(country));
  const meant = spokenOf.length > 0 || only ? spokenOf : all;
  const at = meant[0] ?? null;
  const alsoIn = new Set(meant.map(({ country }) => country));
  if (at !== null) alsoIn.delete(at.country);
  return { at, alsoIn: [...alsoIn].sort() };
}
