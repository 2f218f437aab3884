import { apiError, calls } from '@numscope/contracts';
import { route, scanBytes, untilPublished } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { admitSearch } from '../commands/admit-search.ts';
import { clearStorage } from '../commands/clear-storage.ts';
import { dropImages } from '../commands/drop-images.ts';
import { removeToTheEnd } from '../commands/remove-unreferenced.ts';
import { preparePicture } from '../commands/prepare-picture.ts';
import { previewClearStorage } from '../commands/preview-clear-storage.ts';
import { storeImage } from '../commands/store-image.ts';
import type { ImagesContext } from '../deps.ts';
import { sendPicture } from './picture-answer.ts';

/** What these routes need of whatever looks for faces. */
interface FaceDetection {
  /** A picture was stored. */
  stored(): void;
  /** Resolves when the pictures that are being looked at now are done with. */
  settled(): Promise<void>;
}

export function addImageRoutes(app: FastifyInstance, deps: ImagesContext, detection: FaceDetection): void {
  route(app, calls.getImage, ({ request, reply, params }) => sendPicture(request, reply, params.id, 'whole', deps));
  route(app, calls.getThumbnail, ({ request, reply, params }) =>
    sendPicture(request, reply, params.id, 'thumbnail', deps),
  );

  route(app, calls.clearImageStorage, async ({ audit }) => {
    const removed = await clearStorage(deps);
    audit.add({ ...removed });
    return removed;
  });

  route(app, calls.previewClearImageStorage, () => previewClearStorage(deps));

  route(app, calls.readImage, ({ request, reply, params }) => sendPicture(request, reply, params.id, 'whole', deps));
  route(app, calls.knownImages, async ({ body }) => ({
    known: await deps.store.sentAgain(body.ids, deps.kit.clock.now()),
  }));

  route(app, calls.preparePicture, async ({ request, query }) => {
    await admitSearch(query, deps);
    const sent = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    await scanBytes(sent, deps.kit.scanner);
    return preparePicture(sent, query.imageId, deps);
  });

  route(app, calls.storeImage, async ({ request, requestId }) => {
    if (!Buffer.isBuffer(request.body) || request.body.byteLength === 0)
      throw apiError('NOT_AN_IMAGE', { status: 400 });
    const image = await storeImage(request.body, deps, requestId);
    detection.stored();
    return image;
  });

  route(app, calls.eraseImages, async ({ body }) => {
    // Those that the deletion of the profile took along a moment before count too.
    const now = deps.kit.clock.now();
    const gone = await removeToTheEnd(body.ids, { once: now, again: now }, deps);
    // The bus is emptied of them after that.
    await untilPublished(deps.store, gone);
    return { removed: { pictures: gone.length }, gone };
  });
  route(app, calls.dropImages, ({ body }) => dropImages(body.ids, deps.kit.clock.now(), deps));
  route(app, calls.scrubImages, async () => {
    // What is seen on a picture that has gone meanwhile is in the index for a moment.
    await detection.settled();
    await deps.store.scrub();
    await deps.index?.scrub();
  });
}
