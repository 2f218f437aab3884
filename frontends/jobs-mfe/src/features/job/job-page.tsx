import { CountedProgress, ErrorState, JobMarks, JobStatusMark, Skeleton, useCall } from '@numscope/ui';

/** One job as a full page, for links. */
export function JobPage({ id }: { id: string }) {
  const { data: job, error, refetch } = useCall('getJob', { params: { number: id } }, { quiet: true });
  if (job === undefined) return error === null ? <Skeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className="ns-page">
      <header className="ns-head">
        <span className="ns-t3 ns-num">{job.number}</span>
        <h1>{job.name}</h1>
        <JobMarks {...job} />
        <JobStatusMark status={job.status} pill />
      </header>
      <div className="ns-sect">
        <CountedProgress counts={job.counts} percent={job.progress} large />
      </div>
    </div>
  );
}
