import type { PlanAnswer } from '@numscope/contracts';
import type * as z from 'zod';
import { type Desk, freshSince } from '../asking/desk.ts';

/** What looking these numbers up would take of each source: what is fresh already, the calls, their cost, the quota left. */
export async function planLookups(desk: Desk, phones: string[]): Promise<z.infer<typeof PlanAnswer>> {
  const now = desk.kit.clock.now();
  const runners = [...desk.runners.values()];
  const wanted = runners.map(({ name, config }) => ({ source: name, freshSince: freshSince(config, now) ?? Number.MAX_SAFE_INTEGER }));
  const fresh = await desk.store.fresh(phones, wanted);
  const sources = runners.map(({ name, config, connector, quota }, index) => {
    const known = fresh[index]?.length ?? 0;
    const calls = Math.ceil((phones.length - known) / (config.connector === 'http' ? connector.batchSize : 1));
    return {
      source: name,
      fresh: known,
      calls,
      quotaLeft: quota.state(now).left,
      cost: calls * config.cost,
      perSecond: config.limits.perSecond > 0 ? config.limits.perSecond : null,
    };
  });
  const times = new Map<number, number>();
  for (const index of fresh.flat()) times.set(index, (times.get(index) ?? 0) + 1);
  const allFresh = runners.length === 0 ? 0 : [...times.values()].filter((count) => count === runners.length).length;
  return { sources, allFresh };
}
