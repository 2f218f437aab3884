import { type Consumer, createRelay, createServiceApp, finishApp, type Service } from '@numscope/platform';
import { Attempts } from './attempts/attempts.ts';
import { consumeUserChanged } from './consumers/user-changed.ts';
import type { AuthContext, AuthDeps } from './deps.ts';
import { forgettingPast } from './forget-past.ts';
import { IdleSessions } from './idle-sessions.ts';
import { addApiKeyRoutes } from './routes/api-key.routes.ts';
import { addAuthRoutes } from './routes/auth.routes.ts';
import { addKeyRoutes } from './routes/key.routes.ts';
import { addProviderRoutes } from './routes/provider.routes.ts';
import { addSecondFactorRoutes } from './routes/second-factor.routes.ts';
import { SessionNews } from './session-news.ts';

/** Gives out tokens, and says which of them no longer count. */
export async function createAuthService(deps: AuthDeps): Promise<Service> {
  const { kit, bus, store, revocations, tokens } = deps;
  const context: AuthContext = { ...deps, news: new SessionNews(store, tokens) };
  const app = createServiceApp(kit);
  const relay = createRelay(deps);
  const idle = new IdleSessions(context, deps.settings.idleLookMs);
  const forgetting = forgettingPast(deps);
  let consumer: Consumer | undefined;

  const attempts = new Attempts(context);
  addAuthRoutes(app, context, attempts, relay);
  await addProviderRoutes(app, context, relay);
  addSecondFactorRoutes(app, context, attempts, relay);
  addKeyRoutes(app, context);
  addApiKeyRoutes(app, context, relay);
  revocations.take(await store.revocationsSince(0));
  const finished = await finishApp('auth', app, { records: () => store.check(), bus: () => bus.check() });

  return {
    ...finished,
    async start() {
      relay.start();
      idle.start();
      forgetting.wake();
      consumer = await consumeUserChanged(context);
    },
    release: () => context.news.close(),
    async close() {
      context.news.close();
      await idle.close();
      await forgetting.close();
      await consumer?.close();
      await app.close();
      await relay.close();
      await store.close();
    },
  };
}
