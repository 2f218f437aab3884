import type { Job } from '@numscope/contracts';
import { askedIn, code, countsOf, progressOf, total, validIn } from '../domain/phone-status.ts';
import { actionsFor } from '../domain/status-table.ts';
import type { JobsContext } from '../jobs-context.ts';
import type { JobRecord } from '../store/job-store.port.ts';

/** A job as callers see it. Only administrators get here, so `actions` are those of its state. */
export function presentJob(record: JobRecord, { rates, waits, kit, settings }: JobsContext): Job {
  const {
    key,
    tally,
    history: _history,
    turns: _turns,
    passDue: _due,
    passBegun: _begun,
    retrying: _retrying,
    ...job
  } = record;
  const now = kit.clock.now();
  const counts = countsOf(tally);
  const subTask = job.subtype === 'SUB_TASK';
  const running = job.status === 'IN_PROGRESS';
  const rate = running && !subTask ? rates.rate(key, now) : 0;
  const waiting = tally[code.WAITING] > 0 ? waits.waiting : [];
  return {
    ...job,
    cyclic: job.iteration === 0,
    prioritized: job.type === 'PRIORITY',
    phonesSent: askedIn(tally),
    totalPhoneNumbers: total(tally),
    progress: progressOf(tally, job.status === 'DONE'),
    counts,
    waiting,
    rate,
    // How fast the others go tells nothing of numbers that wait for a quota.
    eta: running && rate > 0 && waiting.length === 0 ? now + Math.round((job.toCome / rate) * 1000) : null,
    actions: actionsFor(
      { status: job.status, mainJob: job.mainJob, subTask },
      settings.mainJobStoppable,
      validIn(tally),
    ),
  };
}
