// The images service with faces, on the folder that is its first argument; to be killed at any moment. It says each
// event of faces by its picture and id. The second argument: whether the model looks, or what stands in for it.
import { join } from 'node:path';
import { openEmbeddedBus, openEmbeddedFaceIndex, openFileBlobStore } from '@numscope/adapters/embedded';
import { createLogger } from '@numscope/platform';
import { createTestServiceKit, stubClient } from '@numscope/testing';
import { createImagesService } from '../src/app.ts';
import { openFaceEncoder } from '../src/faces/open-encoder.ts';
import { openImageStore } from '../src/store/index.ts';
import { quickEncoder } from './quick-encoder.ts';

const [, , dir = '', looks = 'model'] = process.argv;
const log = createLogger('images', 'silent');
const bus = await openEmbeddedBus({ path: join(dir, 'bus.sqlite'), retentionDays: 7, log });
const encoder = looks === 'quick' ? quickEncoder({ threads: 4 }) : openFaceEncoder({ threads: 1 });
const { id: model, length } = encoder.model;
await bus.subscribe({
  topic: 'image.faces',
  group: 'test',
  handle: async (events) => void process.stdout.write(events.map(({ id, key }) => `${key} ${id}\n`).join('')),
});
const service = await createImagesService({
  kit: createTestServiceKit('images', { bus }),
  bus,
  client: stubClient(),
  blobs: await openFileBlobStore({ dir: join(dir, 'blobs') }),
  store: await openImageStore({ dataDir: dir }),
  encoder,
  index: await openEmbeddedFaceIndex({ folder: join(dir, 'faces'), model, length, log }),
  settings: { requirePurpose: false, faceSearchesPerHour: 60, faceNotice: null },
});
await service.start();
