import { apiError, type JobProgress } from '@numscope/contracts';
import {
  endedPass,
  firstBegun,
  isUnderWay,
  type KnownPass,
  type PassStretch,
  progressOfPass,
} from '../domain/pass-progress.ts';
import type { JobsContext } from '../jobs-context.ts';
import type { JobRecord } from '../store/job-store.port.ts';
import { latestPass } from './job-passes.ts';

/**
 * How a pass of a job got on, of its latest up to now; of a job that was never started, nothing.
 * @throws ApiError NOT_FOUND where the pass is not there
 */
export async function jobProgress(
  job: JobRecord,
  asked: number | undefined,
  { store, kit }: JobsContext,
): Promise<JobProgress> {
  const latest = latestPass(job);
  const pass = asked ?? latest;
  if (asked !== undefined && asked > latest) throw apiError('NOT_FOUND', { details: { pass, passes: latest } });
  const now = kit.clock.now();
  if (latest === 0 || job.parentNumber !== null)
    return { pass, startedOn: null, finishedOn: null, at: now, points: [], stretches: [] };

  const record = job.history.find((each) => each.pass === pass);
  const own = { pass, turns: job.turns, curve: await store.curveOf(job.key, pass) };
  const isOver = !isUnderWay(job.status, job.tally);
  const known: KnownPass =
    pass === latest
      ? {
          ...own,
          status: job.status,
          tally: job.tally,
          begun: job.passBegun,
          ended: isOver ? (record?.ended ?? job.finishedOn) : null,
        }
      : { ...own, ...endedPass(record) };
  const { points, stretches } = progressOfPass(known, now);
  const startedOn = firstBegun(known);
  const end = points.at(-1)?.[0] ?? now;
  const outages =
    startedOn === null || points.length === 0
      ? []
      : (await store.outages(startedOn, end)).map(({ source, since, until }): PassStretch => ({
          kind: 'OUTAGE',
          from: Math.max(since, startedOn),
          to: until === null || until > end ? (end === now ? null : end) : until,
          sources: [source],
        }));
  return {
    pass,
    startedOn,
    finishedOn: known.ended,
    at: now,
    points: points.map(([at, found, answered]) => ({ at, found, answered })),
    stretches: [...stretches, ...outages]
      .filter(({ from, to }) => to === null || to > from)
      .map(({ sources, ...rest }) => ({ ...rest, sources: [...sources] }))
      .sort((a, b) => a.from - b.from),
  };
}
