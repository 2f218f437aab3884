import type { Point } from './world.ts';

/** The rings of a country as the path of an SVG, each point where `place` puts it. */
export function outline(
  rings: readonly (readonly Point[])[],
  place: (point: Point) => readonly [number, number],
  decimals = 1,
): string {
  const ringPath = (ring: readonly Point[]): string =>
    ring
      .map((point) =>
        place(point)
          .map((value) => value.toFixed(decimals))
          .join(' '),
      )
      .join('L');
  return rings.map((ring) => `M${ringPath(ring)}Z`).join('');
}
