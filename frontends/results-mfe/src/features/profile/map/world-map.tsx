import './world-map.css';
import { countryName } from '@numscope/ui';
import { useQuery } from '@tanstack/react-query';
import { texts } from '../../../texts/texts.ts';
import type { Place } from '../places.ts';
import { loadWorld, type Point, type World } from './world.ts';
import { type MapView, middleOf, stretch, viewOf } from './view-of.ts';

const WIDTH = 392;
const HEIGHT = 150;

function pathOf(rings: readonly (readonly Point[])[], place: (point: Point) => readonly [number, number]): string {
  return rings
    .map(
      (ring) =>
        `M${ring
          .map((point) =>
            place(point)
              .map((value) => value.toFixed(1))
              .join(' '),
          )
          .join('L')}Z`,
    )
    .join('');
}

const placer =
  ({ west, east, north }: MapView) =>
  ([lon, lat]: Point): readonly [number, number] => {
    const scale = WIDTH / (east - west);
    return [(lon - west) * scale, (north - stretch(lat)) * scale];
  };

/**
 * What to write at a marked country: its name, and the city that is said to be in it. No dot, because nobody says where
 * it is to the point.
 */
function labelOf(code: string, places: readonly Place[]): { head: string; rest: string } {
  const city = places.find(({ kind, country }) => kind === 'city' && country === code);
  return { head: countryName(code), rest: city?.text ?? '' };
}

function Marks({
  world,
  codes,
  places,
  view,
}: {
  world: World;
  codes: readonly string[];
  places: readonly Place[];
  view: MapView;
}) {
  const place = placer(view);
  return codes.map((code) => {
    const rings = world.countries.get(code);
    if (rings === undefined) return null;
    const [x, y] = place(middleOf(rings));
    const { head, rest } = labelOf(code, places);
    return (
      <g key={code} className="rp-map-mark">
        <text x={x} y={y} textAnchor="middle">
          <tspan className="rp-map-head">{head}</tspan>
          {rest === '' ? null : (
            <tspan x={x} dy={12}>
              {rest}
            </tspan>
          )}
        </text>
      </g>
    );
  });
}

/**
 * The countries of the places on a map that is drawn from data in the build. Countries, not streets: more than that
 * nobody says.
 */
export default function WorldMap({ places }: { places: readonly Place[] }) {
  const { data: world } = useQuery({ queryKey: ['world'], queryFn: loadWorld, staleTime: Infinity });
  const codes = [...new Set(places.flatMap(({ country }) => (country === null ? [] : [country])))];
  if (world === undefined) return null;
  const known = codes.filter((code) => world.countries.has(code));
  const view = viewOf(world, known, WIDTH / HEIGHT);
  const place = placer(view);
  const label = texts('mapLabel', { places: known.map((code) => countryName(code)).join(', ') });
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} preserveAspectRatio="xMidYMid slice">
      {[...world.countries].map(([code, rings]) => (
        <path
          key={code}
          className="rp-land"
          data-marked={known.includes(code) ? '' : undefined}
          d={pathOf(rings, place)}
        />
      ))}
      <Marks world={world} codes={known} places={places} view={view} />
    </svg>
  );
}
