import { expect, it } from '@jest/globals';
import { createTestKit, type TestKit } from '@numscope/testing';
import { aroundEach } from '@numscope/testing/around';
import type { ProfileStore } from '../src/store/profile-store.port.ts';
import { openStore } from './setup.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let store: ProfileStore;
aroundEach(
  async () => {
    const kit: TestKit = await createTestKit('profiles');
    store = await openStore(kit);
    return {
      async close() {
        await store.close();
        await kit.close();
      },
    };
  },
  () => undefined,
);

const idAt = (place: number): string => `import-${String(place).padStart(4, '0')}`;
const begin = (place: number, at = Date.now()) =>
  store.beginImport({ id: idAt(place), at, by: 'admin', job: { id: 'main-job', number: 9 } });
/** Imports that are over: the first is put in, the others come to nothing. */
async function over(places: readonly number[]): Promise<void> {
  await Promise.all(places.map((place) => begin(place)));
  const [first = 0, ...others] = places;
  await store.countImport(idAt(first), null);
  await store.finishImport(idAt(first));
  await Promise.all(others.map((place) => store.withdrawImport(idAt(place), [{ row: 1, message: 'wrong' }])));
}
const isKnown = async (place: number): Promise<boolean> => (await store.importOf(idAt(place))) !== null;

it('forgets an import 90 days after its end, and none that goes on', async () => {
  await begin(0);
  await begin(1);
  await store.countImport(idAt(1), null);
  await over([2, 3]);
  await begin(4, Date.now() + 89 * DAY_MS);
  expect(await Promise.all([0, 1, 2, 3].map(isKnown))).toEqual([true, true, true, true]);
  await begin(5, Date.now() + 90 * DAY_MS + 1);
  expect(await Promise.all([0, 1, 2, 3, 4].map(isKnown))).toEqual([true, true, false, false, true]);
});

it('remembers the newest thousand of those that are over, beside all that go on', async () => {
  await begin(0);
  await over(Array.from({ length: 1001 }, (_none, place) => place + 1));
  expect(await isKnown(1)).toBe(true);
  await begin(2000);
  expect(await Promise.all([0, 1, 2, 1001].map(isKnown))).toEqual([true, false, true, true]);
});
