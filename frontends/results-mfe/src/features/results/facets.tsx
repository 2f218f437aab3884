import './facets.css';
import { type FacetField, facetFields, type Facets as Counted, limits } from '@numscope/contracts';
import {
  Button,
  type Criteria,
  Flag,
  formatCount,
  IconButton,
  leavingOut,
  lettingIn,
  NotLoadedLine,
  StaleNote,
  t,
  toFilters,
  useCall,
} from '@numscope/ui';
import { IconMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { fieldName } from './field-names.ts';
import { facetText } from './facet-text.ts';
import { isTaken, leaveValue, takeValue } from './take-value.ts';
import type { Gathering } from './use-gathered.ts';

interface FacetsProps {
  criteria: Criteria;
  /** False while what is shown is still what the search before found. */
  ready: boolean;
  onChange: (criteria: Criteria) => void;
  /** Kept above: it outlives this where the page finds another place for it. */
  gathering: Gathering;
  /** Values are gathered, and searched by all at once. */
  several: boolean;
  onSeveral: (several: boolean) => void;
}

const SHOWN = 6;

/** What the profiles of this search have in common, with counts; each value narrows the search to those that have it, or with Alt or its own button to those that have not. */
export default function Facets({ criteria, ready, onChange, gathering, several, onSeveral }: FacetsProps) {
  const [gathered, setGathered] = gathering;
  const draft = several ? (gathered ?? criteria) : criteria;
  const gather = (on: boolean): void => {
    setGathered(null);
    onSeveral(on);
  };
  const input = { body: { filters: toFilters(criteria) } };
  // Counts of another search would be taken for those of this one: none are kept while these are on their way.
  const query = useCall('profileFacets', input, { quiet: true, keep: false, enabled: ready });
  const { data, error } = query;
  const known = ready ? data : undefined;
  return (
    <section aria-labelledby="rs-facets" aria-busy={known === undefined && error === null}>
      <h2 id="rs-facets" className="rs-rail-head">
        {texts('inThisResult')}
      </h2>
      {known === undefined ? null : (
        <div className="rs-facets-old">
          <StaleNote query={query} />
        </div>
      )}
      {several || known === undefined ? null : (
        <button type="button" className="ns-link rs-facets-choose" onClick={() => gather(true)}>
          {texts('facetSeveral')}
        </button>
      )}
      {several ? (
        <div className="rs-facets-several">
          <Button
            kind="primary"
            size="sm"
            disabled={gathered === null}
            onClick={() => {
              setGathered(null);
              onChange(draft);
            }}
          >
            {t('apply')}
          </Button>
          <Button size="sm" onClick={() => gather(false)}>
            {t('cancel')}
          </Button>
        </div>
      ) : null}
      {known === undefined && ready && error !== null ? (
        <p className="rs-rail-note">
          <NotLoadedLine title={texts('facetsFailed')} onRetry={query.refetch} />
        </p>
      ) : known === undefined ? (
        <output className="rs-rail-note rs-facets-note">{texts('facetsCounting')}</output>
      ) : (
        facetFields.map((field) => (
          <Facet
            key={field}
            field={field}
            values={known[field]}
            criteria={draft}
            onChange={several ? setGathered : onChange}
          />
        ))
      )}
    </section>
  );
}

interface FacetProps {
  field: FacetField;
  values: Counted[FacetField];
  criteria: Criteria;
  onChange: (criteria: Criteria) => void;
}

function Facet({ field, values, criteria, onChange }: FacetProps) {
  const [all, setAll] = useState(false);
  if (values.length === 0) return null;
  const hidden = values.length - SHOWN;
  const most = values[0]?.profiles ?? 1;
  return (
    <div className="rs-facet">
      <h3>{fieldName(field)}</h3>
      <ul>
        {values.slice(0, all ? values.length : SHOWN).map(({ value, profiles }) => {
          const taken = isTaken(criteria, field, value);
          const one = { field, value };
          const out = (criteria.not ?? []).some((item) => item.field === field && item.value === value);
          const next = out
            ? lettingIn(criteria, [one])
            : taken
              ? leaveValue(criteria, field, value)
              : takeValue(criteria, field, value);
          return (
            <li key={value}>
              <button
                type="button"
                aria-pressed={taken}
                aria-disabled={next === null}
                data-out={out ? '' : undefined}
                title={next === null ? texts('facetBlocked') : undefined}
                onClick={(event) => {
                  if (event.altKey) onChange(leavingOut(criteria, one));
                  else if (next !== null) onChange(next);
                }}
              >
                {field === 'country' ? <Flag country={value} /> : null}
                <span className="ns-clip">{facetText(field, value)}</span>
                <span className="ns-t3 ns-num">{formatCount(profiles)}</span>
                <span className="ns-bar" aria-hidden>
                  <i data-part="ink" style={{ width: `${(profiles / most) * 100}%` }} />
                </span>
              </button>
              <IconButton
                label={texts('facetLeaveOut', { value: facetText(field, value) })}
                onClick={() => onChange(leavingOut(criteria, one))}
              >
                <IconMinus size={14} stroke={1.8} />
              </IconButton>
            </li>
          );
        })}
      </ul>
      {hidden > 0 ? (
        <button type="button" className="rs-facet-more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? texts('fewer') : texts('facetMore', { count: formatCount(hidden) })}
        </button>
      ) : null}
      {all && values.length === limits.facetValues ? (
        <p className="rs-rail-note">{texts('facetMost', { count: values.length })}</p>
      ) : null}
    </div>
  );
}
