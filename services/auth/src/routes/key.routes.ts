import { calls } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { AuthDeps } from '../deps.ts';

/** By what others check tokens themselves: the public keys, and which tokens no longer count. */
export function addKeyRoutes(app: FastifyInstance, { store, tokens }: AuthDeps): void {
  route(app, calls.jwks, async () => ({ keys: [...tokens.publicKeys()] }));
  route(app, calls.revocations, async ({ query }) => ({
    ...(await store.revocationsSince(query.since)),
    keys: [...tokens.publicKeys()],
  }));
}
