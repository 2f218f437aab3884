import type { SourceFigures, SourceStatistics } from '@numscope/contracts';
import {
  countryName,
  Dialog,
  formatCount,
  formatDecimal,
  formatMomentAlone,
  NotLoaded,
  RightHead,
  Segmented,
  StaleNote,
} from '@numscope/ui';
import { useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { type Range, useWorth } from './use-worth.ts';

const HOUR = 3_600_000;
type Rows = 'countries' | 'times';

const UNKNOWN_COUNTRY = 'ZZ';

/** What a source is worth: a link that opens its figures. */
export function SourceWorth({ name, shown }: { name: string; shown: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="ns-link" onClick={() => setIsOpen(true)}>
        {shown}
        <span className="ns-sr"> {texts('worthOf', { name })}</span>
      </button>
      {isOpen ? (
        <Dialog title={texts('worthOf', { name })} width={860} onClose={() => setIsOpen(false)}>
          <Worth name={name} />
        </Dialog>
      ) : null}
    </>
  );
}

/** The figures themselves. */
export function Worth({ name }: { name: string }) {
  // One moment for as long as the dialog is open: the answers of the ranges then fit each other.
  const [now] = useState(() => Math.ceil(Date.now() / HOUR) * HOUR);
  const [range, setRange] = useState<Range>('day');
  const [rows, setRows] = useState<Rows>('countries');
  const query = useWorth(name, range, now);
  return (
    <>
      <div className="ns-row ad-summary">
        <Segmented
          label={texts('worthRange')}
          value={range}
          onChange={setRange}
          segments={[
            { value: 'day', label: texts('worthDay') },
            { value: 'month', label: texts('worthMonth') },
            { value: 'ever', label: texts('worthEver') },
          ]}
        />
        <Segmented
          label={texts('worthBy')}
          value={rows}
          onChange={setRows}
          segments={[
            { value: 'countries', label: texts('worthByCountry') },
            { value: 'times', label: texts('worthByTime') },
          ]}
        />
      </div>
      <StaleNote query={query} />
      {query.data ? (
        <Figures statistics={query.data} total={query.data[range === 'ever' ? 'ever' : 'total']} rows={rows} />
      ) : (
        <NotLoaded query={query} title={texts('worthFailed')} waiting={<output>{texts('worthLoading')}</output>} />
      )}
      {query.data ? <Photos {...query.data.photos} /> : null}
      <p className="ns-sm ns-t2">{texts('worthNote')}</p>
    </>
  );
}

function Photos({ waiting, givenUp }: SourceStatistics['photos']) {
  if (waiting + givenUp === 0) return null;
  const counts = { waiting: formatCount(waiting), givenUp: formatCount(givenUp) };
  return <p className="ns-sm">{texts('worthPhotos', counts)}</p>;
}

function Figures({ statistics, total, rows }: { statistics: SourceStatistics; total: SourceFigures; rows: Rows }) {
  const lines =
    rows === 'countries'
      ? statistics.countries.map(({ country, ...figures }) => ({
          key: country,
          word: country === UNKNOWN_COUNTRY ? texts('worthNoCountry') : countryName(country),
          figures,
        }))
      : statistics.times.map(({ at, ...figures }) => ({ key: String(at), word: formatMomentAlone(at), figures }));
  return (
    <div className="ns-table-wrap">
      <table
        className="ns-table ad-worth"
        data-density="compact"
        aria-label={texts('worthOf', { name: statistics.source })}
      >
        <thead>
          <tr>
            <th scope="col">{texts(rows === 'countries' ? 'worthCountry' : 'worthTime')}</th>
            <RightHead>{texts('worthAsked')}</RightHead>
            <RightHead>{texts('worthFound')}</RightHead>
            <RightHead>{texts('worthFresh')}</RightHead>
            <RightHead>{texts('worthAgreed')}</RightHead>
            <RightHead>{texts('worthContradicted')}</RightHead>
            <RightHead title={texts('unitNote')}>{texts('worthCost')}</RightHead>
            <RightHead title={texts('unitNote')}>{texts('costUseful')}</RightHead>
          </tr>
        </thead>
        <tbody>
          <Line word={texts('worthAll')} figures={total} />
          {lines.map(({ key, word, figures }) => (
            <Line key={key} word={word} figures={figures} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({ word, figures }: { word: string; figures: SourceFigures }) {
  const { asked, found, fresh, agreed, contradicted, cost, costOfUseful } = figures;
  return (
    <tr>
      <th scope="row">{word}</th>
      <Count of={asked} />
      <Count of={found} />
      <Count of={fresh} />
      <Count of={agreed} />
      <Count of={contradicted} />
      <td className="ns-right ns-num">{formatDecimal(cost, 2)}</td>
      <td className="ns-right ns-num">{costOfUseful === null ? '–' : formatDecimal(costOfUseful, 4)}</td>
    </tr>
  );
}

const Count = ({ of }: { of: number }) => <td className="ns-right ns-num">{formatCount(of)}</td>;
