import './preflight-view.css';
import type { JobPreflight } from '@numscope/contracts';
import {
  countryName,
  Flag,
  formatCount,
  formatDecimal,
  formatDuration,
  formatMoment,
  formatPercent,
  Mark,
  PhoneStatusMark,
  RightHead,
  sourceStateKinds,
} from '@numscope/ui';
import { IconCircleCheck, IconCopy, IconHistory, IconHourglass } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { texts } from '../../texts/opened.ts';

const COUNTRIES = 6;

function Lead({ mark, value, hint }: { mark: ReactNode; value: number; hint: string }) {
  return (
    <div>
      {mark}
      <strong>{formatCount(value)}</strong>
      <span className="ns-sm ns-t3">{hint}</span>
    </div>
  );
}

interface PreflightProps {
  preflight: JobPreflight;
  /** Lines of the file that were left out. */
  skippedLines: number;
  title: string;
  action?: ReactNode;
}

/** What a job holds: valid, not valid, repeated, known already. */
function PreflightLead({ preflight, skippedLines, title, action }: PreflightProps) {
  const { valid, notValid, duplicates, fresh, doNotLookUp } = preflight;
  const all = valid + notValid;
  return (
    <section aria-label={title}>
      <div className="jb-sub-head">
        <h3>{title}</h3>
        {action}
      </div>
      <div className="jb-leads">
        <Lead
          mark={<Mark kind={{ icon: IconCircleCheck, tone: 'good', word: 'done' }}>{texts('valid')}</Mark>}
          value={valid}
          hint={texts('ofLines', { percent: formatPercent(all === 0 ? 0 : (valid / all) * 100) })}
        />
        <Lead mark={<PhoneStatusMark status="NOT_VALID" />} value={notValid} hint={texts('keptNeverAsked')} />
        <Lead
          mark={<Mark kind={{ icon: IconCopy, tone: 'neutral', word: 'done' }}>{texts('duplicates')}</Mark>}
          value={duplicates}
          hint={texts('keptOnceShort')}
        />
        <Lead
          mark={<Mark kind={{ icon: IconHistory, tone: 'live', word: 'done' }}>{texts('alreadyFresh')}</Mark>}
          value={fresh}
          hint={texts('reused')}
        />
      </div>
      {skippedLines > 0 ? <p className="ns-note">{texts('linesLeftOut', { count: skippedLines })}</p> : null}
      {doNotLookUp > 0 ? (
        <p className="ns-note" data-tone="warn">
          {texts('doNotLookUpCount', { count: doNotLookUp })}
        </p>
      ) : null}
    </section>
  );
}

/** The countries that the numbers belong to. */
function PreflightCountries({ preflight }: { preflight: JobPreflight }) {
  const countries = [...preflight.countries].sort((a, b) => b.phones - a.phones);
  const [first] = countries;
  if (first === undefined) return null;
  const shown = countries.slice(0, COUNTRIES);
  const rest = countries.slice(COUNTRIES);
  return (
    <section aria-label={texts('countries')}>
      <h3 className="jb-countries-title">{texts('countries')}</h3>
      <div className="jb-countries" style={{ gridTemplateRows: `repeat(${Math.ceil(shown.length / 2)}, auto)` }}>
        {shown.map(({ country, phones }) => (
          <div key={country ?? ''}>
            <Flag country={country} />
            <span className="ns-clip">{country === null ? texts('unknownCountry') : countryName(country)}</span>
            <span className="jb-country-bar" aria-hidden>
              <i style={{ width: `${(phones / first.phones) * 100}%` }} />
            </span>
            <span className="ns-right">{formatCount(phones)}</span>
            <span className="ns-right ns-t3">{formatPercent((phones / Math.max(1, preflight.valid)) * 100)}</span>
          </div>
        ))}
      </div>
      {rest.length > 0 ? (
        <p className="ns-sm ns-t3">
          {texts('andMoreCountries', {
            count: rest.length,
            phones: rest.reduce((sum, { phones }) => sum + phones, 0),
          })}
        </p>
      ) : null}
    </section>
  );
}

type PlannedSource = JobPreflight['sources'][number];

/** Whether a source has less quota left than the job would take. */
const short = ({ calls, quotaLeft }: PlannedSource): boolean => quotaLeft !== null && calls > quotaLeft;

