import { jobStatuses, limits } from '@numscope/contracts';
import {
  ChoiceFilter,
  ColumnMenu,
  DataTable,
  DensityMenu,
  ErrorState,
  formatCount,
  JobStatusMark,
  navigate,
  Pager,
  Skeleton,
  StateBlock,
  TextFilter,
  useCall,
  useQueryState,
  useTableChoice,
} from '@numscope/ui';
import { useMemo } from 'react';
import { texts } from '../../texts/texts.ts';
import { jobColumns } from './job-columns.tsx';
import { jobsView } from './jobs-view.ts';
import { useLiveJobs } from './use-live-jobs.ts';

const size = limits.pageSize.jobs;

/** The live list of jobs. */
export function JobsPage() {
  const [view, setView] = useQueryState(jobsView);
  const [choice, setChoice] = useTableChoice('jobs');
  const columns = useMemo(() => jobColumns(), []);
  useLiveJobs();
  const { data, error, refetch } = useCall('searchJobs', {
    body: {
      page: view.page,
      size,
      ...(view.name === '' ? {} : { jobName: view.name }),
      ...(view.number === '' ? {} : { jobNumber: view.number }),
      ...(view.by === '' ? {} : { createdBy: view.by }),
      ...(view.status.length === 0 ? {} : { status: view.status }),
    },
  });
  const filtered = view.name !== '' || view.number !== '' || view.by !== '' || view.status.length > 0;
  return (
    <div className="ns-page">
      <header className="ns-head">
        <h1>{texts('title')}</h1>
        {data === undefined ? null : <span className="ns-t3 ns-num">{texts('inAll', { count: formatCount(data.totalElements) })}</span>}
      </header>
      <div className="ns-tools">
        <ChoiceFilter
          name={texts('status')}
          choices={jobStatuses}
          renderChoice={(status) => <JobStatusMark status={status} />}
          value={view.status}
          onChange={(status) => setView({ status, page: 0 })}
        />
        <TextFilter name={texts('name')} value={view.name} onChange={(name) => setView({ name, page: 0 })} />
        <TextFilter name={texts('jobNumber')} value={view.number} onChange={(number) => setView({ number, page: 0 })} />
        <TextFilter name={texts('createdBy')} value={view.by} onChange={(by) => setView({ by, page: 0 })} />
        <span className="ns-grow" />
        <DensityMenu choice={choice} onChange={setChoice} />
        <ColumnMenu columns={columns} choice={choice} onChange={setChoice} />
      </div>
      {data === undefined ? (
        error === null ? (
          <Skeleton />
        ) : (
          <ErrorState error={error} title={texts('failed')} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {data.content.length === 0 ? (
            <StateBlock kind="empty" title={texts(filtered ? 'noneMatch' : 'none')} />
          ) : (
            <DataTable
              label={texts('title')}
              columns={columns}
              rows={data.content}
              rowId={(job) => job.id}
              choice={choice}
              lines={2}
              onOpen={(job) => navigate(`/ext/job/${job.number}`)}
            />
          )}
          <Pager page={view.page} size={size} total={data.totalElements} pages={data.totalPages} onPage={(page) => setView({ page })} />
        </>
      )}
    </div>
  );
}
