import { calls, type JobPreflight, type PlanAnswer } from '@numscope/contracts';
import { readPhone } from '@numscope/numbering';
import { yieldEvery } from '@numscope/platform';
import type * as z from 'zod';
import { hasPassAfter, reusesFresh } from '../domain/passes.ts';
import { countsOf, validIn } from '../domain/phone-status.ts';
import type { JobsContext } from '../jobs-context.ts';
import type { JobRecord } from '../store/job-store.port.ts';

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

/** What looking up some of a job's phones would take. */
interface Plan {
  sources: SourcePlan[];
  fresh: number;
  doNotLookUp: number;
  lineChecks: number;
  countries: Map<string | null, number>;
}

interface Asked {
  pendingOnly: boolean;
  reuseFresh: boolean;
}

async function planOf({ id }: JobRecord, { pendingOnly, reuseFresh }: Asked, context: JobsContext): Promise<Plan> {
  const { store, client } = context;
  const sources = new Map<string, SourcePlan>();
  const plan = { fresh: 0, doNotLookUp: 0, lineChecks: 0, countries: new Map<string | null, number>() };
  const pace = yieldEvery();
  for (let after = 0; ;) {
    const numbers = await store.validAfter(id, after, pendingOnly);
    if (numbers.length === 0) return { ...plan, sources: [...sources.values()] };
    after = numbers.at(-1) ?? after;
    const phones: string[] = [];
    for (const number of numbers) {
      await pace();
      const phone = `+${number}`;
      const country = readPhone(phone)?.country ?? null;
      plan.countries.set(country, (plan.countries.get(country) ?? 0) + 1);
      phones.push(phone);
    }
    const slice = await client.call(calls.planLookups, { body: { phones, reuseFresh }, timeoutMs: 30_000 });
    plan.fresh += slice.allFresh;
    plan.doNotLookUp += slice.doNotLookUp;
    plan.lineChecks = slice.lineChecks;
    addPlan(sources, slice);
  }
}

/** What all sources take together: the slowest tells how long. */
function sumsOf({ sources }: Plan): Pick<JobPreflight, 'cost' | 'estimatedMs'> {
  const times = sources.flatMap(({ estimatedMs }) => (estimatedMs === null ? [] : [estimatedMs]));
  return {
    cost: sources.reduce((sum, plan) => sum + plan.cost, 0),
    estimatedMs: times.length > 0 ? Math.max(...times) : null,
  };
}

/**
 * What playing a job, or the part of it that a sub-task is, would do: of its phones not looked up yet, or of all when none is left; and what each pass after
 * that one would take.
 * @throws ApiError what sources answers
 */
export async function jobPreflight(job: JobRecord, context: JobsContext): Promise<JobPreflight> {
  const counts = countsOf(job.tally);
  // What is pending comes first, and belongs to the present pass, unless that one is over.
  const pendingOnly = counts.PENDING > 0 && !job.passDue;
  const pass = pendingOnly ? job.pass : job.pass + 1;
  const plan = await planOf(job, { pendingOnly, reuseFresh: reusesFresh(pass, job.mainJob) }, context);
  const hasLater = hasPassAfter(job, pass) && validIn(job.tally) > 0;
  const later = hasLater ? await planOf(job, { pendingOnly: false, reuseFresh: false }, context) : null;
  return {
    number: job.number,
    valid: validIn(job.tally),
    notValid: counts.NOT_VALID,
    duplicates: job.duplicates,
    fresh: plan.fresh,
    doNotLookUp: plan.doNotLookUp,
    countries: [...plan.countries]
      .map(([country, phones]) => ({ country, phones }))
      .sort((a, b) => b.phones - a.phones),
    sources: plan.sources,
    lineChecks: plan.lineChecks,
    ...sumsOf(plan),
    laterPass: later && sumsOf(later),
  };
}
