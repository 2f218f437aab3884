import { calls } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { Desk } from '../asking/desk.ts';
import { observationsOf } from '../queries/observations-of.ts';
import { planLookups } from '../queries/plan-lookups.ts';

/** What our own other services ask. */
export function addInternalRoutes(app: FastifyInstance, desk: Desk): void {
  route(app, calls.planLookups, ({ body }) => planLookups(desk, body.phones));
  route(app, calls.observationsAsIs, ({ query }) => observationsOf(desk, query.phone));
}
