import { calls } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { AuthContext } from '../deps.ts';

/**
 * By what others check tokens themselves: the public keys, and which tokens no longer count; and what tells which
 * logins are used.
 */
export function addKeyRoutes(app: FastifyInstance, { tokens, news, store, settings }: AuthContext): void {
  route(app, calls.jwks, async () => ({ keys: [...tokens.publicKeys()] }));
  route(app, calls.noteActivity, async ({ body }) => {
    if (settings.idleMs !== null) await store.noteSeen(body.sessions, settings.idleMs);
  });
  route(app, calls.revocations, ({ query }) => news.after(query));
}
