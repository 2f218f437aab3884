import { NUMBERING_PLAN, type PlanAnswer, type PlanRequest } from '@numscope/contracts';
import type * as z from 'zod';
import { costOfCalls } from '../domain/answer-cost.ts';
import { type AskingContext, freshSince } from '../asking/context.ts';
import type { AskedSource } from '../config/source-config.ts';

/**
 * How many calls a second a source allows in the long run; null where nothing limits it. Accounts do only where each has
 * a limit.
 */
function plannedRate({ limits, accounts }: Pick<AskedSource, 'limits' | 'accounts'>): number | null {
  const isLimited = accounts.every(({ perMinute }) => perMinute > 0);
  const ofAccounts = isLimited ? accounts.reduce((sum, { perMinute }) => sum + perMinute, 0) : 0;
  const rates = [limits.perSecond, limits.perMinute / 60, ofAccounts / 60].filter((rate) => rate > 0);
  return rates.length > 0 ? Math.min(...rates) : null;
}

/** Whether a source's mapping tells anything of the line as it is today. */
function tellsLine(config: AskedSource): boolean {
  if (config.connector === 'sandbox') return true;
  const map = config.connector === 'http' ? config.answer.map : config.map;
  return Object.keys(map ?? {}).some((field) => field === 'line' || field.startsWith('line.'));
}

const nothingToDo = { fresh: 0, calls: 0, quotaLeft: null, cost: 0, perSecond: null, resumesAt: null };

/**
 * What looking these numbers up would take of each source: what is fresh already, the calls, their cost, the quota
 * left. Of a paused one nothing is asked. The numbering plan takes nothing and is told of only while it is paused.
 */
export async function planLookups(
  context: AskingContext,
  { phones: all, reuseFresh }: z.output<typeof PlanRequest>,
): Promise<z.infer<typeof PlanAnswer>> {
  const phones = all.filter((phone) => !context.doNotLookUp.has(phone));
  const now = context.kit.clock.now();
  const runners = [...context.runners.values()];
  const wanted = runners.map(({ name, config }) => ({
    source: name,
    freshSince: freshSince(config, now) ?? Number.MAX_SAFE_INTEGER,
  }));
  const fresh = reuseFresh ? await context.store.fresh(phones, wanted) : [];
  const asked = runners.map(({ name, config, connector, quota, stop, resumesAt }, index) => {
    const known = fresh[index]?.length ?? 0;
    const calls = stop !== null ? 0 : Math.ceil((phones.length - known) / connector.batchSize);
    return {
      source: name,
      fresh: known,
      calls,
      quotaLeft: quota.state(now).left,
      cost: stop === null ? costOfCalls(config, calls, phones.length - known) : 0,
      perSecond: plannedRate(config),
      pausedBy: stop && (stop.by ?? stop.cause ?? stop.state),
      resumesAt,
    };
  });
  const times = new Map<number, number>();
  for (const index of fresh.flat()) times.set(index, (times.get(index) ?? 0) + 1);
  const allFresh = runners.length === 0 ? 0 : [...times.values()].filter((count) => count === runners.length).length;
  const planPausedBy = context.planSource?.pausedBy ?? null;
  const plan = planPausedBy === null ? [] : [{ source: NUMBERING_PLAN, pausedBy: planPausedBy, ...nothingToDo }];
  const lineChecks = runners.filter(({ config }) => tellsLine(config)).length;
  return { sources: [...asked, ...plan], allFresh, lineChecks, doNotLookUp: all.length - phones.length };
}
