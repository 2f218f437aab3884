import { calls } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { sourceStatistics } from '../queries/source-statistics.ts';
import type { ProfilesDeps } from '../deps.ts';

/** What is known of all profiles together. */
export function statisticsRoutes(app: FastifyInstance, deps: ProfilesDeps): void {
  const { store } = deps;
  route(app, calls.sourceStatistics, ({ params, query, requestId }) =>
    sourceStatistics(deps, params.name, { ...query, requestId }),
  );
  route(app, calls.countryStatistics, () => store.countryStatistics());
  route(app, calls.imageReferences, async ({ body }) => ({ referenced: await store.referencedImages(body.ids) }));
}
