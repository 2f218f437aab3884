import type { Job } from '@numscope/contracts';
import { CountedProgress, formatCount, JobMarks, JobStatusMark } from '@numscope/ui';
import { isAtWork, nameOf, paceOf } from '../../domain/job-pace.ts';
import { texts } from '../../texts/texts.ts';

/** One job as a card, for screens as narrow as a phone's. */
export function JobCard({ job }: { job: Job }) {
  const pace = paceOf(job);
  const line =
    'quiet' in pace ? pace.quiet : `${pace.rate}, ${job.mainJob ? pace.left : texts('timeLeft', { time: pace.left })}`;
  return (
    <>
      <span className="jb-name">
        <span className="ns-b ns-clip">{nameOf(job)}</span>
        <JobMarks {...job} />
        <span className="ns-grow" />
        <span className="ns-t3 ns-sm ns-num">{job.number}</span>
      </span>
      <span className="jb-card-line">
        <JobStatusMark status={job.status} turns={isAtWork(job)} />
        <span className="ns-t3 ns-num ns-clip">{line}</span>
        <span className="ns-grow" />
        <span className="ns-t2 ns-num ns-nowrap">
          {texts('sentOf', { sent: formatCount(job.phonesSent), total: formatCount(job.totalPhoneNumbers) })}
        </span>
      </span>
      <CountedProgress counts={job.counts} percent={job.progress} />
    </>
  );
}
