import { join } from 'node:path';
import { openEmbeddedFaceIndex, openFileBlobStore } from '@numscope/adapters/embedded';
import { calls, ImageFaces, StoredImage } from '@numscope/contracts';
import type { BlobStore, Service } from '@numscope/platform';
import { authed, createTestKit, openTestRecords, stubClient, type TestKit } from '@numscope/testing';
import type { LightMyRequestResponse } from 'fastify';
import { createImagesService } from '../src/app.ts';
import type { ImagesContext, ImagesSettings } from '../src/deps.ts';
import { measurePictures } from '../src/pictures/measure-pictures.ts';
import type { FaceEncoder } from '../src/faces/face-encoder.port.ts';
import { openImageStore } from '../src/store/sqlite/index.ts';

export interface Setup {
  test: TestKit;
  deps: ImagesContext;
  service: Service;
  blobs: BlobStore;
  /** The pictures that profiles refer to. */
  referenced: Set<string>;
  send(bytes: Uint8Array, contentType?: string): Promise<LightMyRequestResponse>;
  store(bytes: Uint8Array): Promise<StoredImage>;
  get(id: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  thumbnail(id: string): Promise<LightMyRequestResponse>;
  clear(): Promise<LightMyRequestResponse>;
  preview(): Promise<LightMyRequestResponse>;
  faces(id: string): Promise<ImageFaces>;
  close(): Promise<void>;
}

/** @param encoder that looks at what is stored; none unless said */
export async function setUp(
  encoder: FaceEncoder | null = null,
  settings: Partial<ImagesSettings> = {},
): Promise<Setup> {
  const test = await createTestKit('images');
  const referenced = new Set<string>();
  const client = stubClient({
    imageReferences: ({ body }) => ({ referenced: body.ids.filter((id) => referenced.has(id)) }),
  });
  const blobs = await openFileBlobStore({ dir: join(test.dir, 'blobs') });
  const store = await openTestRecords(test, {
    sqlite: () => openImageStore({ dataDir: test.dir }),
    mongo: async (connection) =>
      (await import('../src/store/mongo/index.ts')).openImageMongoStore(connection, { log: test.kit.log }),
  });
  const index =
    encoder &&
    (await openEmbeddedFaceIndex({
      folder: join(test.dir, 'faces'),
      model: encoder.model.id,
      length: encoder.model.length,
      log: test.kit.log,
    }));
  const deps: ImagesContext = {
    kit: test.kit,
    bus: test.bus,
    client,
    blobs,
    store,
    encoder,
    index,
    settings: { requirePurpose: false, faceSearchesPerHour: 60, faceNotice: null, ...settings },
    measured: measurePictures(test.kit),
    indexed: async () => false,
    counts: async () => ({ looked: 0, waiting: 0, failed: 0, faces: 0 }),
    waiting: async () => 0,
  };
  const service = await createImagesService(deps);
  await service.start();

  const user = authed(service.app, test.tokenFor('USER'));
  const admin = authed(service.app, test.tokenFor('ADMIN'));
  const send = (bytes: Uint8Array, contentType = 'image/jpeg') =>
    service.app.inject({
      method: 'POST',
      url: calls.storeImage.path,
      // Such a token is good for less than five minutes, and a file of tests may take longer.
      headers: { authorization: `Bearer ${test.serviceToken('sources')}`, 'content-type': contentType },
      payload: Buffer.from(bytes),
    });
  return {
    test,
    deps,
    service,
    blobs,
    referenced,
    send,
    store: async (bytes) => StoredImage.parse((await send(bytes)).json()),
    get: (id, headers = {}) => user.inject({ method: 'GET', url: `/api/image/${id}`, headers }),
    thumbnail: (id) => user.call(calls.getThumbnail, { params: { id } }),
    clear: () => admin.call(calls.clearImageStorage),
    preview: () => admin.call(calls.previewClearImageStorage),
    faces: async (id) => ImageFaces.parse((await user.call(calls.imageFaces, { params: { id } })).json()),
    async close() {
      await service.close();
      await index?.close();
      await blobs.close();
      await test.close();
    },
  };
}
