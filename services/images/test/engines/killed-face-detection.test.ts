import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { dropElasticFaces, openElasticFaceIndex } from '@numscope/adapters/elastic';
import { openFileBlobStore } from '@numscope/adapters/embedded';
import { newId, outgoing } from '@numscope/platform';
import { createTestKit, testDatabase, testEngine, type TestKit } from '@numscope/testing';
import { imageKey } from '../../src/pictures/blob-keys.ts';
import { openImageMongoStore } from '../../src/store/mongo/index.ts';
import {
  dots,
  idsInIndex,
  idsInRecords,
  kill,
  detectionProcesses,
  momentsOf,
  storeEach,
} from '../face-detection-processes.ts';
import { quickEncoder } from '../quick-encoder.ts';

const full = process.env['SCALE'] === 'full';
const PICTURES = full ? 10_000 : 150;
const KILLS = full ? 20 : 4;
/** Longer than any claim lasts. */
const CLAIMS_OVER_MS = 200_000;
const { model } = quickEncoder({ threads: 1 });

let test: TestKit;
beforeEach(async () => {
  test = await createTestKit('images');
});
afterEach(() => test.close());

it(
  `loses none of ${PICTURES} pictures and tells of none twice by two instances, killed ${KILLS} times while they detect faces`,
  async () => {
    const { dir, kit } = test;
    const database = await testDatabase(test);
    const open = async () => openImageMongoStore(await database.connect(), { log: kit.log });
    const filling = await open();
    const blobs = await openFileBlobStore({ dir: join(dir, 'blobs') });
    const searchUrl = testEngine('elasticsearch');
    const prefix = `test-${newId()}-`;
    const ids = await storeEach(PICTURES, async (n) => {
      const bytes = await dots(n);
      const id = createHash('sha256').update(bytes).digest('hex');
      await blobs.put(imageKey(id), bytes, 'image/png');
      const image = { id, type: 'image/png' as const, width: 8, height: 8, bytes: bytes.length };
      await filling.begin(image, 1000, 0);
      await filling.confirm(id, [outgoing('image.stored', id, image)]);
      return image;
    });
    expect(ids.size).toBe(PICTURES);
    // It would hold the lease of whoever tells what the dead left behind.
    await filling.close();

    const { told, begin, until, endAll } = detectionProcesses();
    let aheadMs = 0;
    const instance = () =>
      begin({ dir, detector: 'quick', engines: { storeUrl: database.url, searchUrl, prefix }, aheadMs });
    test.defer(async () => endAll());
    let [first, second] = [instance(), instance()];
    const moments = momentsOf(PICTURES, KILLS);
    for (const [n, moment] of moments.entries()) {
      await until(moment);
      await kill(first);
      // What one alone had waits until its claims are over; the other looks at the rest meanwhile.
      if (n < KILLS - 1 && n % 2 === 0) {
        first = instance();
        continue;
      }
      await kill(second);
      aheadMs += CLAIMS_OVER_MS;
      [first, second] = [instance(), instance()];
    }
    await until(PICTURES);
    await Promise.all([kill(first), kill(second)]);

    const store = await open();
    const counts = await store.faces.counts(model.id);
    const records = await idsInRecords(store, model.id);
    const index = await openElasticFaceIndex({ url: searchUrl, prefix, model: model.id, length: model.length });
    const found = await idsInIndex(index);
    await index.close();
    await dropElasticFaces({ url: searchUrl, prefix }, null);
    await blobs.close();
    await store.close();
    const looked = { looked: PICTURES, waiting: 0, failed: 0, faces: PICTURES };
    expect({ moments, counts }).toEqual({ moments, counts: looked });
    expect(new Set(told.keys())).toEqual(ids);
    expect([...told.values()].filter((events) => events.size > 1)).toEqual([]);
    expect(new Set(records).size).toBe(PICTURES);
    expect(found).toEqual(records);
    if (full) process.stdout.write(`${PICTURES} pictures, killed at ${moments.join(', ')}: each told of once\n`);
  },
  full ? 3_600_000 : 240_000,
);
