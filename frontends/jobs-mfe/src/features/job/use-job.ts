import type { Job } from '@numscope/contracts';
import { useCall } from '@numscope/ui';
import { useEffect } from 'react';
import { noteProgress } from '../../domain/progress-samples.ts';

/** One job by number or id, kept in step by the websocket. */
export function useJob(ref: string) {
  const query = useCall('getJob', { params: { number: ref } }, { quiet: true, keep: false });
  const job: Job | undefined = query.data;
  useEffect(() => {
    if (job !== undefined) noteProgress(job, Date.now());
  }, [job]);
  return query;
}
