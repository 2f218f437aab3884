import { openIndex, runProcess } from '@numscope/mains';
import { createProfilesService } from './app.ts';
import { openProfilesMongoStore } from './store/mongo/index.ts';

await runProcess({
  name: 'profiles',
  settings: ['STORE_URL', 'SEARCH_URL', 'JOBS_URL', 'SOURCES_URL', 'IMAGES_URL', 'AUDIT_URL'],
  create: async ({ kit, bus, client, settings, use, records }) => {
    const [index, store] = await Promise.all([
      use('index', () => openIndex(settings.SEARCH_URL, kit.log)),
      records(settings.STORE_URL, openProfilesMongoStore),
    ]);
    return createProfilesService({ kit, bus, client, index, store });
  },
});
