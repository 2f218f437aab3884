import { type Job, limits } from '@numscope/contracts';
import { formatCount, formatPercent, Link, RightHead, SourceStateMark, useCall } from '@numscope/ui';
import { tallySources } from '../../domain/source-tally.ts';
import { texts } from '../../texts/texts.ts';

const REFRESH_MS = 5000;
const MOST = 6;

/** Which source answered how often, counted from the phones themselves, and how each stands now. */
export function BySource({ job }: { job: Job }) {
  const every = job.status === 'IN_PROGRESS' ? { every: REFRESH_MS } : {};
  const asked = job.phonesSent > 0;
  const phones = useCall(
    'jobPhones',
    {
      params: { id: job.id },
      body: { filters: { status: ['FOUND', 'NOT_FOUND', 'FAILED'] }, page: 0, size: limits.maxPageSize },
    },
    { quiet: true, enabled: asked, ...every },
  );
  const sources = useCall('listSources', {}, { quiet: true, enabled: asked, ...every });
  const tallies = tallySources(phones.data?.content ?? []);
  if (tallies.length === 0) return null;
  const counted = phones.data?.content.length ?? 0;
  const part = (phones.data?.totalElements ?? 0) > counted;
  return (
    <section className="ns-sect" aria-label={texts('bySource')}>
      <div className="ns-sect-head jb-tight">
        <h3>
          {texts('bySource')}
          {part ? (
            <span className="ns-xs ns-t3 jb-aside">{texts('firstPhones', { count: formatCount(counted) })}</span>
          ) : null}
        </h3>
        <Link className="ns-xs" to="/ext/sources">
          {texts('allSources')}
        </Link>
      </div>
      <table className="ns-mini">
        <colgroup>
          <col />
          <col style={{ width: 48 }} />
          <col style={{ width: 48 }} />
          <col style={{ width: 52 }} />
          <col style={{ width: 106 }} />
        </colgroup>
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
          {tallies.slice(0, MOST).map((tally) => {
            const state = sources.data?.find((one) => one.name === tally.source)?.state;
            return (
              <tr key={tally.source}>
                <td className="ns-b jb-source" title={tally.source}>
                  {tally.source}
                </td>
                <td className="ns-right ns-t2">{formatCount(tally.asked)}</td>
                <td className="ns-right">{formatCount(tally.found)}</td>
                <td className="ns-right ns-t2">{formatPercent((tally.found / tally.asked) * 100)}</td>
                <td className="ns-right jb-state">{state === undefined ? null : <SourceStateMark state={state} />}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
