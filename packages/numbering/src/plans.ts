import { numberingData } from './numbering-data.ts';
import { buildPlan } from './plan.ts';
import type { Plan } from './plan.ts';

const built = new Map<string, Plan>();
const byCode: (Plan[] | undefined)[] = [];

/** The plans under a calling code, the main region's first; none if the code is not in use. */
export function plansOfCode(code: number): Plan[] {
  const known = byCode[code];
  if (known !== undefined) return known;
  const plans = (numberingData().callingCodes[code] ?? []).map(planOf);
  byCode[code] = plans;
  return plans;
}

/** The plan of a region by its ISO code in either case; null for one without a plan. */
export function planOfRegion(region: string): Plan | null {
  const key = region.toUpperCase();
  return /^[A-Z]{2}$/.test(key) && Object.hasOwn(numberingData().plans, key) ? planOf(key) : null;
}

function planOf(key: string): Plan {
  const known = built.get(key);
  if (known !== undefined) return known;
  const data = numberingData().plans[key];
  if (data === undefined) throw new Error(`The numbering data has no plan ${key}`);
  const plan = buildPlan(data);
  built.set(key, plan);
  return plan;
}
