/** A label on a small map: its text, and the middle of its baseline in the map's pixels. */
export interface MapLabel {
  x: number;
  y: number;
  text: string;
}

const LINE = 12;
/** About as wide as a letter is in the map's bold type. */
const LETTER = 6.5;

const touch = (one: MapLabel, other: MapLabel): boolean =>
  Math.abs(one.y - other.y) < LINE && Math.abs(one.x - other.x) < ((one.text.length + other.text.length) * LETTER) / 2;

/**
 * Where the baseline of a label lies that does not write over a city's: where it was, else a line below the city's name, and where the
 * map of `height` ends before that, above the city's dot.
 */
export function clearOf(label: MapLabel, city: MapLabel, height: number): number {
  if (!touch(label, city)) return label.y;
  const below = city.y + LINE;
  return below < height ? below : city.y - 2 * LINE;
}
