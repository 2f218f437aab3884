import { callKey, useRealtime } from '@numscope/ui';
import { useQueryClient } from '@tanstack/react-query';
import type { Job, Page } from '@numscope/contracts';

/** Puts the server's news of single jobs into the lists that are shown, so that no list is loaded again for a number. */
export function useLiveJobs(): void {
  const client = useQueryClient();
  const reload = (): void => void client.invalidateQueries({ queryKey: callKey('searchJobs') });
  useRealtime((message) => {
    if (message.type === 'job.deleted') reload();
    if (message.type !== 'job.progress' && message.type !== 'job.updated') return;
    const job = message.data;
    let known = false;
    client.setQueriesData<Page<Job>>({ queryKey: callKey('searchJobs') }, (page) => {
      if (page === undefined) return page;
      known ||= page.content.some((one) => one.id === job.id);
      // What this caller may do stands in its own answer, not in the broadcast.
      return {
        ...page,
        content: page.content.map((one) =>
          one.id === job.id ? { ...job, actions: message.type === 'job.updated' ? job.actions : one.actions } : one,
        ),
      };
    });
    if (!known && message.type === 'job.updated') reload();
  }, reload);
}
