import { phoneOf } from './phone-of.ts';

/** Profiles side by side at most: more are hard to read beside one another. */
const MOST = 4;

/** Whether this many can be compared. */
export const mayCompare = (phones: readonly string[]): boolean => phones.length >= 2 && phones.length <= MOST;

/** The numbers of an address that are to be compared, each once; none where there are not two to compare. */
export function comparedPhones(parts: readonly string[]): string[] {
  const phones = [...new Set(parts.map(phoneOf).filter((phone) => phone !== null))].slice(0, MOST);
  return mayCompare(phones) ? phones : [];
}
