import { apiError, calls } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { AskingContext } from '../asking/context.ts';
import { presentPresets } from '../presenters/source-presets.ts';
import type { SourcesSettings } from '../settings.ts';
import { changeDefinition, sourceDefinition } from '../workbench/source-definition.ts';
import { tryDrafted } from '../workbench/try-drafted.ts';

/** Sources as they are written down: read, tried, changed. */
export function addWorkbenchRoutes(
  app: FastifyInstance,
  { kit, store, doNotLookUp }: AskingContext,
  settings: SourcesSettings,
): void {
  const areSeveral = store.shared !== null;
  route(app, calls.trySource, async ({ body }) => {
    if (doNotLookUp.has(body.phone)) throw apiError('DO_NOT_LOOK_UP', { details: { phone: body.phone } });
    return tryDrafted(body, settings, kit);
  });
  route(app, calls.listSourcePresets, async () => presentPresets());
  route(app, calls.getSourceDefinition, async ({ params }) => sourceDefinition(params.name, settings, areSeveral));
  route(app, calls.changeSourceDefinition, ({ params, body }) =>
    changeDefinition(params.name, body, settings, areSeveral),
  );
}
