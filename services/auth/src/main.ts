import { idleMsOf, loadTokenKeys, runProcess, signInNames, signInSettings, watchTokenKeys } from '@numscope/mains';
import { createAuthService } from './app.ts';
import { openAuthMongoStore } from './store/mongo/index.ts';

await runProcess({
  name: 'auth',
  settings: ['AUTH_PRIVATE_KEY', 'STORE_URL', 'USERS_URL', 'SESSION_HOURS', 'SESSION_IDLE_MINUTES', ...signInNames],
  async create({ kit, log, bus, client, verifier, revocations, settings, use, records }) {
    const signIn = signInSettings(settings);
    const sessionHours = settings.SESSION_HOURS;
    const tokenKeys = loadTokenKeys(settings.AUTH_PRIVATE_KEY);
    const tokens = await use('token keys', async () => watchTokenKeys({ tokenKeys, sessionHours, verifier, log }));
    const store = await records(settings.STORE_URL, (connection) =>
      openAuthMongoStore(connection, { sessionHours, log }),
    );
    return createAuthService({
      kit,
      bus,
      client,
      store,
      tokens,
      revocations,
      settings: { sessionHours, idleMs: idleMsOf(settings), ...signIn },
    });
  },
});
