import type { SourceInfo } from '@numscope/contracts';
import {
  formatCount,
  formatDecimal,
  formatMinute,
  formatPercent,
  RightHead,
  type TableChoice,
  useNarrow,
} from '@numscope/ui';
import { Fragment } from 'react';
import { texts } from '../../texts/texts.ts';
import { kindName, LastHour, Quota, SourceName, SourceStanding } from './source-cells.tsx';
import { costOfFind, countedSince, hitRate } from './source-facts.ts';
import { SourceActions } from './source-actions.tsx';
import { SourceCards } from './source-cards.tsx';
import { SourceWorth } from './source-worth.tsx';
import { SourceTest } from './source-test.tsx';
import type { SourceTests, useSourcePause } from './use-source-tests.ts';

interface TableProps {
  sources: readonly SourceInfo[];
  /** When they were told. */
  at: number;
  choice: TableChoice;
  tests: SourceTests;
  pausing: ReturnType<typeof useSourcePause>;
  onHow: (name: string) => void;
}

const COLUMNS = 10;
const dash = <span className="ns-t3">–</span>;

/** All sources: the configured ones with their figures and actions, below them those that are never asked. */
export function SourcesTable({ sources, at, choice, tests, pausing, onHow }: TableProps) {
  const narrow = useNarrow();
  const on = sources.filter(({ configured }) => configured);
  const since = countedSince(on, at);
  const off = sources.filter(({ configured }) => !configured);
  if (narrow) return <SourceCards sources={sources} tests={tests} pausing={pausing} onHow={onHow} />;
  return (
    <div className="ns-table-wrap">
      <table className="ns-table ad-sources" data-density={choice.density} aria-label={texts('sources')}>
        <colgroup>
          <col />
          <col style={{ width: 122 }} />
          <col style={{ width: 186 }} />
          <col style={{ width: 190 }} />
          <col style={{ width: 156 }} />
          <col style={{ width: 78 }} />
          <col style={{ width: 84 }} />
          <col style={{ width: 78 }} />
          <col style={{ width: 96 }} />
          <col style={{ width: 272 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{texts('source')}</th>
            <th scope="col">{texts('kind')}</th>
            <th scope="col">{texts('state')}</th>
            <th scope="col">{texts('quotaToday')}</th>
            <th scope="col">
              {since === null ? texts('answersHour') : texts('answersSince', { time: formatMinute(since) })}
            </th>
            <RightHead>{texts('hitRate')}</RightHead>
            <RightHead>{texts('meanTime')}</RightHead>
            <RightHead>{texts('fresh')}</RightHead>
            <RightHead title={texts('unitNote')}>{texts('costUseful')}</RightHead>
            <RightHead>{texts('actions')}</RightHead>
          </tr>
        </thead>
        <tbody>
          {on.map((source) => (
            <Fragment key={source.name}>
              <Configured source={source} tests={tests} pausing={pausing} />
            </Fragment>
          ))}
          {off.length === 0 ? null : (
            <tr className="ad-group">
              <th colSpan={COLUMNS} scope="colgroup">
                {texts('groupOff')}
              </th>
            </tr>
          )}
          {off.map((source) => (
            <tr key={source.name} className="ad-off">
              <td>
                <SourceName source={source} />
              </td>
              <td>{kindName(source)}</td>
              <td>
                <SourceStanding source={source} />
              </td>
              <td colSpan={5} className="ns-sm">
                {texts('bindIt')}
              </td>
              <td colSpan={2} className="ns-right">
                <button type="button" className="ns-link" onClick={() => onHow(source.name)}>
                  {texts('howToConfigure')}
                  <span className="ns-sr"> {source.name}</span>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Configured({ source, tests, pausing }: { source: SourceInfo } & Pick<TableProps, 'tests' | 'pausing'>) {
  const result = tests.results.get(source.name);
  const rate = hitRate(source);
  const cost = costOfFind(source);
  return (
    <>
      <tr data-tested={result === undefined ? undefined : ''}>
        <td>
          <SourceName source={source} />
        </td>
        <td className="ns-t2">{kindName(source)}</td>
        <td>
          <SourceStanding source={source} />
        </td>
        <td>
          <Quota source={source} />
        </td>
        <td>
          <LastHour source={source} />
        </td>
        <td className="ns-right">{rate === null ? dash : formatPercent(rate)}</td>
        <td className="ns-right ns-t2">
          {source.lastHour.averageMs === null ? dash : texts('ms', { count: formatCount(source.lastHour.averageMs) })}
        </td>
        <td className="ns-right ns-t2">
          {source.freshForDays === null || source.freshForDays === 0
            ? dash
            : texts('days', { count: source.freshForDays })}
        </td>
        <td className="ns-right">
          <SourceWorth name={source.name} shown={cost === null ? texts('worth') : formatDecimal(cost, 4)} />
        </td>
        <td>
          <SourceActions source={source} tests={tests} pausing={pausing} />
        </td>
      </tr>
      {result === undefined ? null : (
        <tr className="ad-tested">
          <td colSpan={COLUMNS}>
            <SourceTest source={source} result={result} tests={tests} />
          </td>
        </tr>
      )}
    </>
  );
}
