import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { openEmbeddedFaceIndex } from '@numscope/adapters/embedded';
import { VECTOR_LENGTH } from '@numscope/testing/face-vectors';
import { IndexUpkeep } from '../src/faces/index-upkeep.ts';
import { joinParts } from '../src/faces/join-parts.ts';
import { type Setup, setUp } from './setup.ts';

let setup: Setup;
beforeAll(async () => (setup = await setUp()));
afterAll(() => setup.close());

it.each([true, false])('of all instances the one that leads has the index joined (leads: %s)', async (leads) => {
  const { kit } = setup.test;
  let asked = 0;
  await joinParts({ kit, store: { leads: async () => leads }, index: { join: async () => ++asked } });
  expect(asked).toBe(leads ? 1 : 0);
});

it('goes on where the engine does not answer', async () => {
  const { kit } = setup.test;
  const away = async (): Promise<number> => Promise.reject(new Error('away'));
  await expect(joinParts({ kit, store: setup.deps.store, index: { join: away } })).resolves.toBeUndefined();
});

it('is looked after as soon as the index is as the records', async () => {
  const { store, kit } = setup.deps;
  const folder = join(setup.test.dir, 'joined');
  const index = await openEmbeddedFaceIndex({ folder, model: 'm', length: VECTOR_LENGTH, log: kit.log });
  const asked = new Promise<void>((resolve) => {
    jest.spyOn(index, 'join').mockImplementation(async () => {
      resolve();
      return 0;
    });
  });
  const upkeep = new IndexUpkeep({ store, kit, index, model: 'm' });
  upkeep.start();
  await asked;
  expect(await upkeep.isWhole()).toBe(true);
  await upkeep.close();
  await index.close();
});
