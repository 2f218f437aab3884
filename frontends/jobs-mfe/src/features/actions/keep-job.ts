import type { Job, Page } from '@numscope/contracts';
import { callKey } from '@numscope/ui';
import type { QueryClient } from '@tanstack/react-query';

const answeringOne = ['getJob', 'mainJob'] as const;
/** The calls whose answers have jobs in them. */
export const showingJobs = ['searchJobs', ...answeringOne] as const;

/**
 * Puts a newer state of a job wherever it is kept, without moving any row. News from before the status that is shown, which was overtaken on its way by the
 * answer to an order, changes nothing.
 * @param mix what to keep of the old state
 * @returns whether anything shows that job
 */
export function keepJob(
  client: QueryClient,
  news: Job,
  mix: (old: Job, news: Job) => Job = (_old, next) => next,
): boolean {
  let known = false;
  const newer = (old: Job): Job => (news.changedOn < old.changedOn ? old : mix(old, news));
  client.setQueriesData<Page<Job>>({ queryKey: callKey('searchJobs') }, (page) => {
    if (page === undefined || !page.content.some((one) => one.id === news.id)) return page;
    known = true;
    return { ...page, content: page.content.map((one) => (one.id === news.id ? newer(one) : one)) };
  });
  for (const call of answeringOne)
    client.setQueriesData<Job>({ queryKey: callKey(call) }, (old) => {
      if (old?.id !== news.id) return old;
      known = true;
      return newer(old);
    });
  return known;
}
