import type { Job, JobAction } from '@numscope/contracts';
import { useState } from 'react';
import { may, retriable } from '../../domain/job-actions.ts';

const order: readonly JobAction[] = ['PLAY', 'PAUSE', 'STOP', 'UPDATE', 'MERGE', 'CANCEL', 'DELETE'];

/** What a menu offers of a job. */
interface Offered {
  /** Actions, in the order of menus. */
  actions: readonly JobAction[];
  review: boolean;
  retry: boolean;
}

/**
 * What a menu offers of a job from when it was opened until it is closed: nothing moves under a pointer when the job
 * changes meanwhile. What it may not do any more is to be shown as such.
 * @param without actions that stand beside the menu
 */
export function useOffered({ job, without }: { job: Job; without: readonly JobAction[] }): Offered {
  const [offered] = useState(() => ({
    actions: order.filter((action) => may(job, action) && !without.includes(action)),
    review: job.status === 'CREATED' && may(job, 'PLAY'),
    retry: retriable(job, job.counts.FOUND) > 0,
  }));
  return offered;
}
