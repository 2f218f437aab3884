import { expect } from '@jest/globals';
import type { Api } from '../calls/api.ts';
import { phoneAt } from '../people/phones.ts';
import { isKnown } from '../providers/fake-provider.ts';

/**
 * Expects one result for each of so many numbers, as the fake provider has it.
 * @returns those that were found
 */
export function expectOneResultEach(results: Awaited<ReturnType<Api['results']>>, count: number): string[] {
  const seen = new Map(results);
  expect({ listed: results.length, different: seen.size }).toEqual({ listed: count, different: count });
  const right = (phone: string) => (isKnown(phone) ? 'FOUND' : 'NOT_FOUND');
  const wrong = [...Array(count).keys()].map(phoneAt).filter((phone) => seen.get(`+${phone}`) !== right(phone));
  expect(wrong).toEqual([]);
  return results.filter(([, status]) => status === 'FOUND').map(([phone]) => phone);
}
