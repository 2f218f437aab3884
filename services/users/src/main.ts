import { runProcess, showAdministrator } from '@numscope/mains';
import { createUsersService } from './app.ts';
import { SealedSecrets } from './second-factor/sealed-secrets.ts';
import { openUserMongoStore } from './store/mongo/index.ts';

await runProcess({
  name: 'users',
  settings: ['STORE_URL', 'ADMIN_USERNAME', 'ADMIN_PASSWORD', 'SECOND_FACTOR_KEY'],
  async create({ kit, bus, settings, records }) {
    const users = await createUsersService({
      kit,
      bus,
      store: await records(settings.STORE_URL, openUserMongoStore),
      secrets: new SealedSecrets(settings.SECOND_FACTOR_KEY ?? []),
      settings: { adminUsername: settings.ADMIN_USERNAME, adminPassword: settings.ADMIN_PASSWORD ?? null },
    });
    const first = await users.ensureFirstAdministrator();
    if (first) showAdministrator(first);
    return users;
  },
});