function Quota({ source }: { source: PlannedSource }) {
  if (source.pausedBy !== null)
    return <Mark kind={sourceStateKinds.PAUSED}>{texts('sourcePausedBy', { name: source.pausedBy })}</Mark>;
  if (source.resumesAt !== null)
    return (
      <Mark kind={sourceStateKinds.WAITING_QUOTA}>{texts('goesOnAt', { time: formatMoment(source.resumesAt) })}</Mark>
    );
  if (source.quotaLeft === null) return <span className="ns-t2">{texts('noLimit')}</span>;
  const words = texts('leftToday', { count: formatCount(source.quotaLeft) });
  return short(source) ? (
    <Mark kind={{ icon: IconHourglass, tone: 'warn', word: 'waitsForQuota' }}>{words}</Mark>
  ) : (
    <span className="ns-t2">{words}</span>
  );
}

/** What each source would be asked, and what it costs. */
function PreflightSources({ preflight }: { preflight: JobPreflight }) {
  const { sources, cost, lineChecks } = preflight;
  if (sources.length === 0)
    return <p className="ns-note">{texts(preflight.valid === 0 ? 'noneValid' : 'noSources')}</p>;
  const reused = sources.reduce((sum, source) => sum + source.fresh, 0);
  const calls = sources.reduce((sum, source) => sum + source.calls, 0);
  return (
    <section aria-label={texts('callsBySource')}>
      <div className="jb-sub-head">
        <h3>{texts('callsBySource')}</h3>
        <span className="ns-sm ns-t3">{texts('lineChecks', { count: lineChecks })}</span>
        <span className="ns-sm ns-t3">{texts('inCurrency')}</span>
      </div>
      <table className="ns-mini jb-calls">
        <thead>
          <tr>
            <th scope="col">{texts('source')}</th>
            {(['calls', 'reusedColumn', 'quotaLeft', 'cost'] as const).map((key) => (
              <RightHead key={key}>{texts(key)}</RightHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <tr key={source.source}>
              <td className="ns-b jb-source">{source.source}</td>
              <td className="ns-right">{formatCount(source.calls)}</td>
              <td className="ns-right ns-t3">{formatCount(source.fresh)}</td>
              <td className="ns-right">
                <Quota source={source} />
              </td>
              <td className="ns-right">{formatDecimal(source.cost, 2)}</td>
            </tr>
          ))}
          <tr>
            <td className="ns-b">{texts('callsInAll')}</td>
            <td className="ns-right ns-b">{formatCount(calls)}</td>
            <td className="ns-right ns-t3">{formatCount(reused)}</td>
            <td className="ns-right ns-b" colSpan={2}>
              {formatDecimal(cost, 2)}
            </td>
          </tr>
        </tbody>
      </table>
      {sources.map((source) =>
        short(source) && source.quotaLeft !== null ? (
          <p key={source.source} className="ns-note jb-quota" data-tone="warn">
            <IconHourglass size={16} stroke={1.7} aria-hidden />
            {texts('quotaShort', {
              source: source.source,
              left: source.quotaLeft,
              rest: source.calls - source.quotaLeft,
            })}
          </p>
        ) : null,
      )}
    </section>
  );
}

/** How long it would take and what it costs: the pass that begins, and each one after it. */
export function PreflightSums({ preflight }: { preflight: JobPreflight }) {
  const { estimatedMs, cost, laterPass } = preflight;
  const time = (ms: number | null): string => (ms === null ? texts('notLimited') : formatDuration(ms));
  const sums: [string, string, string][] = [
    [texts('estimatedTime'), time(estimatedMs), texts(estimatedMs === null ? 'noSourceLimits' : 'byTheSlowest')],
    [texts('estimatedCost'), formatDecimal(cost, 2), texts('forThisPass')],
  ];
  if (laterPass)
    sums.push(
      [texts('estimatedTime'), time(laterPass.estimatedMs), texts('forEachLaterPass')],
      [texts('estimatedCost'), formatDecimal(laterPass.cost, 2), texts('forEachLaterPass')],
    );
  return (
    <div className="jb-sums">
      {sums.map(([name, value, hint]) => (
        <div key={`${name} ${hint}`}>
          <div className="ns-sm ns-t3">{name}</div>
          <strong className="ns-num">{value}</strong>
          <div className="ns-sm ns-t3">{hint}</div>
        </div>
      ))}
    </div>
  );
}

/** The whole preflight. */
export function PreflightView(props: PreflightProps) {
  const { preflight } = props;
  return (
    <>
      <PreflightLead {...props} />
      <PreflightCountries preflight={preflight} />
      <PreflightSources preflight={preflight} />
    </>
  );
}
