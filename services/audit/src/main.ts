import { runProcess } from '@numscope/mains';
import { createAuditService } from './app.ts';
import { openAuditMongoStore } from './store/mongo.ts';

await runProcess({
  name: 'audit',
  settings: ['STORE_URL'],
  create: async ({ kit, bus, settings, records }) =>
    createAuditService({ kit, bus, store: await records(settings.STORE_URL, openAuditMongoStore) }),
});
