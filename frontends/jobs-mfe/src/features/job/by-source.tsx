import type { Job } from '@numscope/contracts';
import {
  Button,
  ErrorState,
  formatCount,
  formatPercent,
  Link,
  RightHead,
  SourceStateMark,
  StaleNote,
  useCall,
} from '@numscope/ui';
import { useState } from 'react';
import { retriable } from '../../domain/job-actions.ts';
import { texts } from '../../texts/opened.ts';
import { ActionIcon } from '../actions/action-words.tsx';
import { useJobCommands } from '../actions/job-actions-context.tsx';
import { whileRunning } from './while-running.ts';

/** Sources shown before all are asked for. */
const FIRST = 6;

/** Which source was asked and answered how often for all numbers of a job, as the server counts, and how each stands now. */
export function BySource({ job }: { job: Job }) {
  const { run, busy } = useJobCommands();
  const [all, setAll] = useState(false);
  const every = whileRunning(job);
  const isAsked = job.phonesSent > 0;
  const query = useCall(
    'jobSources',
    { params: { number: String(job.number) } },
    { quiet: true, keep: false, enabled: isAsked, ...every },
  );
  const sources = useCall('listSources', {}, { quiet: true, enabled: isAsked, ...every });
  const { data: counted, error, refetch } = query;
  if (counted === undefined)
    return error === null ? null : (
      <section className="ns-sect" aria-label={texts('bySource')}>
        <ErrorState error={error} title={texts('bySourceFailed')} onRetry={() => void refetch()} />
      </section>
    );
  if (counted.sources.length === 0) return null;
  const shown = all ? counted.sources : counted.sources.slice(0, FIRST);
  const rest = counted.sources.length - shown.length;
  const again = retriable(job, counted.foundIncomplete);
  return (
    <section className="ns-sect" aria-label={texts('bySource')}>
      <div className="ns-sect-head jb-tight">
        <h3>{texts('bySource')}</h3>
        <Link className="ns-xs" to="/ext/sources">
          {texts('allSources')}
        </Link>
      </div>
      {/* One note where both fail: they do so for the same reason. */}
      <StaleNote query={error === null ? sources : query} />
      {sources.data === undefined && sources.error !== null ? (
        <p className="ns-sm ns-t2" role="alert">
          {texts('sourceStatesFailed')}
        </p>
      ) : null}
      <table className="ns-mini jb-by-source">
        <thead>
          <tr>
            <th scope="col">{texts('source')}</th>
            <RightHead>{texts('asked')}</RightHead>
            <RightHead>{texts('found')}</RightHead>
            <RightHead>{texts('hits')}</RightHead>
            <RightHead>{texts('state')}</RightHead>
          </tr>
        </thead>
        <tbody>
          {shown.map((tally) => {
            const state = sources.data?.find((one) => one.name === tally.source)?.state;
            return (
              <tr key={tally.source}>
                <td className="ns-b jb-source" title={tally.source}>
                  {tally.source}
                </td>
                <td
                  className="ns-right ns-t2"
                  title={texts('reusedOrNot', {
                    cached: formatCount(tally.cached),
                    notAsked: formatCount(tally.notAsked),
                  })}
                >
                  {formatCount(tally.asked)}
                </td>
                <td className="ns-right">{formatCount(tally.found)}</td>
                <td className="ns-right ns-t2">
                  {tally.asked === 0 ? '' : formatPercent((tally.found / tally.asked) * 100)}
                </td>
                <td className="ns-right jb-state">{state === undefined ? null : <SourceStateMark state={state} />}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {rest === 0 ? null : (
        <button type="button" className="ns-xs ns-link" onClick={() => setAll(true)}>
          {texts('andMore', { count: rest })}
        </button>
      )}
      {counted.foundIncomplete === 0 ? null : (
        <div className="ns-note jb-retry" data-tone="warn">
          <span className="ns-grow">
            {texts('retryAsks', { found: counted.foundIncomplete, failed: job.toRetry ?? job.counts.FAILED })}
          </span>
          {again > 0 ? (
            <Button size="sm" busy={busy} onClick={() => run('RETRY', job)}>
              <ActionIcon action="RETRY" job={job} />
              {texts('retryFailed', { count: again })}
            </Button>
          ) : null}
        </div>
      )}
    </section>
  );
}
