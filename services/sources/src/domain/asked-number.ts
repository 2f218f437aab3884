import type { Numbering } from '@numscope/contracts';
import type { AskedNumber } from './template.ts';

/**
 * A number in the forms that providers want. The national one is what follows the country's code in the international
 * form, digits only.
 */
export function askedNumber(e164: string, numbering: Pick<Numbering, 'country' | 'international'> | null): AskedNumber {
  const phone = e164.slice(1);
  const national =
    numbering === null ? phone : numbering.international.replace(/^\+\d+/, '').replaceAll(/\D/g, '') || phone;
  return { e164, phone, national, country: numbering?.country ?? '' };
}
