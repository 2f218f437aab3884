import { formatInternational, formatNational } from './format-number.ts';
import { lineTypeIn } from './line-type.ts';
import { numberingData } from './numbering-data.ts';
import { parseDialled } from './parse-number.ts';
import { plansOfCode } from './plans.ts';
import { prefixName } from './prefix-names.ts';
import { readE164 } from './read-phone.ts';
import type { AllowedNumber } from './read-phone.ts';

/** What the numbering plan tells about a number. */
export type NumberingPlanEntry = {
  /** ISO code; null for a number of no country (+800). */
  country: string | null;
  /** City, district or state in English; null where the number says no more than the country. */
  region: string | null;
  /**
   * Google's name of the line type: MOBILE, FIXED_LINE, FIXED_LINE_OR_MOBILE, TOLL_FREE, PREMIUM_RATE, SHARED_COST,
   * VOIP, PERSONAL_NUMBER, PAGER, UAN, VOICEMAIL.
   */
  lineType: string | null;
  /**
   * The carrier that the number's range was first assigned to, in English. Numbers are ported: it need not be today's.
   */
  carrier: string | null;
  /** IANA names; empty where they are not known. */
  timeZones: string[];
  /** `+998 90 123 45 67` */
  international: string;
  /** As dialled within the country: `90 123 45 67`. */
  national: string;
};

/** Whether a numbering plan allows the number. Anything but `+` and digits is not valid. */
export function isValidPhone(e164: string): boolean {
  return readE164(e164) !== null;
}

/** Tells what Google's numbering plans know of a number, from no network; null for one that no plan allows. */
export function describePhone(e164: string): NumberingPlanEntry | null {
  const number = readE164(e164);
  if (number === null) return null;
  const { plan, national } = number;
  const main = plansOfCode(plan.code)[0] ?? plan;
  const lineType = lineTypeIn(plan, national);
  const geographic = isGeographic(lineType, plan.code);
  return {
    country: plan.region === '001' ? null : plan.region,
    region: geographic ? placeOf(number) : null,
    lineType,
    carrier: isMobile(lineType) ? prefixName('carriers', plan.code, national) : null,
    // A number bound to no place has the zones of its whole country.
    timeZones: prefixName('timeZones', plan.code, geographic ? national : '')?.split('&') ?? [],
    international: formatInternational(main, national),
    national: formatNational(main, national),
  };
}

function placeOf({ plan, national }: AllowedNumber): string | null {
  const token = numberingData().mobileTokens[plan.code];
  const main = plansOfCode(plan.code)[0];
  if (token === undefined || main === undefined || !national.startsWith(token))
    return prefixName('places', plan.code, national);
  // A mobile token (Argentina's 9) stands before the area code: places are kept without it.
  const bare = parseDialled(national.slice(token.length), main.region);
  return prefixName('places', plan.code, bare?.national ?? national);
}

function isGeographic(lineType: string | null, code: number): boolean {
  return isFixed(lineType) || (lineType === 'MOBILE' && numberingData().geographicMobile.includes(code));
}

function isFixed(lineType: string | null): boolean {
  return lineType === 'FIXED_LINE' || lineType === 'FIXED_LINE_OR_MOBILE';
}

function isMobile(lineType: string | null): boolean {
  return lineType === 'MOBILE' || lineType === 'FIXED_LINE_OR_MOBILE' || lineType === 'PAGER';
}
