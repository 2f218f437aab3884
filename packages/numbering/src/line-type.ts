import type { Plan } from './plan.ts';

/**
 * Google's name of the line type that a plan gives to a national significant number; null if the plan does not allow
 * the number.
 */
export function lineTypeIn(plan: Plan, national: string): string | null {
  if (!plan.general(national)) return null;
  for (const { type, rule } of plan.specialTypes) if (rule(national)) return type;
  if (plan.fixedLine(national))
    return plan.sameFixedAndMobile || plan.mobile(national) ? 'FIXED_LINE_OR_MOBILE' : 'FIXED_LINE';
  return !plan.sameFixedAndMobile && plan.mobile(national) ? 'MOBILE' : null;
}

/** Whether a plan allows a number: as `lineTypeIn`, but asks the likeliest types first. */
function isAllowedBy(plan: Plan, national: string): boolean {
  if (!plan.general(national)) return false;
  if (!plan.sameFixedAndMobile && plan.mobile(national)) return true;
  return plan.fixedLine(national) || plan.specialTypes.some(({ rule }) => rule(national));
}

/** The plan among those of one calling code that a number belongs to and that allows it; null if there is none. */
export function planAllowing(plans: Plan[], national: string): Plan | null {
  const [only] = plans;
  if (plans.length === 1 && only !== undefined) return isAllowedBy(only, national) ? only : null;
  for (const plan of plans) {
    // Leading digits alone decide whose a number is; whether it is allowed is asked afterwards, and of that plan only.
    if (plan.leading !== null) {
      if (plan.leading.test(national)) return isAllowedBy(plan, national) ? plan : null;
    } else if (isAllowedBy(plan, national)) return plan;
  }
  return null;
}
