import { memo } from 'react';
import { outline } from '../../map/outline.ts';
import { stretch } from '../../map/view-of.ts';
import type { World } from '../../map/world.ts';

interface LandProps {
  world: World;
  /** How strongly each country is shaded, 1 to 4, by its ISO code. */
  shades: ReadonlyMap<string, number>;
}

/** The countries, in the units of the map: drawn once, while the window moves over them. */
export const Land = memo(function Land({ world, shades }: LandProps) {
  return [...world.countries].map(([code, rings]) => (
    <path
      key={code}
      className="rs-land"
      data-shade={shades.get(code)}
      d={outline(rings, ([lon, lat]) => [lon, -stretch(lat)], 2)}
    />
  ));
});
