import { ONCE, openBlobs, runProcess } from '@numscope/mains';
import { createImagesService } from './app.ts';
import { openImageMongoStore } from './store/mongo.ts';

await runProcess({
  name: 'images',
  settings: ['STORE_URL', 'BLOB_URL', 'PROFILES_URL'],
  create: async ({ kit, bus, client, settings, use, records }) =>
    createImagesService({
      kit,
      bus,
      client,
      blobs: await use('blobs', () => openBlobs(settings.BLOB_URL, kit.log, ONCE)),
      store: await records(settings.STORE_URL, openImageMongoStore),
    }),
});
