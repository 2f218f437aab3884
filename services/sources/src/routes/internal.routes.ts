import { calls } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { AskingContext } from '../asking/context.ts';
import { presentSource } from '../presenters/source-info.ts';
import { observationsOf } from '../queries/observations-of.ts';
import { planLookups } from '../queries/plan-lookups.ts';

/** What our own other services ask. */
export function addInternalRoutes(app: FastifyInstance, context: AskingContext): void {
  route(app, calls.planLookups, ({ body }) => planLookups(context, body));
  route(app, calls.sourceWaits, async () =>
    [...context.runners.values()].map(({ name, admission: { waitsUntil }, quota }) => ({
      source: name,
      waitsUntil,
      left: quota.left(context.kit.clock.now()),
    })),
  );
  route(app, calls.askingCounts, async ({ query: { source, ...range } }) => ({
    known: presentSource(source, context) !== null,
    photos: await context.store.duePhotoCounts(source),
    ...(await context.store.statistics(source, range)),
  }));
  route(app, calls.observationsAsIs, ({ query }) => observationsOf(context, query.phone, query.rawBytes));
}
