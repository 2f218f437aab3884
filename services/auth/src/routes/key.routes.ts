import { calls } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { AuthContext } from '../deps.ts';

/** By what others check tokens themselves: the public keys, and which tokens no longer count. */
export function addKeyRoutes(app: FastifyInstance, { tokens, news }: AuthContext): void {
  route(app, calls.jwks, async () => ({ keys: [...tokens.publicKeys()] }));
  route(app, calls.revocations, ({ query }) => news.after(query));
}
