import './job-preflight.css';
import type { Job } from '@numscope/contracts';
import { NotLoaded, useCall } from '@numscope/ui';
import { texts } from '../../texts/opened.ts';
import { PreflightSums, PreflightView } from '../create/preflight-view.tsx';
import { PreflightWaiting } from '../create/preflight-waiting.tsx';

/** What playing a job now would do, in its panel. */
export default function JobPreflight({ job }: { job: Job }) {
  const query = useCall('jobPreflight', { params: { number: String(job.number) } }, { quiet: true, keep: false });
  const { data, error } = query;
  // A preflight that could not be loaded again is not shown: it counts what may have changed since.
  if (data === undefined || error !== null)
    return <NotLoaded query={query} title={texts('preflightFailed')} waiting={<PreflightWaiting />} />;
  return (
    <div className="jb-preflight">
      <PreflightSums preflight={data} />
      <PreflightView preflight={data} skippedLines={job.skippedLines} title={texts('preflightOf')} />
    </div>
  );
}
