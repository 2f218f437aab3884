import { runProcess, showAdministrator } from '@numscope/mains';
import { createUsersService } from './app.ts';
import { openUserMongoStore } from './store/mongo.ts';

await runProcess({
  name: 'users',
  settings: ['STORE_URL', 'ADMIN_USERNAME', 'ADMIN_PASSWORD'],
  async create({ kit, bus, settings, records }) {
    const users = await createUsersService({
      kit,
      bus,
      store: await records(settings.STORE_URL, openUserMongoStore),
      settings: { adminUsername: settings.ADMIN_USERNAME, adminPassword: settings.ADMIN_PASSWORD ?? null },
    });
    const first = await users.ensureFirstAdministrator();
    if (first) showAdministrator(first);
    return users;
  },
});
