import './job-overview.css';
import type { Job, PhoneStatus } from '@numscope/contracts';
import { CountedProgress, formatCount, formatDuration, formatPercent, PhoneStatusMark } from '@numscope/ui';
import { answered, asksOnlyFailed, timeLeft, validPhones } from '../../domain/job-pace.ts';
import { texts } from '../../texts/opened.ts';
import { BySource } from './by-source.tsx';
import { FirstPhones } from './first-phones.tsx';
import { JobFacts } from './job-facts.tsx';
import { ProgressChart } from './progress-chart.tsx';

const tiles: readonly PhoneStatus[] = ['FOUND', 'NOT_FOUND', 'FAILED', 'SENT', 'PENDING', 'NOT_VALID'];

/** How far a job is: share, bar, and the count of every status. */
export function JobProgress({ job }: { job: Job }) {
  const left = timeLeft(job);
  return (
    <section className="ns-sect" aria-label={texts('progress')}>
      <div className="jb-share">
        {validPhones(job) === 0 ? null : <strong>{formatPercent(job.progress)}</strong>}
        <span className="ns-t2 ns-sm">
          {texts('answeredOf', { answered: formatCount(answered(job)), total: formatCount(validPhones(job)) })}
        </span>
        <span className="ns-grow" />
        {left === null || job.mainJob ? null : (
          <span className="ns-sm ns-b">{texts('timeLeft', { time: formatDuration(left) })}</span>
        )}
      </div>
      <div className="jb-bar-only">
        <CountedProgress counts={job.counts} percent={job.progress} large />
      </div>
      {asksOnlyFailed(job) ? (
        <p className="ns-xs ns-t2 jb-only-failed">{texts('onlyFailed', { count: formatCount(job.toCome) })}</p>
      ) : null}
      <div className="ns-tiles jb-tiles">
        {tiles.map((status) => (
          <div key={status}>
            <PhoneStatusMark status={status} />
            <strong>{formatCount(job.counts[status])}</strong>
          </div>
        ))}
      </div>
    </section>
  );
}

/** The first tab of a job: progress, its curve, who answered, some phones, and what else is known of it. */
export function JobOverview({ job, onPhones }: { job: Job; onPhones: () => void }) {
  return (
    <>
      <JobProgress job={job} />
      <ProgressChart job={job} />
      <BySource job={job} />
      <FirstPhones job={job} onAll={onPhones} />
      <JobFacts job={job} />
    </>
  );
}
