import { socialNetworks } from '@numscope/contracts';
import type { Criterion } from '@numscope/ui';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What a typed text may mean, best first. A text that can mean nothing gives nothing. */
export function suggest(text: string): Criterion[] {
  const written = text.trim();
  const digits = written.replaceAll(/[\s().-]/g, '');
  const network = socialNetworks.find((one) => one.startsWith(written.toUpperCase()) && written.length > 1);
  const found: Criterion[] = [];
  if (/^[0-9a-f]{64}$/i.test(written)) return [{ field: 'images', value: written.toLowerCase() }];
  if (uuid.test(written)) return [{ field: 'jobId', value: written.toLowerCase() }];
  if (/^\d{1,6}$/.test(written)) found.push({ field: 'jobId', value: written });
  if (/^\+?\d{2,15}$/.test(digits)) found.push({ field: 'phone', value: digits });
  if (written.includes('@')) found.push({ field: 'email', value: written });
  if (network !== undefined) found.push({ field: 'socialNetwork', value: network });
  if (/\p{L}/u.test(written) && !written.includes('@')) {
    found.push({ field: 'name', value: written });
    if (/^[\w.+-]+$/.test(written)) found.push({ field: 'email', value: written });
    if (network === undefined) found.push({ field: 'socialNetwork', value: written });
  }
  return found;
}
