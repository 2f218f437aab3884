import { describe, expect, it } from '@jest/globals';
import type { StoredImage } from '@numscope/contracts';
import { newIdAt, outgoing, packEvents } from '@numscope/platform';
import { storePair } from '@numscope/testing/suites';
import type { ImageStore } from '../../src/store/image-store.port.ts';
import { openImageMongoStore } from '../../src/store/mongo/index.ts';

const pair = storePair('images', (connection, { kit }) => openImageMongoStore(connection, { log: kit.log }));

const image: StoredImage = { id: 'a'.repeat(64), type: 'image/jpeg', width: 4, height: 3, bytes: 100 };
const stored = () => outgoing('image.stored', image.id, image);
const images = () => pair.connection.collection<{ _id: string }>('images');

/** Each of some calls by either instance in turn. */
const byBoth = <T>(times: number, call: (store: ImageStore) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_none, n) => call(pair.stores[n % 2 === 0 ? 0 : 1])));

/** What both have to tell, by the names of the events. */
async function pending(): Promise<string[]> {
  const both = await Promise.all(pair.stores.map((store) => store.pendingEvents(16)));
  return both.flat().flatMap(({ events }) => events.map(({ id }) => id));
}

async function clear(): Promise<void> {
  for (const store of pair.stores) await store.clearEvents((await store.pendingEvents(16)).map(({ id }) => id));
}

it('is new to one only when it comes to both at once, and told of once', async () => {
  const before = await byBoth(10, (store) => store.begin(image, 1000, 0));
  expect(before.filter((state) => state === null)).toHaveLength(1);
  expect(before.filter((state) => state === 'PENDING')).toHaveLength(9);
  await byBoth(10, (store) => store.confirm(image.id, [stored()]));
  expect(await pending()).toHaveLength(1);
  await clear();
  expect(await pending()).toEqual([]);
  expect(await byBoth(2, (store) => store.find(image.id))).toEqual([image, image]);
  expect(await images().findOne({})).toMatchObject({ timesSent: 10, state: 'STORED' });
});

it('is removed by one only, and waited for by who sends it again meanwhile', async () => {
  await pair.stores[0].begin(image, 1000, 0);
  await pair.stores[0].confirm(image.id, []);
  const ours = await byBoth(10, (store) => store.beginRemoval(image.id, { once: 1000, again: 1000 }, 2000, 1500));
  expect(ours.filter(Boolean)).toHaveLength(1);
  expect(await byBoth(2, (store) => store.begin(image, 2100, 1500))).toEqual(['REMOVING', 'REMOVING']);
  await pair.stores[1].finishRemoval(image.id, 2000);
  expect(await pair.stores[0].begin(image, 2200, 1500)).toBeNull();
});

it('is taken over by one when whoever removed it died, and is whole again when that one stored it', async () => {
  await pair.stores[0].begin(image, 1000, 0);
  await pair.stores[0].confirm(image.id, []);
  await pair.stores[0].beginRemoval(image.id, { once: 1000, again: 1000 }, 2000, 1500);
  const states = await byBoth(4, (store) => store.begin(image, 3000, 2500));
  expect(states).toEqual(['PENDING', 'PENDING', 'PENDING', 'PENDING']);
  expect(await pair.stores[0].find(image.id)).toBeNull();
  await pair.stores[1].confirm(image.id, []);
  await pair.stores[0].finishRemoval(image.id, 2000);
  expect(await pair.stores[0].find(image.id)).toEqual(image);
});

it('is either removed or kept when it comes again just then', async () => {
  for (let round = 0; round < 20; round++) {
    const one = { ...image, id: String(round).padStart(64, '0') };
    await pair.stores[0].begin(one, 1000, 0);
    await pair.stores[0].confirm(one.id, []);
    const [isOurs, state] = await Promise.all([
      pair.stores[0].beginRemoval(one.id, { once: 1000, again: 0 }, 2000, 1500),
      pair.stores[1].begin(one, 2000, 1500),
    ]);
    expect([isOurs, state]).toEqual(isOurs ? [true, 'REMOVING'] : [false, 'STORED']);
  }
});

it('is told of also when it is removed before, and forgotten then', async () => {
  await pair.stores[0].begin(image, 1000, 0);
  const event = stored();
  await pair.stores[0].confirm(image.id, [event]);
  await pair.stores[1].beginRemoval(image.id, { once: 1000, again: 1000 }, 2000, 1500);
  await pair.stores[1].finishRemoval(image.id, 2000);
  expect(await pair.stores[1].find(image.id)).toBeNull();
  expect(await pending()).toEqual([event.id]);
  await clear();
  expect(await images().countDocuments()).toBe(0);
});

it('is told of by another when its instance died before it could', async () => {
  const event = stored();
  const told = { id: newIdAt(Date.now() - 60_000), events: packEvents([event]) };
  await images().insertOne({ ...image, _id: image.id, state: 'STORED', sentAt: 1, timesSent: 1, told } as never);
  expect(await pending()).toEqual([event.id]);
});

describe('faces', () => {
  const ids = Array.from({ length: 6 }, (_none, n) => String(n).padStart(64, '0'));
  const event = (id: string) => outgoing('image.faces', id, { id, model: 'm', faces: [] });

  const storeAll = async (): Promise<void> => {
    for (const id of ids) {
      await pair.stores[0].begin({ ...image, id }, 1000, 0);
      await pair.stores[0].confirm(id, []);
    }
  };

  it('are looked for by one instance at a time, and by another when that one died', async () => {
    await storeAll();
    const claims = (await byBoth(6, (store) => store.faces.claim('m', 1, 1000, 2000))).flat();
    expect(claims.map(({ id }) => id).sort()).toEqual(ids);
    expect((await byBoth(2, (store) => store.faces.claim('m', 6, 1999, 3000))).flat()).toEqual([]);
    const again = await pair.stores[1].faces.claim('m', 6, 2000, 3000);
    expect(again.map(({ tries }) => tries)).toEqual([2, 2, 2, 2, 2, 2]);
    await pair.stores[1].faces.release(ids, { tried: false });
    expect(await pair.stores[0].faces.claim('m', 1, 2000, 3000)).toMatchObject([{ tries: 2 }]);
  });

  it('are kept once and told of once when both looked, and not for a picture that went', async () => {
    await storeAll();
    const [id = '', gone = ''] = ids;
    expect(await byBoth(6, (store) => store.faces.keep(id, 'm', [], 2000, [event(id)]))).not.toContain(false);
    expect(await pending()).toHaveLength(1);
    await pair.stores[1].beginRemoval(gone, { once: 1000, again: 1000 }, 2000, 1500);
    expect(await pair.stores[0].faces.keep(gone, 'm', [], 2000, [event(gone)])).toBe(false);
    expect(await pending()).toHaveLength(1);
    expect(await pair.stores[0].faces.counts('m')).toMatchObject({ looked: 1, waiting: 4, failed: 0 });
    expect(await pair.stores[0].faces.waiting('m')).toBe(4);
  });
});
