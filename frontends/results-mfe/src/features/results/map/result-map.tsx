import './result-map.css';
import type { MapPlaces } from '@numscope/contracts';
import { type Criteria, IconButton, NotLoaded, StaleNote, StateBlock, toFilters, useCall } from '@numscope/ui';
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { texts } from '../../../texts/texts.ts';
import { useWorld } from '../../map/use-world.ts';
import { takeValue } from '../take-value.ts';
import { clustersOf, mappedCities } from './clusters.ts';
import { Land } from './land.tsx';
import { MapMark } from './map-mark.tsx';
import { onMap, type MapWindow, widthAt, windowAround, zoomOf } from './map-window.ts';
import { PlaceList } from './place-list.tsx';
import { shadesOf } from './shades.ts';
import { useMapWindow } from './use-map-window.ts';

interface ResultMapProps {
  criteria: Criteria;
  onChange: (criteria: Criteria) => void;
}

/** Where the profiles of a search are, as far as sources say so: countries shaded by count, cities as marks. */
export default function ResultMap({ criteria, onChange }: ResultMapProps) {
  const input = { body: { filters: toFilters(criteria) } };
  // Places of another search would be taken for those of this one.
  const query = useCall('profilePlaces', input, { quiet: true, keep: false });
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} title={texts('mapFailed')} rows={15} errorClass="rs-empty" />;
  return (
    <>
      <StaleNote query={query} />
      {data.countries.length === 0 && data.cities.length === 0 ? (
        <div className="rs-empty">
          <StateBlock kind="empty" title={texts('mapNothing')} />
        </div>
      ) : (
        <PlacesMap
          key={JSON.stringify(input)}
          places={data}
          take={(field, value) => {
            const next = takeValue(criteria, field, value);
            return next === null ? null : () => onChange(next);
          }}
        />
      )}
    </>
  );
}

interface PlacesMapProps {
  places: MapPlaces;
  /** Takes a value into the search; null where the search has no words for it. */
  take: (field: 'country' | 'city', value: string) => (() => void) | null;
}

function PlacesMap({ places, take }: PlacesMapProps) {
  const world = useWorld();
  const cities = useMemo(() => mappedCities(places.cities), [places]);
  const clusters = useMemo(() => clustersOf(cities), [cities]);
  const shades = useMemo(() => shadesOf(places.countries), [places]);
  const begin = (ratio: number): MapWindow => windowAround(placesOn(world, places, cities), ratio);
  const { view, size, ratio, ref, show, nearer, further, handlers } = useMapWindow(begin);
  const height = view.width / ratio;
  const [left, top] = [view.x - view.width / 2, view.y - height / 2];
  const marks = clusters
    .at(zoomOf(view, size.width))
    .map((mark) => ({ mark, at: onMap(mark) }))
    .filter(({ at }) => Math.abs(at.x - view.x) < view.width / 2 && Math.abs(at.y - view.y) < height / 2);
  const most = Math.max(1, ...marks.map(({ mark }) => mark.profiles));
  return (
    <div className="rs-map">
      {/* Arrows, + and - move it while one of its buttons has the focus. */}
      <fieldset
        className="ns-fieldset rs-map-area"
        ref={ref}
        tabIndex={-1}
        aria-label={texts('mapOfResult')}
        {...handlers}
      >
        {world === undefined || size.width === 0 ? null : (
          <svg viewBox={`${left} ${top} ${view.width} ${height}`} aria-hidden>
            <Land world={world} shades={shades} />
          </svg>
        )}
        {marks.map(({ mark, at }) => (
          <MapMark
            key={mark.kind === 'city' ? mark.city.value : `several ${mark.id}`}
            mark={mark}
            left={(at.x - left) / view.width}
            top={(at.y - top) / height}
            share={mark.profiles / most}
            onTake={mark.kind === 'city' ? take('city', mark.city.value) : null}
            onZoom={(id) => show({ ...at, width: widthAt(clusters.partsAt(id) + 0.2, size.width) })}
          />
        ))}
        <div className="rs-map-tools">
          <IconButton label={texts('mapNearer')} onClick={nearer}>
            <IconPlus size={15} stroke={1.8} />
          </IconButton>
          <IconButton label={texts('mapFurther')} onClick={further}>
            <IconMinus size={15} stroke={1.8} />
          </IconButton>
          <IconButton label={texts('mapWhole')} onClick={() => show(null)}>
            <IconMaximize size={15} stroke={1.8} />
          </IconButton>
        </div>
        <p className="rs-map-credit">{texts('mapCredit')}</p>
      </fieldset>
      <PlaceList places={places} take={take} />
    </div>
  );
}

/** What the map shows at first: the cities and the countries of the result. */
function placesOn(
  world: ReturnType<typeof useWorld>,
  { countries }: MapPlaces,
  cities: ReturnType<typeof mappedCities>,
): { x: number; y: number }[] {
  const ofCountries = countries.flatMap(({ value }) =>
    (world?.countries.get(value)?.[0] ?? []).map(([longitude, latitude]) => onMap({ longitude, latitude })),
  );
  return [...ofCountries, ...cities.map(({ at }) => onMap(at))];
}
