import { openIndex, runProcess } from '@numscope/mains';
import { createProfilesService } from './app.ts';
import { openProfilesMongoStore } from './store/mongo.ts';

await runProcess({
  name: 'profiles',
  settings: ['STORE_URL', 'SEARCH_URL', 'JOBS_URL', 'SOURCES_URL', 'IMAGES_URL', 'AUDIT_URL'],
  create: async ({ kit, bus, client, settings, use, records }) =>
    createProfilesService({
      kit,
      bus,
      client,
      index: await use('index', () => openIndex(settings.SEARCH_URL, kit.log)),
      store: await records(settings.STORE_URL, openProfilesMongoStore),
    }),
});
