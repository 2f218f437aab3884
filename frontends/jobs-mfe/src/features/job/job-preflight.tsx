import './job-preflight.css';
import type { Job } from '@numscope/contracts';
import { ErrorState, useCall } from '@numscope/ui';
import { texts } from '../../texts/opened.ts';
import { PreflightSums, PreflightView } from '../create/preflight-view.tsx';
import { PreflightWaiting } from '../create/preflight-waiting.tsx';

/** What playing a job now would do, in its panel. */
export default function JobPreflight({ job }: { job: Job }) {
  const { data, error, refetch } = useCall(
    'jobPreflight',
    { params: { number: String(job.number) } },
    { quiet: true, keep: false },
  );
  if (error !== null)
    return <ErrorState error={error} title={texts('preflightFailed')} onRetry={() => void refetch()} />;
  if (data === undefined) return <PreflightWaiting />;
  return (
    <div className="jb-preflight">
      <PreflightSums preflight={data} />
      <PreflightView preflight={data} skippedLines={job.skippedLines} title={texts('preflightOf')} />
    </div>
  );
}
