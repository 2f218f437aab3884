import { planAllowing } from './line-type.ts';
import { parseDialled, parseInternational } from './parse-number.ts';
import type { ParsedNumber } from './parse-number.ts';
import type { Plan } from './plan.ts';

/** A number that its plan allows. */
export type AllowedNumber = { plan: Plan; national: string };

// Google reads no longer text either; and no expression ever sees one.
const longestText = 250;
const readable = /^\+*\d+$/;

/**
 * Reads a phone number: digits, `+` in front, and blanks anywhere. First as international, with or without `+`; then, without
 * `+`, as somebody in `region` (ISO code) would dial it. `country` is the ISO code, `001` for a number of no country (+800).
 * Null where no numbering plan allows the number. Never throws.
 */
export function readPhone(text: string, region?: string): { e164: string; country: string } | null {
  const digits = text.length > longestText ? '' : text.replaceAll(/\s+/g, '');
  if (!readable.test(digits)) return null;
  const found = digits.startsWith('+')
    ? allowed(parseInternational(digits.slice(digits.lastIndexOf('+') + 1), region))
    : readDigits(digits, region);
  return found === null ? null : { e164: `+${found.plan.code}${found.national}`, country: found.plan.region };
}

/** Reads `+` and digits without a blank; null for any other text and where no plan allows the number. */
export function readE164(e164: string): AllowedNumber | null {
  return e164.length <= longestText && /^\+\d+$/.test(e164) ? allowed(parseInternational(e164.slice(1))) : null;
}

/** Reads digits only as dialled within the region. */
export function readDialled(digits: string, region: string): AllowedNumber | null {
  return allowed(parseDialled(digits, region));
}

function readDigits(digits: string, region: string | undefined): AllowedNumber | null {
  return allowed(parseInternational(digits)) ?? (region === undefined ? null : readDialled(digits, region));
}

function allowed(parsed: ParsedNumber | null): AllowedNumber | null {
  if (parsed === null) return null;
  const plan = planAllowing(parsed.plans, parsed.national);
  return plan === null ? null : { plan, national: parsed.national };
}
