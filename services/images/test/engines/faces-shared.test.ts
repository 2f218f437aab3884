import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { openFileBlobStore } from '@numscope/adapters/embedded';
import { type BlobStore, outgoing } from '@numscope/platform';
import { createTestServiceKit, stubClient } from '@numscope/testing';
import { storePair } from '@numscope/testing/suites';
import { FaceQueue } from '../../src/faces/face-queue.ts';
import { imageKey } from '../../src/pictures/blob-keys.ts';
import { measurePictures } from '../../src/pictures/measure-pictures.ts';
import type { ImageStore } from '../../src/store/image-store.port.ts';
import { openImageMongoStore } from '../../src/store/mongo/index.ts';
import { quickEncoder } from '../quick-encoder.ts';

const pair = storePair('images', (connection, { kit }) => openImageMongoStore(connection, { log: kit.log }));

const PICTURES = 30;
/**
 * As if the model took so long, on processors of its own: what the queue loses shows, and little of this machine, which takes up to 60 ms for the rest
 * of a picture while it is busy.
 */
const COST_MS = 400;

/** Twice, but for what the queue itself takes. */
const TWICE = 1.7;
/** Both are more than either; how much more is a matter of what else the machine does meanwhile. */
const MORE = 1.2;
/** How often a run is made at most: what else the machine does makes one longer, and none shorter. */
const TRIES = 3;

const pictures = Array.from({ length: PICTURES }, (_none, n) => Buffer.from(`picture ${n}`));
const idOf = (picture: Uint8Array): string => createHash('sha256').update(picture).digest('hex');

async function storeAll(store: ImageStore, blobs: BlobStore): Promise<void> {
  for (const picture of pictures) {
    const id = idOf(picture);
    await blobs.put(imageKey(id), picture, 'image/jpeg');
    const image = { id, type: 'image/jpeg' as const, width: 4, height: 3, bytes: picture.length };
    await store.begin(image, 1000, 0);
    await store.confirm(id, [outgoing('image.stored', id, image)]);
  }
}

/** Looks at every picture, and at none twice, by one queue on each of some stores; `seen`: what each looked at. */
async function lookAtAll(stores: readonly ImageStore[], threads: number, blobs: BlobStore) {
  const seen: string[][] = [];
  let looked = 0;
  let done = (): void => undefined;
  const all = new Promise<void>((resolve) => (done = resolve));
  const queues = stores.map((store) => {
    const own: string[] = [];
    seen.push(own);
    const encoder = quickEncoder({ threads, costMs: COST_MS });
    const { bus } = pair.test;
    const kit = createTestServiceKit('images', { bus });
    const context = {
      kit,
      bus,
      client: stubClient(),
      blobs,
      store,
      encoder,
      index: null,
      settings: { requirePurpose: false, faceSearchesPerHour: 60, faceNotice: null },
      measured: measurePictures(kit),
      indexed: async () => true,
      counts: () => store.faces.counts(encoder.model.id),
      waiting: () => store.faces.waiting(encoder.model.id),
    };
    const watched = {
      ...encoder,
      encode: (picture: Uint8Array) => {
        own.push(idOf(picture));
        return encoder.encode(picture);
      },
    };
    return new FaceQueue(context, watched, () => void (++looked === PICTURES && done()));
  });
  const begun = performance.now();
  for (const queue of queues) queue.wake();
  await all;
  const ms = performance.now() - begun;
  await Promise.all(queues.map((queue) => queue.close()));
  await stores[0]?.faces.dropOf(pictures.map(idOf));
  expect(seen.flat().sort()).toEqual(pictures.map(idOf).sort());
  return { ms, seen };
}

/** Says how many times as quick as `one` others are. Until they are `times` as quick both are tried again, as the machine may have more to do by then. */
function besideOne(one: () => ReturnType<typeof lookAtAll>) {
  let oneMs: number | undefined;
  return async (others: () => ReturnType<typeof lookAtAll>, times: number) => {
    for (let tries = 1; ; tries++) {
      oneMs ??= (await one()).ms;
      const { ms, seen } = await others();
      if (oneMs / ms > times || tries === TRIES) return { times: oneMs / ms, seen };
      oneMs = undefined;
    }
  };
}

it('are taken twice as fast by twice the instances, or threads, and none is looked at twice', async () => {
  const blobs = await openFileBlobStore({ dir: join(pair.test.dir, 'blobs') });
  const [first, second] = pair.stores;
  await storeAll(first, blobs);
  const compared = besideOne(() => lookAtAll([first], 1, blobs));
  const instances = await compared(() => lookAtAll([first, second], 1, blobs), TWICE);
  const threads = await compared(() => lookAtAll([first], 2, blobs), TWICE);
  const than = MORE * Math.max(instances.times, threads.times);
  const both = await compared(() => lookAtAll([first, second], 2, blobs), than);
  await blobs.close();

  for (const { length } of instances.seen) expect(length).toBeGreaterThan(PICTURES / 3);
  const times = { instances: instances.times, threads: threads.times, both: both.times };
  process.stdout.write(`${PICTURES} pictures, ${JSON.stringify(times)}\n`);
  expect(times.instances).toBeGreaterThan(TWICE);
  expect(times.threads).toBeGreaterThan(TWICE);
  expect(times.both).toBeGreaterThan(than);
});
