import { apiError, type PassComparison, type PassCompareQuery, type PassDifference, toPage } from '@numscope/contracts';
import type * as z from 'zod';
import type { JobsContext } from '../jobs-context.ts';
import { findJob } from './find-job.ts';
import { latestPass } from './job-passes.ts';

/**
 * What appeared, changed and went between two passes of a job, by page. Only numbers with a result in both are compared.
 * @throws ApiError NOT_FOUND where the job, or one of its passes, is not there
 */
export async function comparePasses(
  ref: string,
  { from, to, page, size }: z.output<typeof PassCompareQuery>,
  context: JobsContext,
): Promise<PassComparison> {
  const latest = latestPass(await findJob(ref, context));
  for (const pass of [from, to]) if (pass > latest) throw apiError('NOT_FOUND', { details: { pass, passes: latest } });
  const counts = { APPEARED: 0, CHANGED: 0, GONE: 0 };
  const content: PassDifference[] = [];
  const first = page * size;
  let total = 0;
  for (let after: number | string | null = null; ;) {
    const slice = await context.store.passDifferences(ref, { from, to, after });
    if (!slice) throw apiError('NOT_FOUND');
    for (const difference of slice.differences) {
      counts[difference.change]++;
      if (total >= first && content.length < size) content.push(difference);
      total++;
    }
    if (slice.next === null) break;
    after = slice.next;
  }
  return { ...toPage(content, total, { page, size }), from, to, counts };
}
