import './job-phones.css';
import { type Job, type JobPhone, limits, statusesWithoutProfile } from '@numscope/contracts';
import {
  type Column,
  DataTable,
  formatCount,
  NotLoaded,
  Pager,
  Phone,
  PhoneStatusMark,
  StaleNote,
  standardChoice,
  StateBlock,
  useCall,
  useNarrow,
} from '@numscope/ui';
import { useState } from 'react';
import { texts } from '../../texts/opened.ts';
import { AnswerLine } from './answer-line.tsx';
import { ExportRest } from './export-rest.tsx';
import { whileRunning } from './while-running.ts';

const size = limits.pageSize.jobPhones;
const columnsOf = (narrow: boolean): Column<JobPhone>[] => [
  {
    id: 'phone',
    header: texts('phone'),
    fixed: true,
    width: narrow ? 164 : 260,
    cell: ({ phone }) => <Phone phone={phone} copy={narrow ? 'none' : 'hover'} />,
  },
  {
    id: 'status',
    header: texts('status'),
    width: narrow ? 98 : 140,
    cell: ({ status }) => <PhoneStatusMark status={status} />,
  },
  { id: 'sources', header: texts('sourcesColumn'), cell: (phone) => <AnswerLine phone={phone} /> },
];

/** The numbers of a job of which there is no profile, and their export. */
export default function JobRest({ job, beside = false }: { job: Job; beside?: boolean }) {
  const phone = useNarrow();
  const narrow = beside || phone;
  const [page, setPage] = useState(0);
  const running = job.status === 'IN_PROGRESS';
  const query = useCall(
    'jobPhones',
    { params: { id: job.id }, body: { filters: { status: [...statusesWithoutProfile] }, page, size } },
    { quiet: true, ...whileRunning(job) },
  );
  const { data, isPlaceholderData: stale } = query;
  if (data === undefined) return <NotLoaded query={query} title={texts('phonesFailed')} rows={12} />;
  if (data.totalElements === 0)
    return (
      <>
        <StaleNote query={query} />
        <StateBlock kind="empty" title={texts('restNone')} />
      </>
    );
  return (
    <div className="jb-phones">
      <StaleNote query={query} />
      <div className="jb-phone-tools">
        <span className="ns-sm ns-t2 ns-num ns-grow">
          {texts('restCount', { shown: formatCount(data.totalElements), total: job.totalPhoneNumbers })}
        </span>
        {running ? <span className="ns-sm ns-t3">{texts('restLater')}</span> : <ExportRest job={job} />}
      </div>
      <DataTable
        label={texts('rest')}
        columns={columnsOf(narrow)}
        rows={data.content}
        rowId={(row) => row.phone}
        choice={{ ...standardChoice, density: narrow ? 'compact' : 'regular' }}
        stale={stale}
      />
      <Pager page={page} size={size} of={data} stale={stale} onPage={setPage} />
    </div>
  );
}
