import { calls } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { AuthDeps } from '../deps.ts';

/** By what others check tokens themselves: the public key, and which tokens no longer count. */
export function addKeyRoutes(app: FastifyInstance, { store, tokens }: AuthDeps): void {
  route(app, calls.jwks, async () => ({ keys: [tokens.publicJwk()] }));
  route(app, calls.revocations, ({ query }) => store.revocationsSince(query.since));
}
