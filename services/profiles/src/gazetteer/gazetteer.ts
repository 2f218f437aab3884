import { readFile } from 'node:fs/promises';
import type { CityPlace } from '@numscope/contracts';
import { placeWords } from '../domain/comparison/places.ts';

/** Cities of at least 15,000 people and capitals, by name. */
export interface Gazetteer {
  /**
   * The cities of a name in any spelling or language that the comparison of places knows, the largest first.
   * @param name for instance `Toshkent shahri`
   */
  cities(name: string): CityPlace[];
}

/**
 * The lines of cities.tsv are in order of the first column, so that one is found without reading the others: a map of
 * all would take five times the memory of the text.
 */
function gazetteerOf(text: string): Gazetteer {
  const starts: number[] = [];
  for (let at = 0; at < text.length; at = text.indexOf('\n', at) + 1) starts.push(at);
  const keyAt = (line: number): string => {
    const start = starts[line] ?? text.length;
    return text.slice(start, text.indexOf('\t', start));
  };
  const firstFrom = (key: string): number => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (keyAt(middle) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const cityAt = (line: number): CityPlace => {
    const start = starts[line] ?? text.length;
    const [, name = '', country = '', latitude, longitude, population] = text
      .slice(start, text.indexOf('\n', start))
      .split('\t');
    return { name, country, latitude: Number(latitude), longitude: Number(longitude), population: Number(population) };
  };
  return {
    cities: (name) => {
      const key = placeWords(name).join(' ');
      const found: CityPlace[] = [];
      if (key === '') return found;
      for (let line = firstFrom(key); line < starts.length && keyAt(line) === key; line++) found.push(cityAt(line));
      return found;
    },
  };
}

let loading: Promise<Gazetteer> | null = null;

/** The gazetteer, read with the first map that is asked for: 1 MB of text. */
export function loadGazetteer(): Promise<Gazetteer> {
  loading ??= readFile(new URL('./cities.tsv', import.meta.url), 'utf8').then(gazetteerOf);
  return loading;
}
