import { dropFaceVectors, ONCE, openBlobs, openFaceIndex, runProcess } from '@numscope/mains';
import { createImagesService } from './app.ts';
import { openFaces } from './faces/open-faces.ts';
import { openImageMongoStore } from './store/mongo/index.ts';

await runProcess({
  name: 'images',
  settings: [
    'STORE_URL',
    'BLOB_URL',
    'SEARCH_URL',
    'PROFILES_URL',
    'FACES',
    'FACE_MODEL',
    'FACE_THREADS',
    'FACE_SEARCHES_PER_HOUR',
    'FACE_SEARCH_NOTICE',
    'REQUIRE_PURPOSE',
  ],
  create: async ({ kit, bus, client, settings, use, records }) => {
    const { encoder } = await openFaces({
      faces: settings.FACES,
      threads: settings.FACE_THREADS,
      modelFolder: settings.FACE_MODEL,
    });
    const vectors = encoder && { model: encoder.model.id, length: encoder.model.length };
    const [blobs, store, index] = await Promise.all([
      use('blobs', () => openBlobs(settings.BLOB_URL, kit.log, ONCE)),
      records(settings.STORE_URL, openImageMongoStore),
      vectors && use('vectors of faces', () => openFaceIndex(settings.SEARCH_URL, vectors)),
    ]);
    return createImagesService({
      kit,
      bus,
      client,
      blobs,
      store,
      encoder,
      index,
      dropFormerVectors: () => dropFaceVectors(settings.SEARCH_URL, vectors),
      settings: {
        requirePurpose: settings.REQUIRE_PURPOSE,
        faceSearchesPerHour: settings.FACE_SEARCHES_PER_HOUR,
        faceNotice: settings.FACE_SEARCH_NOTICE ?? null,
      },
    });
  },
});
