// The images service with faces, as its argument says; to be killed at any moment. It says each event of faces by its
// picture and id before the event counts as told.
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbeddedFaceIndex, openFileBlobStore } from '@numscope/adapters/embedded';
import { createLogger, type FaceIndex, type OutgoingEvent } from '@numscope/platform';
import { createTestServiceKit, RecordingBus, stubClient, TestClock } from '@numscope/testing';
import { createImagesService } from '../src/app.ts';
import { openFaceEncoder } from '../src/faces/open-encoder.ts';
import type { ImageStore } from '../src/store/image-store.port.ts';
import { openImageStore } from '../src/store/sqlite/index.ts';
import { FaceDetectionOrder } from './face-detection-order.ts';
import { quickEncoder } from './quick-encoder.ts';

const STDOUT = 1;

class SayingBus extends RecordingBus {
  override async publish(events: readonly OutgoingEvent[]): Promise<void> {
    const faces = events.filter(({ topic }) => topic === 'image.faces');
    if (faces.length > 0) writeSync(STDOUT, faces.map(({ id, key }) => `${key} ${id}\n`).join(''));
    await super.publish(events);
  }
}

const { dir, detector, engines, aheadMs } = FaceDetectionOrder.parse(JSON.parse(process.argv[2] ?? ''));
const log = createLogger('images', 'silent');
const encoder = detector === 'quick' ? quickEncoder({ threads: 4 }) : openFaceEncoder({ threads: 1, gentle: false });
const { id: model, length } = encoder.model;

async function records(): Promise<{ store: ImageStore; index: FaceIndex }> {
  if (!engines)
    return {
      store: await openImageStore({ dataDir: dir }),
      index: await openEmbeddedFaceIndex({ folder: join(dir, 'faces'), model, length, log }),
    };
  // Loaded only where there are engines: the drivers cost more than the rest of the start.
  const [{ openElasticFaceIndex }, { openMongo }, { openImageMongoStore }] = await Promise.all([
    import('@numscope/adapters/elastic'),
    import('@numscope/adapters/mongo'),
    import('../src/store/mongo/index.ts'),
  ]);
  const connection = await openMongo({ url: engines.storeUrl, service: 'images', log });
  const where = { url: engines.searchUrl, prefix: engines.prefix };
  return {
    store: await openImageMongoStore(connection, { log }),
    index: await openElasticFaceIndex({ ...where, model, length }),
  };
}

const bus = new SayingBus();
const clock = new TestClock();
clock.advance(aheadMs);
const service = await createImagesService({
  kit: createTestServiceKit('images', { bus, clock }),
  bus,
  client: stubClient(),
  blobs: await openFileBlobStore({ dir: join(dir, 'blobs') }),
  ...(await records()),
  encoder,
  settings: { requirePurpose: false, faceSearchesPerHour: 60, faceNotice: null },
});
await service.start();
