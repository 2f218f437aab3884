import { join } from 'node:path';
import { openEmbeddedFaceIndex } from '@numscope/adapters/embedded';
import { expect, it } from '@jest/globals';
import { portrait } from '@numscope/testing/portraits';
import sharp from 'sharp';
import { builtInModel } from '../src/faces/built-in-model.ts';
import { compareIndex } from '../src/faces/compare-index.ts';
import { openImageStore } from '../src/store/sqlite/index.ts';
import { type Setup, setUp } from './setup.ts';
import {
  dots,
  idsInIndex,
  idsInRecords,
  kill,
  detectionProcesses,
  momentsOf,
  storeEach,
} from './face-detection-processes.ts';
import { quickEncoder } from './quick-encoder.ts';

// About the single process, whose claims end with it. Those of several instances, which wait until they are over, are
// held by engines/killed-face-detection.test.ts.
process.env['NUMSCOPE_TEST_STORE'] = 'sqlite';

const full = process.env['SCALE'] === 'full';
const quick = quickEncoder({ threads: 1 }).model;

interface Run {
  detector: 'model' | 'quick';
  model: string;
  pictures: number;
  kills: number;
  picture(n: number): Promise<Buffer>;
}

/** Looks like the portrait, and is none of the others. */
const variant = (n: number): Promise<Buffer> =>
  sharp(portrait(n % 2 === 0 ? 'a-1' : 'b-1'))
    .resize({ width: 240 + (n % 40) })
    .jpeg()
    .toBuffer();

/** What each start does with the index, and then every id that it has. */
async function indexed(setup: Setup, store: Setup['deps']['store'], model: string): Promise<string[]> {
  const { kit, dir } = setup.test;
  const folder = join(dir, 'faces');
  const index = await openEmbeddedFaceIndex({ folder, model, length: builtInModel.length, log: kit.log });
  await compareIndex({ store, kit, index, model }, () => undefined, new AbortController().signal);
  const ids = await idsInIndex(index);
  const size = await index.size();
  await index.close();
  expect(size).toBe(ids.length);
  return ids;
}

it.each<Run>([
  { detector: 'model', model: builtInModel.id, pictures: full ? 8 : 4, kills: full ? 2 : 1, picture: variant },
  { detector: 'quick', model: quick.id, pictures: full ? 10_000 : 150, kills: full ? 20 : 2, picture: dots },
])(
  'loses none of $pictures pictures and detects on none twice, killed $kills times while faces are detected ($detector)',
  async ({ detector, model, pictures, kills, picture }) => {
    const setup = await setUp();
    const ids = await storeEach(pictures, async (n) => setup.store(await picture(n)));
    expect(ids.size).toBe(pictures);
    await setup.service.close();

    const { told, begin, until } = detectionProcesses();
    const moments = momentsOf(pictures, kills);
    for (const moment of [...moments, pictures]) {
      const child = begin({ dir: setup.test.dir, detector, engines: null, aheadMs: 0 });
      await until(moment);
      await kill(child);
    }

    const store = await openImageStore({ dataDir: setup.test.dir });
    const counts = await store.faces.counts(model);
    const records = await idsInRecords(store, model);
    const index = await indexed(setup, store, model);
    await store.close();
    await setup.blobs.close();
    await setup.test.close();
    const looked = { looked: pictures, waiting: 0, failed: 0, faces: pictures };
    expect({ moments, counts }).toEqual({ moments, counts: looked });
    expect(new Set(told.keys())).toEqual(ids);
    expect([...told.values()].filter((events) => events.size > 1)).toEqual([]);
    expect(new Set(records).size).toBe(pictures);
    expect(index).toEqual(records);
    if (full)
      process.stdout.write(`${pictures} pictures, killed at ${moments.join(', ')}: ${told.size} told of, each once\n`);
  },
  full ? 3_600_000 : 240_000,
);
