import './world-map.css';
import { countryName, useCall } from '@numscope/ui';
import { texts } from '../../../texts/texts.ts';
import type { Place } from '../places.ts';
import type { Point, World } from '../../map/world.ts';
import { cityWords } from '../../map/city-words.ts';
import { clearOf, type MapLabel } from '../../map/clear-of.ts';
import { outline } from '../../map/outline.ts';
import { useWorld } from '../../map/use-world.ts';
import { type MapView, middleOf, stretch, viewOf } from '../../map/view-of.ts';

const WIDTH = 392;
const HEIGHT = 150;
/** Pixels from the middle of a city's dot to the baseline of its name. */
const BELOW_DOT = 15;

const placer =
  ({ west, east, north }: MapView) =>
  ([lon, lat]: Point): readonly [number, number] => {
    const scale = WIDTH / (east - west);
    return [(lon - west) * scale, (north - stretch(lat)) * scale];
  };

/**
 * Where the city lies: in the country that is said of it, else where the largest of its name is, if that is one of the
 * countries that are spoken of. `alsoIn` is not empty where another may be meant.
 */
function useCity(places: readonly Place[]) {
  const city = places.find(({ kind }) => kind === 'city');
  const query = { city: city?.text ?? '', ...(city?.country ? { country: city.country } : {}) };
  const { data } = useCall('cityPlace', { query }, { quiet: true, keep: false, enabled: city !== undefined });
  if (city === undefined || !data?.at) return null;
  const { at, alsoIn } = data;
  const countries = places.flatMap(({ country }) => country ?? []);
  if (countries.length > 0 && !countries.includes(at.country)) return null;
  return { text: city.text, country: at.country, point: [at.longitude, at.latitude] as const, alsoIn };
}

/** What to write at a marked country: its name, and the city in it that has no mark of its own. */
function labelOf(code: string, places: readonly Place[], shown: string | null): { head: string; rest: string } {
  const city = places.find(({ kind, country }) => kind === 'city' && country === code);
  return { head: countryName(code), rest: city === undefined || city.text === shown ? '' : city.text };
}

function Marks({
  world,
  codes,
  places,
  shown,
  view,
}: {
  world: World;
  codes: readonly string[];
  places: readonly Place[];
  /** The name that stands at the city's own mark. */
  shown: MapLabel | null;
  view: MapView;
}) {
  const place = placer(view);
  return codes.map((code) => {
    const rings = world.countries.get(code);
    if (rings === undefined) return null;
    const [x, y] = place(middleOf(rings));
    const { head, rest } = labelOf(code, places, shown?.text ?? null);
    const clear = shown === null ? y : clearOf({ x, y, text: head }, shown, HEIGHT);
    return (
      <g key={code} className="rp-map-mark">
        <text x={x} y={clear} textAnchor="middle">
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

interface CityDotProps {
  text: string;
  country: string;
  alsoIn: readonly string[];
  at: readonly [number, number];
}

function CityDot({ text, country, alsoIn, at: [x, y] }: CityDotProps) {
  return (
    <g className="rp-map-mark">
      <circle className="rp-map-city" data-unsure={alsoIn.length > 0 ? '' : undefined} cx={x} cy={y} r={4}>
        <title>{cityWords({ name: text, country, alsoIn })}</title>
      </circle>
      <text x={x} y={y + BELOW_DOT} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}

/**
 * The countries and the city of the places on a map that is drawn from data in the build. No streets: more than that
 * nobody says.
 */
export default function WorldMap({ places }: { places: readonly Place[] }) {
  const world = useWorld();
  const city = useCity(places);
  const codes = [...new Set([...places, ...(city === null ? [] : [city])].flatMap(({ country }) => country ?? []))];
  if (world === undefined) return null;
  const known = codes.filter((code) => world.countries.has(code));
  const view = viewOf(world, known, WIDTH / HEIGHT);
  const place = placer(view);
  const at = city === null ? null : place(city.point);
  const shown = city === null || at === null ? null : { x: at[0], y: at[1] + BELOW_DOT, text: city.text };
  const label = texts('mapLabel', { places: known.map((code) => countryName(code)).join(', ') });
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} preserveAspectRatio="xMidYMid slice">
      {[...world.countries].map(([code, rings]) => (
        <path
          key={code}
          className="rp-land"
          data-marked={known.includes(code) ? '' : undefined}
          d={outline(rings, place)}
        />
      ))}
      <Marks world={world} codes={known} places={places} shown={shown} view={view} />
      {city === null || at === null ? null : <CityDot {...city} at={at} />}
    </svg>
  );
}
