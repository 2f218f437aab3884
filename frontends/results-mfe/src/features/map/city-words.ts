import { countryName } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';

interface Named {
  /** As people write it. */
  name: string;
  country: string;
  alsoIn: readonly string[];
}

/** A city and its country; which one of a name is meant is not said where several are, and then all countries are told. */
export function cityWords({ name, country, alsoIn }: Named): string {
  const where = texts('mapCityIn', { city: name, country: countryName(country) });
  if (alsoIn.length === 0) return where;
  return texts('mapCityAlso', { where, countries: alsoIn.map((code) => countryName(code)).join(', ') });
}
