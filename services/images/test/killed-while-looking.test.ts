import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openEmbeddedFaceIndex } from '@numscope/adapters/embedded';
import { expect, it } from '@jest/globals';
import { portrait } from '@numscope/testing/portraits';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { builtInModel } from '../src/faces/built-in-model.ts';
import { compareIndex } from '../src/faces/compare-index.ts';
import { openImageStore } from '../src/store/index.ts';
import { type House, openHouse } from './images-house.ts';
import { quickEncoder } from './quick-encoder.ts';

// About the single process, whose claims end with it. Those of several instances, which wait until they are over, are
// held by engines/instances.test.ts.
process.env['NUMSCOPE_TEST_STORE'] = 'sqlite';

const full = process.env['SCALE'] === 'full';
const quick = quickEncoder({ threads: 1 }).model;

interface Run {
  looks: 'model' | 'quick';
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

/** Small, and none of the others. */
const dots = (n: number): Promise<Buffer> =>
  sharp(Buffer.from(Array.from({ length: 64 * 3 }, (_none, i) => (i < 3 ? (n >> (8 * i)) & 255 : i))), {
    raw: { width: 8, height: 8, channels: 3 },
  })
    .png()
    .toBuffer();

async function storeAll(house: House, { pictures, picture }: Run): Promise<Set<string>> {
  const limit = pLimit(8);
  const one = (_none: unknown, n: number) => limit(async () => (await house.store(await picture(n))).id);
  return new Set(await Promise.all(Array.from({ length: pictures }, one)));
}

/** Runs what looks at the pictures of a folder again and again; `told`: ids of events by picture. */
function looking(dir: string, looks: Run['looks']) {
  const told = new Map<string, Set<string>>();
  let heard = (): void => undefined;
  const begin = (): ChildProcess => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'looking-child.ts'), dir, looks], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [picture = '', event = ''] = line.split(' ');
      told.set(picture, (told.get(picture) ?? new Set()).add(event));
      heard();
    });
    return child;
  };
  const until = (count: number): Promise<void> =>
    new Promise((resolve) => {
      heard = () => void (told.size >= count && resolve());
      heard();
    });
  return {
    told,
    /** Begins it, and kills it as soon as so many pictures were told of. */
    async killedAt(count: number): Promise<void> {
      const child = begin();
      await until(count);
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** What each start does with the index, and then every id that it has. */
async function idsInIndex(house: House, store: House['deps']['store'], model: string): Promise<string[]> {
  const { kit, dir } = house.test;
  const folder = join(dir, 'faces');
  const index = await openEmbeddedFaceIndex({ folder, model, length: builtInModel.length, log: kit.log });
  await compareIndex({ store, kit, index, model, indexed: { done: false } }, new AbortController().signal);
  const ids: string[] = [];
  for (let page = await index.idsAfter('', 500); page.length > 0; page = await index.idsAfter(ids.at(-1) ?? '', 500))
    ids.push(...page);
  const size = await index.size();
  await index.close();
  expect(size).toBe(ids.length);
  return ids.sort();
}

async function idsInRecords({ faces }: House['deps']['store'], model: string): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const page = await faces.facesAfter(ids.at(-1) ?? '', 500, model);
    if (page.length === 0) return ids.sort();
    ids.push(...page.map(({ id }) => id));
  }
}

it.each<Run>([
  { looks: 'model', model: builtInModel.id, pictures: 8, kills: 2, picture: variant },
  { looks: 'quick', model: quick.id, pictures: full ? 10_000 : 300, kills: full ? 20 : 3, picture: dots },
])(
  'loses none of $pictures pictures and looks at none twice, killed $kills times while they are looked at ($looks)',
  async (run) => {
    const { pictures, kills, model } = run;
    const house = await openHouse();
    const ids = await storeAll(house, run);
    expect(ids.size).toBe(pictures);
    await house.service.close();

    const { told, killedAt } = looking(house.test.dir, run.looks);
    // At random, and some pictures apart: one on which three kills fall in a row is given up, as it may be the reason.
    const moments = Array.from({ length: kills }, (_none, n) =>
      Math.floor((pictures * (n + 0.2 + Math.random() * 0.8)) / (kills + 1)),
    );
    for (const moment of moments) await killedAt(moment);
    await killedAt(pictures);

    const store = await openImageStore({ dataDir: house.test.dir });
    const counts = await store.faces.counts(model);
    const records = await idsInRecords(store, model);
    const index = await idsInIndex(house, store, model);
    await store.close();
    await house.blobs.close();
    await house.test.close();
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
