import type { Job } from '@numscope/contracts';
import { type Column, CountedProgress, formatCount, JobMarks, JobStatusMark, Moment } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';

export const jobColumns = (): Column<Job>[] => [
  {
    id: 'number',
    header: texts('number'),
    width: 64,
    sort: 'number',
    fixed: true,
    cell: (job) => <span className="ns-t2">{job.number}</span>,
  },
  {
    id: 'name',
    header: texts('name'),
    fixed: true,
    cell: (job) => (
      <>
        <span className="ns-row" style={{ gap: 6 }}>
          <span className="ns-b ns-clip">{job.name}</span>
          <JobMarks {...job} />
        </span>
        <span className="ns-sub ns-clip">{job.purpose}</span>
      </>
    ),
  },
  { id: 'status', header: texts('status'), width: 112, cell: (job) => <JobStatusMark status={job.status} /> },
  { id: 'progress', header: texts('progress'), width: 196, cell: (job) => <CountedProgress counts={job.counts} percent={job.progress} /> },
  {
    id: 'sent',
    header: texts('sent'),
    width: 92,
    align: 'right',
    cell: (job) => (
      <>
        {formatCount(job.phonesSent)}
        <span className="ns-sub">{texts('of', { total: formatCount(job.totalPhoneNumbers) })}</span>
      </>
    ),
  },
  {
    id: 'created',
    header: texts('created'),
    width: 124,
    cell: (job) => (
      <>
        <Moment at={job.createdOn} />
        <span className="ns-sub ns-clip">{job.createdBy}</span>
      </>
    ),
  },
];
