import { apiError, calls, limits } from '@numscope/contracts';
import { acceptForms, type OutboxRelay, route, signedIn } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { hashOfNotice } from '../commands/admit-search.ts';
import { searchByImage } from '../commands/search-by-image.ts';
import { similarFaces } from '../commands/similar-faces.ts';
import type { ImagesContext } from '../deps.ts';
import { readSearchForm } from './search-form.ts';

const FIELD_BYTES = 8 * 1024;

/** Searching by a face, and agreeing to what the operator says of it. */
export async function addSearchRoutes(app: FastifyInstance, context: ImagesContext, relay: OutboxRelay): Promise<void> {
  const { store, settings, kit } = context;
  // A picture is below the limit, so that one of just that size is refused.
  await acceptForms(app, {
    fileBytes: limits.searchImageBytes - 1,
    fieldBytes: FIELD_BYTES,
    files: 1,
    cutsFiles: false,
  });

  route(app, calls.searchByImage, async ({ request, query, identity, audit }) => {
    const { userId } = signedIn(identity);
    const form = await readSearchForm(request);
    return searchByImage({ ...form, ...query, threshold: query.threshold, userId }, context, audit);
  });

  route(app, calls.acceptFaceNotice, async ({ body, identity, userName, audit }) => {
    const { userId } = signedIn(identity);
    if (body.notice !== settings.faceNotice) {
      const details = [{ field: 'notice', message: "is not the operator's notice of now; read it again" }];
      throw apiError('INVALID', { status: 422, details });
    }
    const agreed = { userId, userName, hash: hashOfNotice(body.notice), at: kit.clock.now() };
    audit.add({ sha256: agreed.hash });
    await relay.after(store.searchers.agree(agreed, audit.take()));
  });

  route(app, calls.similarFaces, ({ body }) => similarFaces(body, context));
}
