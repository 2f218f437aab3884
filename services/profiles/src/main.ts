import { openIndex, runProcess } from '@numscope/mains';
import { createProfilesService } from './app.ts';
import { openProfilesMongoStore } from './store/mongo/index.ts';

await runProcess({
  name: 'profiles',
  settings: ['STORE_URL', 'SEARCH_URL', 'JOBS_URL', 'SOURCES_URL', 'IMAGES_URL', 'AUDIT_URL'],
  create: async ({ kit, bus, client, settings, use, records }) => {
    const store = await records(settings.STORE_URL, openProfilesMongoStore);
    const index = await use('index', () => openIndex(settings.SEARCH_URL, kit.log, store));
    return createProfilesService({ kit, bus, client, index, store });
  },
});
