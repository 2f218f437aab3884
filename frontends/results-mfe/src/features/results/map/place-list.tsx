import type { MapPlaces } from '@numscope/contracts';
import { Flag, formatCount } from '@numscope/ui';
import { texts } from '../../../texts/texts.ts';
import { facetText } from '../facet-text.ts';
import { fieldName } from '../field-names.ts';

interface PlaceListProps {
  places: MapPlaces;
  take: (field: 'country' | 'city', value: string) => (() => void) | null;
}

interface PlacesProps extends Pick<PlaceListProps, 'take'> {
  field: 'country' | 'city';
  values: readonly { value: string; profiles: number }[];
}

function Places({ field, values, take }: PlacesProps) {
  return (
    <ul>
      {values.map(({ value, profiles }) => {
        const onTake = take(field, value);
        return (
          <li key={value}>
            <button
              type="button"
              aria-disabled={onTake === null}
              title={onTake === null ? texts('facetBlocked') : undefined}
              onClick={() => onTake?.()}
            >
              {field === 'country' ? <Flag country={value} /> : null}
              <span className="ns-clip">{facetText(field, value)}</span>
              <span className="ns-t3 ns-num">{formatCount(profiles)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** All places of the map in words, and those that it cannot show. */
export function PlaceList({ places: { countries, cities, moreCities }, take }: PlaceListProps) {
  const known = cities.filter(({ at }) => at !== null);
  const unknown = cities.filter(({ at }) => at === null);
  const unsure = known.some(({ alsoIn }) => alsoIn.length > 0);
  return (
    <div className="rs-map-list">
      {countries.length === 0 ? null : (
        <section aria-labelledby="rs-map-countries">
          <h2 id="rs-map-countries">{fieldName('country')}</h2>
          <Places field="country" values={countries} take={take} />
        </section>
      )}
      {known.length === 0 ? null : (
        <section aria-labelledby="rs-map-cities">
          <h2 id="rs-map-cities">{fieldName('city')}</h2>
          {unsure ? <p className="rs-rail-note">{texts('mapUnsure')}</p> : null}
          <Places field="city" values={known} take={take} />
          {moreCities ? (
            <p className="rs-rail-note">{texts('mapMore', { count: formatCount(cities.length) })}</p>
          ) : null}
        </section>
      )}
      {unknown.length === 0 ? null : (
        <section aria-labelledby="rs-map-unknown">
          <h2 id="rs-map-unknown">{texts('mapUnknown')}</h2>
          <Places field="city" values={unknown} take={take} />
        </section>
      )}
    </div>
  );
}
