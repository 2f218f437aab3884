import { apiError, type PassComparison, type PassCompareQuery, type PassDifference, toPage } from '@numscope/contracts';
import type * as z from 'zod';
import type { JobsContext } from '../jobs-context.ts';
import type { JobRecord } from '../store/job-store.port.ts';
import type { PhoneValue } from '../store/phone-value.ts';
import type { ComparisonMarks } from './comparison-marks.ts';
import { latestPass } from './job-passes.ts';

/**
 * What appeared, changed and went between two passes of a job, by page. Only numbers with a result in both are compared.
 * @throws ApiError NOT_FOUND where the job, or one of its passes, is not there any more
 */
export async function comparePasses(
  job: JobRecord,
  { from, to, page, size }: z.output<typeof PassCompareQuery>,
  { store, comparisons, kit }: JobsContext,
): Promise<PassComparison> {
  const latest = latestPass(job);
  for (const pass of [from, to]) if (pass > latest) throw apiError('NOT_FOUND', { details: { pass, passes: latest } });
  const slicesAfter = async function* (after: PhoneValue | null) {
    for (let next = after, isFirst = true; isFirst || next !== null; isFirst = false) {
      const slice = await store.passDifferences(job.id, { from, to, after: next });
      if (!slice) throw apiError('NOT_FOUND');
      yield { after: next, differences: slice.differences };
      next = slice.next;
    }
  };
  const read = async (): Promise<ComparisonMarks> => {
    const counts = { APPEARED: 0, CHANGED: 0, GONE: 0 };
    const marks: ComparisonMarks = { counts, total: 0, slices: [] };
    for await (const { after, differences } of slicesAfter(null)) {
      marks.slices.push({ first: marks.total, after });
      for (const { change } of differences) counts[change]++;
      marks.total += differences.length;
    }
    return marks;
  };

  const comparison = `${job.id} ${from} ${to}`;
  const state = JSON.stringify([job.status, job.pass, job.tally]);
  const known = comparisons.of(comparison, state, kit.clock.now());
  const marks = known ?? (await read());
  if (!known) comparisons.keep(comparison, state, kit.clock.now(), marks);

  const first = page * size;
  const content: PassDifference[] = [];
  const begin = first < marks.total ? marks.slices.findLast((slice) => slice.first <= first) : undefined;
  if (begin) {
    let at = begin.first;
    for await (const { differences } of slicesAfter(begin.after)) {
      content.push(...differences.slice(Math.max(0, first - at), Math.max(0, first + size - at)));
      at += differences.length;
      if (at >= first + size) break;
    }
  }
  return { ...toPage(content, marks.total, { page, size }), from, to, counts: marks.counts };
}
