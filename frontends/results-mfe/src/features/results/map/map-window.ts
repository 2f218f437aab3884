import { stretch } from '../../map/view-of.ts';

/**
 * The part of the map that is seen, in the map's units: degrees of longitude to the right, stretched degrees of latitude
 * downwards.
 */
export interface MapWindow {
  x: number;
  y: number;
  width: number;
}

/** Where a place lies on the map. */
export const onMap = ({ longitude, latitude }: { longitude: number; latitude: number }) => ({
  x: longitude,
  y: -stretch(latitude),
});

const WIDEST = 360;
const NARROWEST = 1;
const HIGHEST = stretch(80);
const MARGIN = 1.3;
const LEAST_FIT = 14;
/** The whole world without the ice. */
const whole: MapWindow = { x: 10, y: -20, width: WIDEST };

const held = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

const inside = ({ x, y, width }: MapWindow): MapWindow => ({
  x: held(x, -180, 180),
  y: held(y, -HIGHEST, HIGHEST),
  width: held(width, NARROWEST, WIDEST),
});

/** @param ratio width of the map on the screen by its height */
export function windowAround(places: readonly { x: number; y: number }[], ratio: number): MapWindow {
  if (places.length === 0) return whole;
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => y);
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const width = Math.max(LEAST_FIT, (east - west) * MARGIN, (south - north) * MARGIN * ratio);
  return inside({ x: (west + east) / 2, y: (north + south) / 2, width });
}

/** Nearer or further; the point `at` stays where it is on the screen. */
export function zoomed(view: MapWindow, factor: number, at: { x: number; y: number } = view): MapWindow {
  const width = held(view.width * factor, NARROWEST, WIDEST);
  const scale = width / view.width;
  return inside({ x: at.x + (view.x - at.x) * scale, y: at.y + (view.y - at.y) * scale, width });
}

export const moved = (view: MapWindow, x: number, y: number): MapWindow =>
  inside({ ...view, x: view.x + x, y: view.y + y });

/** The tile zoom of web maps at which the world is as large as in this view on so many pixels. */
export const zoomOf = ({ width }: MapWindow, pixels: number): number =>
  Math.max(0, Math.log2((360 / width) * (Math.max(1, pixels) / TILE)));

/** The opposite of `zoomOf`. */
export const widthAt = (zoom: number, pixels: number): number => (360 * Math.max(1, pixels)) / (TILE * 2 ** zoom);

/** Pixels of the whole world at zoom 0, as supercluster counts. */
const TILE = 512;
