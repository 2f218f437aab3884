import { calls, type CountOfOld, type Retention, type RetentionDays } from '@numscope/contracts';
import { cutOf, nextRunAt } from '../domain/retention-times.ts';
import type { ProfilesDeps } from '../deps.ts';

const none: CountOfOld = { count: 0, atLeast: false };

type Days = Partial<Record<keyof RetentionDays, number | undefined>>;

/** 0 asks for good. */
const daysOf = (asked: number | undefined, set: number | null): number | null =>
  asked === undefined ? set : asked === 0 ? null : asked;

/**
 * How long things are kept, and what the next run would remove, as things are now.
 * @param asked other days than those that are set, to see what they would remove
 */
export async function retentionState(deps: ProfilesDeps, asked: Days, requestId: string): Promise<Retention> {
  const { store, client, kit } = deps;
  const record = await store.retention();
  const days: RetentionDays = {
    observations: daysOf(asked.observations, record.days.observations),
    jobs: daysOf(asked.jobs, record.days.jobs),
    audit: daysOf(asked.audit, record.days.audit),
  };
  const isAsked = Object.values(asked).some((each) => each !== undefined);
  const now = kit.clock.now();
  const older = async (kept: number | null, count: (before: number) => Promise<CountOfOld>): Promise<CountOfOld> =>
    kept === null ? none : count(cutOf(kept, now));
  const [jobs, observations, profiles, audit] = await Promise.all([
    older(days.jobs, (before) => client.call(calls.countOldJobs, { body: { before }, requestId })),
    older(days.observations, (before) => client.call(calls.countOldObservations, { body: { before }, requestId })),
    older(days.observations, (before) => store.countOlder(before)),
    client.call(calls.countOldAudit, { body: { days: days.audit }, requestId }),
  ]);
  return {
    days: record.days,
    by: record.by,
    at: record.at,
    next: {
      // Other days count from when they would be set.
      at: nextRunAt({ ...record, days, at: isAsked ? now : record.at }, now),
      days,
      jobs,
      observations,
      profiles,
      auditEntries: { count: audit.entries, atLeast: false },
      auditSetting: audit.setting,
    },
    runs: record.runs.map(({ startedAt, finishedAt, days: kept, removed }) => ({
      startedAt,
      finishedAt,
      days: kept,
      removed,
    })),
  };
}
