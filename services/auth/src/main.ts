import { runProcess } from '@numscope/mains';
import { createAuthService } from './app.ts';
import { openAuthMongoStore } from './store/mongo.ts';

await runProcess({
  name: 'auth',
  settings: ['STORE_URL', 'USERS_URL', 'SESSION_HOURS'],
  async create({ kit, bus, client, tokens, revocations, settings, records }) {
    const sessionHours = settings.SESSION_HOURS;
    const store = await records(settings.STORE_URL, (connection) => openAuthMongoStore(connection, { sessionHours }));
    return createAuthService({ kit, bus, client, store, tokens, revocations, settings: { sessionHours } });
  },
});
