import { networkName } from '@numscope/contracts';
import { countryName, t } from '@numscope/ui';
import { lineWords } from '../../domain/line-words.ts';

const levels: Readonly<Record<string, 'high' | 'medium' | 'low'>> = { HIGH: 'high', MEDIUM: 'medium', LOW: 'low' };

/** Cities are kept in small letters. */
const capitals = (text: string): string =>
  text.replaceAll(/(?<![\p{L}\p{M}\p{N}’'])\p{L}/gu, (letter) => letter.toUpperCase());

/** A value of the search filter in the person's words. */
export function facetText(field: string, value: string): string {
  const level = levels[value];
  if (field === 'confidence' && level !== undefined) return t(level);
  if (field === 'country' && /^[A-Z]{2}$/.test(value)) return countryName(value);
  if (field === 'city') return capitals(value);
  if (field === 'socialNetwork') return networkName(value);
  return field === 'lineType' ? lineWords(value) : value;
}
