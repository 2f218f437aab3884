import { socialNetworks } from '@numscope/contracts';
import type { Criterion } from '@numscope/ui';

/** What a typed text may mean, best first. */
export function suggest(text: string): Criterion[] {
  const digits = text.replaceAll(/[\s().-]/g, '');
  const network = socialNetworks.find((one) => one.startsWith(text.toUpperCase()) && text.length > 1);
  const found: Criterion[] = [];
  if (/^\+?\d{3,15}$/.test(digits)) found.push({ field: 'phone', value: digits });
  if (/^\d{1,9}$/.test(text)) found.push({ field: 'jobId', value: text });
  if (text.includes('@')) found.push({ field: 'email', value: text });
  if (network !== undefined) found.push({ field: 'socialNetwork', value: network });
  if (/\p{L}/u.test(text) && !text.includes('@')) found.push({ field: 'name', value: text }, { field: 'email', value: text });
  return found;
}
