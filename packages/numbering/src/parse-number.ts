import { hasLength } from './plan.ts';
import type { Plan } from './plan.ts';
import { planOfRegion, plansOfCode } from './plans.ts';

/**
 * A number taken apart, not yet judged: the plans of its calling code (at least one) and its national significant
 * number.
 */
export type ParsedNumber = { plans: Plan[]; national: string };

const shortestNational = 2;
const longestNational = 17;

/**
 * Takes apart what follows a `+`. An exit code there is understood too, if `region` says which it is: that is how
 * Google reads it.
 */
export function parseInternational(digits: string, region?: string): ParsedNumber | null {
  const split = splitCallingCode(digits);
  if (split !== null) return finish(split.plans, split.plans[0], split.national);
  const home = region === undefined ? null : planOfRegion(region);
  const abroad = home === null ? null : withoutExitCode(digits, home);
  return abroad === null ? null : parseInternational(abroad);
}

/**
 * Takes digits apart as somebody in `region` would dial them: abroad, at home, or with the own calling code but no `+`.
 */
export function parseDialled(digits: string, region: string): ParsedNumber | null {
  const home = planOfRegion(region);
  if (home === null) return null;
  const abroad = withoutExitCode(digits, home);
  if (abroad !== null) return parseInternational(abroad);
  const plans = plansOfCode(home.code);
  const domestic = withoutOwnCode(digits, home);
  return domestic === null ? finish(plans, home, digits) : finish(plans, plans[0], domestic);
}

function splitCallingCode(digits: string): ParsedNumber | null {
  if (digits.length <= shortestNational || digits.startsWith('0')) return null;
  for (let length = 1, code = 0; length <= 3; length += 1) {
    code = code * 10 + digits.charCodeAt(length - 1) - 48;
    const plans = plansOfCode(code);
    if (plans.length > 0) return { plans, national: digits.slice(length) };
  }
  return null;
}

function withoutExitCode(digits: string, home: Plan): string | null {
  const found = home.idd?.exec(digits);
  if (found === null || found === undefined) return null;
  const rest = digits.slice(found[0].length);
  // No calling code begins with 0: such a number only looks like a call abroad.
  return rest.startsWith('0') ? null : rest;
}

function withoutOwnCode(digits: string, home: Plan): string | null {
  const code = String(home.code);
  if (!digits.startsWith(code)) return null;
  const national = withoutNationalPrefix(digits.slice(code.length), home);
  const needed = !home.pattern.test(digits) && home.pattern.test(national);
  return needed || isTooLong(digits, home) ? national : null;
}

function finish(plans: Plan[], plan: Plan | undefined, digits: string): ParsedNumber | null {
  if (plan === undefined || digits.length < shortestNational) return null;
  const stripped = withoutNationalPrefix(digits, plan);
  const national = isTooLong(stripped, plan) || isPossibleLength(stripped, plan) ? stripped : digits;
  return national.length < shortestNational || national.length > longestNational ? null : { plans, national };
}

/** Takes off the trunk prefix (and carrier code), unless that makes an allowed-looking number not allowed. */
function withoutNationalPrefix(digits: string, plan: Plan): string {
  const found = digits === '' ? null : (plan.prefix?.exec(digits) ?? null);
  if (found === null || plan.prefix === null) return digits;
  const lastGroup = found[found.length - 1];
  const transforms = plan.transform !== null && (found.length === 1 || lastGroup !== undefined);
  const stripped = transforms ? digits.replace(plan.prefix, plan.transform ?? '') : digits.slice(found[0].length);
  return plan.pattern.test(digits) && !plan.pattern.test(stripped) ? digits : stripped;
}

function isTooLong(digits: string, plan: Plan): boolean {
  return digits.length > plan.longest && !hasLength(plan.localLengths, digits.length);
}

function isPossibleLength(digits: string, plan: Plan): boolean {
  return hasLength(plan.lengths, digits.length) && !hasLength(plan.localLengths, digits.length);
}
