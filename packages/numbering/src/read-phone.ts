import { planAllowing } from './line-type.ts';
import { longestText } from './longest-text.ts';
import { parseDialled, parseInternational } from './parse-number.ts';
import type { ParsedNumber } from './parse-number.ts';
import type { Plan } from './plan.ts';

/** A number that its plan allows; `digits` are those of its E.164 form. */
export type AllowedNumber = { plan: Plan; national: string; digits: string };

const readable = /^\+*\d+$/;

// ITU-T E.164 (11/2010), 6.1: an international number has at most 15 digits, its country code included. Google's plans
// have some of more, as +49 800 and eleven digits: such a number no E.164 form can hold, and no double from 17 digits on.
const longestE164 = 15;

/**
 * Reads a phone number: digits, `+` in front, and blanks anywhere. First as international, with or without `+`; then,
 * without `+`, as somebody in `region` (ISO code) would dial it. `country` is the ISO code, `001` for a number of no
 * country (+800). Null where no numbering plan allows the number. Never throws.
 */
export function readPhone(text: string, region?: string): { e164: string; country: string } | null {
  const cell = text.length > longestText ? '' : text.replaceAll(/\s+/g, '');
  if (!readable.test(cell)) return null;
  const digits = cell.slice(cell.lastIndexOf('+') + 1);
  const found = digits === cell ? readDigits(digits, region) : allowed(parseInternational(digits, region), digits);
  return found === null ? null : { e164: `+${found.digits}`, country: found.plan.region };
}

/** Reads digits as somebody in `region` would dial them, and in no other way; null where no numbering plan allows that. */
export function readDialledPhone(digits: string, region: string): string | null {
  if (digits.length > longestText || !/^\d+$/.test(digits)) return null;
  const found = allowed(parseDialled(digits, region), digits);
  return found === null ? null : `+${found.digits}`;
}

/** Reads `+` and digits without a blank; null for any other text and where no plan allows the number. */
export function readE164(e164: string): AllowedNumber | null {
  if (e164.length > longestText || !/^\+\d+$/.test(e164)) return null;
  const digits = e164.slice(1);
  return allowed(parseInternational(digits), digits);
}

function readDigits(digits: string, region: string | undefined): AllowedNumber | null {
  return (
    allowed(parseInternational(digits), digits) ??
    (region === undefined ? null : allowed(parseDialled(digits, region), digits))
  );
}

function allowed(parsed: ParsedNumber | null, read: string): AllowedNumber | null {
  if (parsed === null) return null;
  const plan = planAllowing(parsed.plans, parsed.national);
  if (plan === null) return null;
  const digits = `${plan.code}${parsed.national}`;
  if (digits.length > longestE164) return null;
  // What is kept is the E.164 form, so that form has to be read as the same number again. A few of Belarus (8 10...)
  // are not: Google takes their first digits for a trunk prefix a second time, and then calls them not valid.
  return digits === read || parseInternational(digits)?.national === parsed.national
    ? { plan, national: parsed.national, digits }
    : null;
}
