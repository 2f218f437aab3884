import type { FormatData, PlanData } from './numbering-data.ts';

/** Tells whether digits are, as a whole, of one kind. */
export type DigitRule = (digits: string) => boolean;

/** One format, ready to use. */
export type Format = { pattern: RegExp; leading: RegExp | null; international: string; national: string };

/** One region's numbering plan, ready to use. */
export type Plan = {
  region: string;
  code: number;
  /** What every number of the plan looks like, whatever its length. */
  pattern: RegExp;
  /** Lengths as bits: bit 9 is set where nine digits are possible. */
  lengths: number;
  localLengths: number;
  shortest: number;
  longest: number;
  general: DigitRule;
  /** Line types but fixed line and mobile, in the order in which Google asks. */
  specialTypes: { type: string; rule: DigitRule }[];
  fixedLine: DigitRule;
  mobile: DigitRule;
  sameFixedAndMobile: boolean;
  idd: RegExp | null;
  prefix: RegExp | null;
  transform: string | null;
  leading: RegExp | null;
  nationalFormats: Format[];
  internationalFormats: Format[];
};

const never: DigitRule = () => false;

/**
 * Makes a plan of its data. Costly by a millisecond for the largest (expressions are compiled), so each is made once,
 * when asked for.
 */
export function buildPlan(data: PlanData): Plan {
  const general = digitRule(data.pattern, data.lengths);
  const { FIXED_LINE: fixedLine, MOBILE: mobile, ...special } = data.types;
  const nationalFormats = (data.formats ?? []).map(buildFormat);
  return {
    region: data.region,
    code: data.code,
    pattern: wholly(data.pattern),
    lengths: lengthBits(data.lengths),
    localLengths: lengthBits(data.localLengths),
    shortest: Math.min(...data.lengths),
    longest: Math.max(...data.lengths),
    general,
    specialTypes: Object.entries(special).map(([type, [pattern, lengths]]) => ({
      type,
      rule: digitRule(pattern, lengths),
    })),
    fixedLine: fixedLine === undefined ? never : digitRule(...fixedLine),
    mobile: mobile === undefined ? never : digitRule(...mobile),
    sameFixedAndMobile: data.sameFixedAndMobile ?? false,
    idd: data.idd === undefined ? null : beginning(data.idd),
    prefix: data.prefix === undefined ? null : beginning(data.prefix),
    transform: data.transform ?? null,
    leading: data.leading === undefined ? null : beginning(data.leading),
    nationalFormats,
    internationalFormats: data.internationalFormats?.map(buildFormat) ?? nationalFormats,
  };
}

/** Bit n of `bits`, false for any length beyond what a number can have. */
export function hasLength(bits: number, length: number): boolean {
  return length < 31 && ((bits >> length) & 1) === 1;
}

function digitRule(pattern: string, lengths: number[]): DigitRule {
  const expression = wholly(pattern);
  if (lengths.length === 0) return (digits) => expression.test(digits);
  const bits = lengthBits(lengths);
  return (digits) => hasLength(bits, digits.length) && expression.test(digits);
}

function buildFormat([pattern, leading, international, national]: FormatData): Format {
  return {
    pattern: wholly(pattern),
    leading: leading === '' ? null : beginning(leading),
    international,
    national: national ?? international,
  };
}

function lengthBits(lengths: number[]): number {
  return lengths.reduce((bits, length) => bits | (1 << length), 0);
}

function wholly(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}

function beginning(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})`);
}
