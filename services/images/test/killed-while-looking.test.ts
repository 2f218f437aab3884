import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from '@jest/globals';
import sharp from 'sharp';
import { builtInModel } from '../src/faces/built-in-model.ts';
import { openImageStore } from '../src/store/index.ts';
import { openHouse } from './images-house.ts';
import { portrait } from '@numscope/testing/portraits';

// About the single process, whose claims end with it. Those of several instances, which wait until they are over, are
// held by engines/instances.test.ts.
process.env['NUMSCOPE_TEST_STORE'] = 'sqlite';

const full = process.env['SCALE'] === 'full';
const PICTURES = full ? 10_000 : 8;
const KILLS = full ? 20 : 2;

/** Looks like the portrait, and is none of the others. */
async function variant(n: number): Promise<Buffer> {
  const picture = sharp(portrait(n % 2 === 0 ? 'a-1' : 'b-1')).resize({ width: 240 + (n % 40) });
  return picture
    .modulate({ brightness: 0.9 + (n % 20) / 100, hue: Math.floor(n / 80) % 30 })
    .jpeg()
    .toBuffer();
}

it(
  'loses no picture and looks at none twice, when it is killed while it looks at them',
  async () => {
    const house = await openHouse();
    const ids = new Set<string>();
    for (let n = 0; n < PICTURES; n++) ids.add((await house.store(await variant(n))).id);
    await house.service.close();

    const told = new Map<string, Set<string>>();
    let heard = (): void => undefined;
    const begin = (): ChildProcess => {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'looking-child.ts'), house.test.dir], {
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
    for (let kill = 1; kill <= KILLS; kill++) {
      const child = begin();
      await until(Math.floor((PICTURES * kill) / (KILLS + 1)));
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const last = begin();
    await until(ids.size);
    last.kill('SIGKILL');
    await once(last, 'exit');

    const store = await openImageStore({ dataDir: house.test.dir });
    const counts = await store.faces.counts(builtInModel.id);
    await store.close();
    await house.blobs.close();
    await house.test.close();
    expect(counts).toEqual({ looked: ids.size, waiting: 0, failed: 0, faces: ids.size });
    expect(new Set(told.keys())).toEqual(ids);
    expect([...told.values()].filter((events) => events.size > 1)).toEqual([]);
  },
  full ? 36_000_000 : 240_000,
);
