import { jobStatuses, phoneStatuses } from '@numscope/contracts/lists';
import { counter, readCounter, readGauge, type ServiceKit } from '@numscope/platform';
import { addTo, emptyTally, isFinal, type Tally } from '../domain/phone-status.ts';
import type { JobStore } from '../store/job-store.port.ts';

/** What is counted as it happens. */
export interface MeasuredJobs {
  handedOut(phones: number): void;
  becameFinal(tally: Tally): void;
}

/**
 * Shows how jobs and their phones get on. What jobs there are, each instance says alike; what it did, each says of
 * itself.
 */
export function measureJobs(
  { metrics }: Pick<ServiceKit, 'metrics'>,
  store: Pick<JobStore, 'countByStatus' | 'isLeader'>,
): MeasuredJobs {
  const { registry } = metrics;
  const finals = emptyTally();
  const handedOut = counter(registry, {
    name: 'numscope_phones_handed_out_total',
    help: 'Phones that were handed out to the sources',
  });
  readCounter(
    registry,
    {
      name: 'numscope_phones_final_total',
      help: 'Phones of jobs that got their result, by what it is',
      labelNames: ['status'],
    },
    () => phoneStatuses.flatMap((status, code) => (isFinal(code) ? [[{ status }, finals[code as 0]] as const] : [])),
  );
  readGauge(
    registry,
    { name: 'numscope_jobs', help: 'Jobs by status, the main job too', labelNames: ['status'] },
    async () => {
      const counts = await store.countByStatus();
      return jobStatuses.flatMap((status) =>
        status === 'DELETED' ? [] : [[{ status }, counts[status] ?? 0] as const],
      );
    },
  );
  readGauge(
    registry,
    {
      name: 'numscope_jobs_leader',
      help: 'Whether this instance leads the jobs (1): starts them, hands phones out and sends their events',
    },
    () => [[{}, (store.isLeader ?? true) ? 1 : 0]],
  );
  return { handedOut: (phones) => handedOut.inc(phones), becameFinal: (tally) => addTo(finals, tally) };
}
