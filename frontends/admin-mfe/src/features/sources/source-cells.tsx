import type { ConnectorKind, SourceInfo } from '@numscope/contracts';
import { formatCount, formatMoment, formatShort, SourceStateMark } from '@numscope/ui';
import { Sparkline } from '../../components/sparkline.tsx';
import { Clipped } from '../../components/columns.tsx';
import { texts } from '../../texts/texts.ts';
import { isInTrouble, monogram } from './source-facts.ts';

const kinds = {
  http: 'kindHttp',
  dataset: 'kindDataset',
  sql: 'kindSql',
  elasticsearch: 'kindElasticsearch',
  'numbering-plan': 'kindNumberingPlan',
  sandbox: 'kindSandbox',
} as const satisfies Record<ConnectorKind, string>;

export const kindName = ({ connector }: SourceInfo): string =>
  texts(connector === null ? 'kindNone' : kinds[connector]);

export const SourceName = ({ source }: { source: SourceInfo }) => (
  <span className="ns-row">
    <span className="ad-mono" aria-hidden>
      {monogram(source.name)}
    </span>
    <Clipped className="ns-b" text={source.name} />
  </span>
);

function why(source: SourceInfo): string {
  if (source.cause !== null) return texts('stoppedBecause', { cause: source.cause });
  if (source.state === 'PAUSED') return source.pausedBy === null ? '' : texts('pausedBy', { name: source.pausedBy });
  if (source.resumesAt !== null && source.waitingEndedBy !== null)
    return texts('waitingEnded', { name: source.waitingEndedBy, time: formatMoment(source.resumesAt) });
  if (source.resumesAt !== null) return texts('untilQuota', { time: formatMoment(source.resumesAt) });
  if (source.lastError !== null && isInTrouble(source))
    return texts('troubleSince', { message: source.lastError.message, time: formatMoment(source.lastError.at) });
  return '';
}

/** How it stands, and why. */
export const SourceStanding = ({ source }: { source: SourceInfo }) => (
  <span className="ns-row ad-standing">
    <SourceStateMark state={source.state} />
    <Clipped className="ns-sm ns-t3" text={why(source)} />
    {source.keptAnswer === null ? null : (
      <details className="ad-kept">
        <summary>{texts('keptAnswer')}</summary>
        <pre>{source.keptAnswer}</pre>
      </details>
    )}
  </span>
);

/** What is left of today. */
export function Quota({ source: { quota, connector } }: { source: SourceInfo }) {
  if (quota === null || quota.left === null || quota.perDay === 0) {
    return <span className="ns-sm ns-t2">{texts(connector === 'dataset' ? 'ownData' : 'noQuota')}</span>;
  }
  const used = Math.min(100, (quota.used / quota.perDay) * 100);
  const out = quota.left <= 0;
  return (
    <span className="ad-quota">
      <span className="ns-bar" aria-hidden>
        {used > 0 ? <i data-part={out ? 'warn' : 'ink'} style={{ width: `${used}%` }} /> : null}
      </span>
      <span className="ns-num ns-nowrap" title={`${formatCount(quota.left)} / ${formatCount(quota.perDay)}`}>
        <span data-out={out ? '' : undefined}>{texts('quotaLeft', { left: formatShort(quota.left) })}</span>{' '}
        <span className="ns-t2">{texts('quotaOf', { total: formatShort(quota.perDay) })}</span>
      </span>
    </span>
  );
}

/** How many numbers it answered in the last hour, how that went, and in words what came of it. */
export function LastHour({ source: { lastHour, state } }: { source: SourceInfo }) {
  const { asked, found, nothing, failed, answers } = lastHour;
  if (asked === 0) return <span className="ns-sm ns-t3">{texts('noneAsked')}</span>;
  const words = texts('answersOf', {
    found: formatCount(found),
    nothing: formatCount(nothing),
    failed: formatCount(failed),
  });
  return (
    <span className="ad-hour" title={words}>
      <span className="ns-sr">{words}</span>
      <Sparkline values={answers} bad={state === 'OPEN' || state === 'REFUSED'} />
      <span className="ns-num" aria-hidden>
        {formatCount(asked)}
      </span>
    </span>
  );
}
