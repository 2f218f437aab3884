import './job-phones.css';
import { type Job, limits } from '@numscope/contracts';
import {
  type Column,
  CountedProgress,
  DataTable,
  formatCount,
  JobStatusMark,
  navigate,
  NotLoaded,
  Pager,
  StaleNote,
  standardChoice,
  StateBlock,
  useCall,
} from '@numscope/ui';
import { useState } from 'react';
import { isAtWork } from '../../domain/job-pace.ts';
import { numberWidth } from '../../domain/number-width.ts';
import { texts } from '../../texts/opened.ts';

const size = limits.pageSize.jobs;
const REFRESH_MS = 2000;

const columnsOf = (tasks: readonly Job[]): Column<Job>[] => [
  {
    id: 'number',
    header: texts('number'),
    width: numberWidth(tasks, 30),
    fixed: true,
    cell: (job) => <span className="ns-t2">{job.number}</span>,
  },
  {
    id: 'status',
    header: texts('status'),
    width: 112,
    cell: (job) => <JobStatusMark status={job.status} turns={isAtWork(job)} />,
  },
  {
    id: 'progress',
    header: texts('progress'),
    cell: (job) => <CountedProgress counts={job.counts} percent={job.progress} />,
  },
  {
    id: 'phones',
    header: texts('phones'),
    width: 76,
    align: 'right',
    cell: (job) => formatCount(job.totalPhoneNumbers),
  },
];

/** The parts of a super job, up to 10,000 phones each. */
export default function SubTasks({ job }: { job: Job }) {
  const [page, setPage] = useState(0);
  const query = useCall(
    'searchJobs',
    { body: { page, size, parentNumber: job.number, sort: { field: 'number', direction: 'ASC' } } },
    { quiet: true, ...(job.status === 'IN_PROGRESS' ? { every: REFRESH_MS } : {}) },
  );
  const { data, isPlaceholderData: stale } = query;
  if (data === undefined) return <NotLoaded query={query} title={texts('subTasksFailed')} rows={10} />;
  if (data.content.length === 0)
    return (
      <>
        <StaleNote query={query} />
        <StateBlock kind="empty" title={texts('noSubTasks')} />
      </>
    );
  return (
    <div className="jb-phones">
      <StaleNote query={query} />
      <DataTable
        label={texts('subTasks')}
        columns={columnsOf(data.content)}
        rows={data.content}
        rowId={(task) => task.id}
        choice={standardChoice}
        stale={stale}
        lines={2}
        onOpen={(task) => navigate(`/ext/job/${task.number}`)}
      />
      <Pager page={page} size={size} of={data} stale={stale} onPage={setPage} />
    </div>
  );
}
