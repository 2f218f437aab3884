import './saved-rail.css';
import type { SavedSearch } from '@numscope/contracts';
import { countryName, Flag, formatCount, IconButton, useCall } from '@numscope/ui';
import { IconBookmark, IconPlus, IconX } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';
import { criteriaOf, isOpen, useSavedSearches } from './use-saved-searches.ts';

interface RailProps {
  /** The search in the address. */
  q: readonly string[];
  onOpen: (q: string[], saved: SavedSearch) => void;
  onSave: () => void;
}

const COUNTRIES = 8;

/** Left of the results: the own saved searches, and where all profiles are from. */
export function SavedRail({ q, onOpen, onSave }: RailProps) {
  const { searches, error, remove } = useSavedSearches();
  return (
    <nav className="rs-rail ns-noprint" aria-label={texts('saved')}>
      <h2 className="rs-rail-head">
        {texts('saved')}
        <IconButton label={texts('saveSearch')} onClick={onSave}>
          <IconPlus size={14} stroke={1.8} />
        </IconButton>
      </h2>
      {error === null ? null : <p className="rs-rail-note">{texts('savedFailed')}</p>}
      {searches?.length === 0 ? <p className="rs-rail-note">{texts('savedNone')}</p> : null}
      <ul>
        {searches?.map((saved) => (
          <li key={saved.id} className="rs-rail-row">
            <button
              type="button"
              className="rs-rail-item"
              aria-current={isOpen(saved, q) ? 'true' : undefined}
              onClick={() => onOpen(criteriaOf(saved), saved)}
            >
              <IconBookmark size={14} stroke={1.8} aria-hidden />
              <span className="ns-clip" title={saved.name}>
                {saved.name}
              </span>
            </button>
            <IconButton label={texts('deleteSearch', { name: saved.name })} onClick={() => remove(saved)}>
              <IconX size={14} stroke={1.8} />
            </IconButton>
          </li>
        ))}
      </ul>
      <Countries />
    </nav>
  );
}

/** How many profiles there are of each country's numbers. */
function Countries() {
  const { data } = useCall('countryStatistics', {}, { quiet: true });
  const known = (data ?? []).filter(({ profiles }) => profiles > 0).toSorted((a, b) => b.profiles - a.profiles);
  if (known.length === 0) return null;
  const most = known[0]?.profiles ?? 1;
  return (
    <section aria-labelledby="rs-countries">
      <h2 id="rs-countries" className="rs-rail-head">
        {texts('byCountry')}
      </h2>
      <ul className="rs-countries">
        {known.slice(0, COUNTRIES).map(({ country, profiles }) => (
          <li key={country}>
            <Flag country={country} />
            <span className="ns-clip">{countryName(country)}</span>
            <span className="ns-t3 ns-num">{formatCount(profiles)}</span>
            <span className="ns-bar" aria-hidden>
              <i data-part="ink" style={{ width: `${(profiles / most) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
      {known.length > COUNTRIES ? (
        <p className="rs-rail-note">{texts('moreCountries', { count: known.length - COUNTRIES })}</p>
      ) : null}
    </section>
  );
}
