import type { Point, World } from './world.ts';

/** A part of the map, in degrees. */
export interface MapView {
  west: number;
  south: number;
  east: number;
  north: number;
}

const whole: MapView = { west: -170, south: -56, east: 190, north: 78 };
const LEAST_WIDTH = 24;
const MARGIN = 1.5;

/** North and south as the map draws them: degrees stretched towards the poles, so that countries keep their shape. */
export const stretch = (lat: number): number => {
  const held = Math.max(-80, Math.min(80, lat));
  return (Math.log(Math.tan(Math.PI / 4 + (held * Math.PI) / 360)) * 180) / Math.PI;
};

/** The middle of a country's largest part. */
export function middleOf(rings: readonly (readonly Point[])[]): Point {
  const box = boxOf(rings[0] ?? []);
  return [(box.west + box.east) / 2, (box.south + box.north) / 2];
}

function boxOf(points: readonly Point[]): MapView {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon, lat] of points) {
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return { west, south, east, north };
}

/**
 * The part of the world that shows these countries with their surroundings, in the shape of the box.
 * @param ratio width of the box by its height
 */
export function viewOf(world: World, codes: readonly string[], ratio: number): MapView {
  const rings = codes.flatMap((code) => world.countries.get(code)?.slice(0, 1) ?? []);
  const box = rings.length === 0 ? whole : boxOf(rings.flat());
  const top = stretch(box.north);
  const bottom = stretch(box.south);
  const width = Math.max(LEAST_WIDTH, (box.east - box.west) * MARGIN, (top - bottom) * MARGIN * ratio);
  const height = width / ratio;
  const lon = (box.west + box.east) / 2;
  const y = (top + bottom) / 2;
  return { west: lon - width / 2, east: lon + width / 2, south: y - height / 2, north: y + height / 2 };
}
