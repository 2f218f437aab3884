import { calls } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { ProfilesDeps } from '../deps.ts';

/** What is known of all profiles together. */
export function statisticsRoutes(app: FastifyInstance, { store }: ProfilesDeps): void {
  route(app, calls.countryStatistics, () => store.countryStatistics());
  route(app, calls.imageReferences, async ({ body }) => ({ referenced: await store.referencedImages(body.ids) }));
}
