import { loadedOnce } from '@numscope/ui/net/keep-trying.ts';
/**
 * The outlines of the countries, from Natural Earth (public domain, by way of the package world-atlas), rounded to a
 * tenth of a degree and kept as arcs that neighbours share. Each arc is a text of differences, five bits to a letter; a
 * country is a list of rings of arc numbers.
 */
interface WorldFile {
  /** Steps to a degree. */
  grid: number;
  arcs: string[];
  countries: Record<string, string[]>;
}

export type Point = readonly [lon: number, lat: number];

export interface World {
  /**
   * The rings of each country by its ISO code, the largest first; east of the 180th meridian their degrees go on. Areas without a code have their name behind a dash.
   */
  countries: ReadonlyMap<string, readonly (readonly Point[])[]>;
}

function decodeArc(text: string, grid: number): Point[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const letter of text) {
    const bits = (letter.codePointAt(0) ?? 63) - 63;
    value |= (bits & 31) << shift;
    shift += 5;
    if (bits >= 32) continue;
    numbers.push(value & 1 ? ~(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  const points: Point[] = [];
  let lon = 0;
  let lat = 0;
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    lon += numbers[i] ?? 0;
    lat += numbers[i + 1] ?? 0;
    points.push([lon / grid, lat / grid]);
  }
  return points;
}

/**
 * A ring that crosses the 180th meridian in one piece, on beyond 180 degrees: drawn from one edge of the map to the other, Russia would be a band over
 * America. One that goes around a pole has no such form and stays as it is.
 */
function inOnePiece(ring: readonly Point[]): readonly Point[] {
  let turns = 0;
  const unrolled = ring.map(([lon, lat], i): Point => {
    const step = lon - (ring[i - 1]?.[0] ?? lon);
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    return [lon + turns * 360, lat];
  });
  if (turns !== 0) return ring;
  const isWest = unrolled.some(([lon]) => lon < -180);
  return isWest ? unrolled.map(([lon, lat]): Point => [lon + 360, lat]) : unrolled;
}

/** Unpacks the file of the build. */
export function decodeWorld({ grid, arcs, countries }: WorldFile): World {
  const lines = arcs.map((arc) => decodeArc(arc, grid));
  const ring = (numbers: string): readonly Point[] =>
    inOnePiece(
      numbers.split(' ').flatMap((text) => {
        const number = Number(text);
        const line = lines[number < 0 ? ~number : number] ?? [];
        return number < 0 ? line.toReversed() : line;
      }),
    );
  return { countries: new Map(Object.entries(countries).map(([code, rings]) => [code, rings.map(ring)])) };
}

/** The world, loaded once, when the first map shows. */
export const loadWorld = loadedOnce(async (): Promise<World> => {
  const answer = await fetch(new URL('./world.data.json', import.meta.url));
  return decodeWorld((await answer.json()) as WorldFile);
});
