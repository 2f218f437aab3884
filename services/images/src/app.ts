import {
  type Consumer,
  createRelay,
  createServiceApp,
  finishApp,
  reasonOf,
  type Service,
  sharedFor,
} from '@numscope/platform';
import { forgetSearches } from './commands/admit-search.ts';
import { dropDueImages } from './commands/drop-images.ts';
import { consumeProfileDeleted } from './consumers/profile-deleted.ts';
import type { ImagesContext, ImagesDeps } from './deps.ts';
import { FaceQueue } from './faces/face-queue.ts';
import { FormerFaces } from './faces/former-faces.ts';
import { IndexUpkeep } from './faces/index-upkeep.ts';
import { warmEncoder } from './faces/warm-encoder.ts';
import { measurePictures } from './pictures/measure-pictures.ts';
import { addFaceRoutes } from './routes/face.routes.ts';
import { addImageRoutes } from './routes/image.routes.ts';
import { addSearchRoutes } from './routes/search.routes.ts';

/** A source's photo may be larger than what a user may search with. */
const PICTURE_BYTES = 10 * 1024 * 1024;
const SECOND_LOOK_MS = 60_000;
const COUNTED_MS = 3000;
const NOTHING = { looked: 0, waiting: 0, failed: 0, faces: 0 };

/** Keeps the pictures: cleaned, once by content, as long as a profile refers to them. */
export async function createImagesService(deps: ImagesDeps): Promise<Service> {
  const { kit, bus, blobs, store, encoder, index } = deps;
  const upkeep = encoder && index && new IndexUpkeep({ store, kit, index, model: encoder.model.id });
  const context: ImagesContext = {
    ...deps,
    measured: measurePictures(kit),
    indexed: async () => (await upkeep?.isWhole()) ?? false,
    counts: sharedFor(COUNTED_MS, async () => (encoder ? store.faces.counts(encoder.model.id) : NOTHING)),
    waiting: sharedFor(COUNTED_MS, async () => (encoder ? store.faces.waiting(encoder.model.id) : 0)),
  };
  const app = createServiceApp(kit);
  const relay = createRelay(deps);
  const former = new FormerFaces(context);
  const queue = encoder && new FaceQueue(context, encoder, () => relay.wake());
  const closing = new AbortController();
  // At once: a start has more to do until searches come.
  if (encoder && index) void warmEncoder(encoder, index, closing.signal);
  let consumer: Consumer | undefined;
  let timer: NodeJS.Timeout | undefined;

  const secondLook = (): void => {
    timer = setTimeout(() => {
      dropDueImages(context)
        .catch((error: unknown) =>
          kit.log.warn({ reason: reasonOf(error) }, 'pictures of deleted profiles could not be looked at'),
        )
        .then(() => forgetSearches(context))
        .catch((error: unknown) =>
          kit.log.warn({ reason: reasonOf(error) }, 'searches by faces that count no more could not be forgotten'),
        )
        .finally(() => timer && secondLook());
    }, SECOND_LOOK_MS).unref();
  };

  for (const type of [/^image\//, 'application/octet-stream']) {
    app.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: PICTURE_BYTES }, (_request, body, done) =>
      done(null, body),
    );
  }
  addImageRoutes(app, context, {
    stored() {
      relay.wake();
      queue?.wake();
    },
    settled: async () => queue?.settled(),
  });
  addFaceRoutes(app, context);
  await addSearchRoutes(app, context, relay);
  const finished = await finishApp('images', app, {
    records: () => store.check(),
    blobs: () => blobs.check(),
    bus: () => bus.check(),
  });

  return {
    ...finished,
    async start() {
      relay.start();
      consumer = await consumeProfileDeleted(context);
      secondLook();
      queue?.wake();
      upkeep?.start();
      if (!queue) kit.log.info('faces are turned off: no picture is looked at, and what was kept of faces is removed');
      former.start();
    },
    async close() {
      clearTimeout(timer);
      timer = undefined;
      closing.abort();
      await consumer?.close();
      await app.close();
      // What it looks at is given back, for whoever comes next.
      await Promise.all([queue?.close(), encoder?.close(), upkeep?.close(), former.close()]);
      await relay.close();
      await store.close();
    },
  };
}
