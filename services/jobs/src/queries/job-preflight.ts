import { calls, type JobPreflight, type PlanAnswer } from '@numscope/contracts';
import { readPhone } from '@numscope/numbering';
import { yieldEvery } from '@numscope/platform';
import type * as z from 'zod';
import { reusesFresh } from '../domain/passes.ts';
import { countsOf } from '../domain/phone-status.ts';
import type { JobsContext } from '../jobs-context.ts';
import { findJob } from './find-job.ts';

type SourcePlan = JobPreflight['sources'][number];

/** Adds what one slice of the phones would take. */
function addPlan(sources: Map<string, SourcePlan>, plan: z.output<typeof PlanAnswer>): void {
  for (const { source, fresh, calls: more, quotaLeft, cost, perSecond, pausedBy, resumesAt } of plan.sources) {
    const sum = sources.get(source) ?? { calls: 0, fresh: 0, cost: 0 };
    const asked = sum.calls + more;
    sources.set(source, {
      source,
      calls: asked,
      fresh: sum.fresh + fresh,
      quotaLeft,
      cost: sum.cost + cost,
      estimatedMs: perSecond === null || perSecond === 0 ? null : Math.round((asked / perSecond) * 1000),
      pausedBy,
      resumesAt,
    });
  }
}

/**
 * What playing a job would do: of its phones not looked up yet, or of all when none is left.
 * @throws ApiError NOT_FOUND; what sources answers
 */
export async function jobPreflight(ref: string, context: JobsContext): Promise<JobPreflight> {
  const { store, client } = context;
  const job = await findJob(ref, context);
  const counts = countsOf(job.tally);
  // What is pending comes first, and belongs to the present pass, unless that one is over.
  const pendingOnly = counts.PENDING > 0 && !job.passDue;
  const reuseFresh = reusesFresh(pendingOnly ? job.pass : job.pass + 1, job.mainJob);
  const sources = new Map<string, SourcePlan>();
  const countries = new Map<string | null, number>();
  let allFresh = 0;
  let lineChecks = 0;
  let doNotLookUp = 0;
  const pace = yieldEvery();
  for (let after = 0; ;) {
    const numbers = await store.validAfter(job.key, after, pendingOnly);
    if (numbers.length === 0) break;
    after = numbers.at(-1) ?? after;
    const phones: string[] = [];
    for (const number of numbers) {
      await pace();
      const phone = `+${number}`;
      const country = readPhone(phone)?.country ?? null;
      countries.set(country, (countries.get(country) ?? 0) + 1);
      phones.push(phone);
    }
    const plan = await client.call(calls.planLookups, { body: { phones, reuseFresh }, timeoutMs: 30_000 });
    allFresh += plan.allFresh;
    doNotLookUp += plan.doNotLookUp;
    ({ lineChecks } = plan);
    addPlan(sources, plan);
  }
  const plans = [...sources.values()];
  const times = plans.flatMap(({ estimatedMs }) => (estimatedMs === null ? [] : [estimatedMs]));
  return {
    number: job.number,
    valid: job.tally.reduce((sum, phones) => sum + phones, 0) - counts.NOT_VALID,
    notValid: counts.NOT_VALID,
    duplicates: job.duplicates,
    fresh: allFresh,
    doNotLookUp,
    countries: [...countries].map(([country, phones]) => ({ country, phones })).sort((a, b) => b.phones - a.phones),
    sources: plans,
    lineChecks,
    cost: plans.reduce((sum, plan) => sum + plan.cost, 0),
    estimatedMs: times.length > 0 ? Math.max(...times) : null,
  };
}
