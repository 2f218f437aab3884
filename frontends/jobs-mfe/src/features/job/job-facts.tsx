import type { Job } from '@numscope/contracts';
import { formatCount, Link, Moment } from '@numscope/ui';
import type { ReactNode } from 'react';
import { passOf } from '../../domain/job-pace.ts';
import { scheduleTitle } from '../../domain/schedules.ts';
import { texts } from '../../texts/opened.ts';

const jobLink = (number: number): ReactNode => <Link to={`/ext/job/${number}`}>{texts('job', { number })}</Link>;

/** What else is known of a job. */
export function JobFacts({ job }: { job: Job }) {
  const facts: [string, ReactNode][] = [
    [texts('purpose'), job.purpose ?? <span className="ns-t3">{texts('noPurpose')}</span>],
    [
      texts('created'),
      <span key="created">
        <Moment at={job.createdOn} /> <span className="ns-t3">{job.createdBy}</span>
      </span>,
    ],
    [texts('startedOn'), <Moment key="started" at={job.startedOn} none={texts('notYet')} />],
    ...(job.finishedOn === null
      ? []
      : [[texts('finishedOn'), <Moment key="finished" at={job.finishedOn} />] as [string, ReactNode]]),
    ...(job.mainJob ? [] : [[texts('passes'), passOf(job)] as [string, ReactNode]]),
    ...(job.nextPassAt === null
      ? []
      : [[texts('nextPass'), <Moment key="next" at={job.nextPassAt} />] as [string, ReactNode]]),
    ...(job.schedule === null ? [] : [[texts('schedule'), scheduleTitle(job.schedule)] as [string, ReactNode]]),
    ...(job.duplicates === 0
      ? []
      : [[texts('duplicates'), texts('keptOnce', { count: formatCount(job.duplicates) })] as [string, ReactNode]]),
    ...(job.skippedLines === 0 ? [] : [[texts('skippedLines'), formatCount(job.skippedLines)] as [string, ReactNode]]),
    ...(job.parentNumber === null ? [] : [[texts('parent'), jobLink(job.parentNumber)] as [string, ReactNode]]),
    ...(job.mergedInto === null ? [] : [[texts('mergedInto'), jobLink(job.mergedInto)] as [string, ReactNode]]),
  ];
  return (
    <section className="ns-sect jb-last" aria-label={texts('about')}>
      <div className="ns-sect-head">
        <h3>{texts('about')}</h3>
      </div>
      <dl className="jb-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
