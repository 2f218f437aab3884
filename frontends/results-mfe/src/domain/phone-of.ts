import { PhoneParam } from '@numscope/contracts';

/** The number that a text of the address names, as E.164; null when it is none. */
export function phoneOf(text: string): string | null {
  const parsed = PhoneParam.safeParse(text.replaceAll(/[\s()-]/g, ''));
  return parsed.success && parsed.data.length > 5 ? parsed.data : null;
}
