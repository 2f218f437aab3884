import { availableParallelism } from 'node:os';
import { openFaceApi } from '@numscope/images/faces/face-api';
import { openFaceEncoder } from '@numscope/images/faces/open-encoder';
import { pixelsOf } from '@numscope/images/faces/picture-pixels';
import { portrait, portraits, type Portrait } from '@numscope/testing/portraits';
import type { Row } from '../report.ts';

/** Of the bare model: what reading a picture and handing it over may take. */
const LEAST_OF_BARE = 0.8;
/** A second thread on a second core: memory and caches are shared. */
const LEAST_OF_SECOND = 1.6;

const names = Object.keys(portraits) as Portrait[];
const picturesFor = (count: number): Buffer[] =>
  Array.from({ length: count }, (_none, place) => portrait(names[place % names.length] ?? 'a-1'));
const aSecond = (count: number, began: number): number => (count * 1000) / (performance.now() - began);
const shown = (rate: number): string => `${rate.toFixed(2)} pictures/s`;

/** The model alone, in this thread, on pixels that are there already. */
async function bareRate(count: number): Promise<number> {
  const encode = await openFaceApi(null);
  const pixels = await Promise.all(picturesFor(count + 1).map(pixelsOf));
  const [first, ...others] = pixels;
  if (first) await encode(first);
  const began = performance.now();
  for (const one of others) await encode(one);
  return aSecond(count, began);
}

/** Pictures from their bytes to their faces, as many at once as there are threads. */
async function encoderRate(count: number, threads: number): Promise<number> {
  const encoder = openFaceEncoder({ threads });
  try {
    // Each thread loads the models with its first picture.
    await Promise.all(picturesFor(threads).map((picture) => encoder.encode(picture)));
    const began = performance.now();
    await Promise.all(picturesFor(count).map((picture) => encoder.encode(picture)));
    return aSecond(count, began);
  } finally {
    await encoder.close();
  }
}

/** Pictures looked at a second, by one thread and by as many as there are cores, beside the bare model. */
export async function measurePictures(count: number): Promise<Row> {
  const cores = availableParallelism();
  const bare = await bareRate(count);
  const one = await encoderRate(count, 1);
  const all = await encoderRate(count, cores);
  return {
    work: `faces of ${count} portraits, by 1 and by ${cores} threads`,
    floor: `the bare model in one thread ${shown(bare)}`,
    product: `1 thread ${shown(one)}, ${cores} threads ${shown(all)}`,
    bar: `1 thread ${LEAST_OF_BARE * 100}% of the floor, 2 or more threads ${LEAST_OF_SECOND} times one`,
    reached: one >= bare * LEAST_OF_BARE && (cores < 2 || all >= one * LEAST_OF_SECOND),
  };
}
