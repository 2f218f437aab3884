/** @alone It tells how the memory of its process grows. */
import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, it } from '@jest/globals';
import { aroundAll } from '@numscope/testing/around';
import {
  type CleanedPicture,
  cleanedPictures,
  type RefusedPicture,
  refusalOf,
  refusedPictures,
} from '@numscope/testing/hostile-pictures';
import sharp from 'sharp';
import { pixelsOf } from '../src/faces/picture-pixels.ts';
import { cleanPicture } from '../src/pictures/clean-picture.ts';
import { type Setup, setUp } from './setup.ts';
import { sideways } from './pictures.ts';

let setup: Setup;
aroundAll(setUp, (opened) => (setup = opened));

const TIMES = process.env['SCALE'] === 'full' ? 5 : 3;
/** What a heap may grow by anyway. */
const STEADY_BYTES = 100_000_000;

/**
 * The milliseconds of the processor that `work` takes once, in all threads, at the median of some times; it has run once
 * before. Not those of a clock: on a busy machine most of them are the others'.
 */
async function measured(work: () => Promise<unknown>): Promise<number> {
  await work();
  const times: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return times.sort((a, b) => a - b)[Math.floor(TIMES / 2)] ?? Infinity;
}

// What is not used any more is given back before memory is told: the largest picture unpacked is larger than the bound.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
setFlagsFromString('--no-expose-gc');
const memory = (): number => {
  collect();
  return process.memoryUsage().rss;
};

/** The same, where memory must not grow by it any more once it has run some times. */
async function steady(work: () => Promise<unknown>): Promise<number> {
  await measured(work);
  const before = memory();
  const ms = await measured(work);
  expect(memory() - before).toBeLessThan(STEADY_BYTES);
  return ms;
}

const tell = (what: string, ms: number): boolean =>
  process.stdout.write(`${what}: ${ms.toFixed(0)} ms of the processor\n`);

/** Of 39 megapixels, which is nearly as large as a picture may be. */
const large = (): Promise<Buffer> =>
  sharp({ create: { width: 7800, height: 5000, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer();

/** Decoding and writing the largest picture that is taken: no hostile one may cost more. */
let floorMs: number;
beforeAll(async () => {
  const bytes = await large();
  floorMs = await measured(() => sharp(bytes, { sequentialRead: true }).jpeg({ quality: 90 }).toBuffer());
});

const refused = Object.keys(refusedPictures) as RefusedPicture[];

it.each(refused)(
  'refuses %s at less cost than decoding the largest picture, stored or searched by, and its memory stays',
  async (name) => {
    const bytes = refusedPictures[name]();
    const ms = await steady(async () => {
      expect((await setup.send(bytes)).json()).toMatchObject(refusalOf(name));
      await expect(cleanPicture(bytes, { urgent: true })).rejects.toMatchObject(refusalOf(name));
    });
    tell(name, ms / 2);
    expect(ms / 2).toBeLessThan(floorMs);
  },
);

it('cleans the largest picture at not much more cost than decoding and writing it, and its memory stays', async () => {
  const bytes = await large();
  const ms = await steady(() => cleanPicture(bytes));
  tell('the largest', ms);
  expect(ms).toBeLessThan(3 * floorMs);
});

const animated = async (): Promise<Buffer> =>
  sharp(randomBytes(64 * 192 * 3), { raw: { width: 64, height: 192, channels: 3, pageHeight: 64 } })
    .webp({ loop: 0, delay: [100, 100, 100] })
    .toBuffer();

const dots = (channels: 1 | 3 | 4) =>
  sharp(randomBytes(200 * 100 * channels), { raw: { width: 200, height: 100, channels } });

const cleaned = (Object.keys(cleanedPictures) as CleanedPicture[]).map((name): [string, () => Promise<Buffer>] => [
  name,
  async () => cleanedPictures[name](),
]);

it.each([
  ...cleaned,
  ['of four colours', async () => dots(3).toColourspace('cmyk').jpeg().toBuffer()],
  ['of 16 bits', async () => dots(3).toColourspace('rgb16').png().toBuffer()],
  ['in grey', async () => dots(1).toColourspace('b-w').png().toBuffer()],
  ['that one can see through', async () => dots(4).png().toBuffer()],
  ['that moves', animated],
  ['that lies on its side and says where it was taken', async () => sideways(200, 100)],
] satisfies Array<[string, () => Promise<Buffer>]>)(
  'cleans a picture (%s), can look at it, and its memory stays',
  async (name, make) => {
    const bytes = await make();
    const image = await setup.store(bytes);
    const kept = (await setup.get(image.id)).rawPayload;
    const metadata = await sharp(kept).metadata();
    expect(metadata.exif).toBeUndefined();
    expect(metadata.pages ?? 1).toBe(1);
    expect(metadata.depth).toBe('uchar');
    for (const left of ['<script>', 'acTL', 'fdAT', 'secret-owner']) expect(kept.includes(left)).toBe(false);
    const { data, width, height, scale } = await pixelsOf(kept);
    expect([width, height, scale]).toEqual([image.width, image.height, 1]);
    expect(data.length).toBe(width * height * 3);
    const ms = await steady(() => cleanPicture(bytes));
    tell(name, ms);
    expect(ms).toBeLessThan(floorMs);
  },
);
