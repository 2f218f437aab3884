import type { Consumer } from '@numscope/platform';
import { dropImages } from '../commands/drop-images.ts';
import type { ImagesContext } from '../deps.ts';

/** A deleted profile takes its pictures along. */
export const consumeProfileDeleted = (deps: ImagesContext): Promise<Consumer> =>
  deps.bus.subscribe({
    topic: 'profile.deleted',
    group: 'images',
    async handle(events) {
      const images = new Set(events.flatMap((event) => event.data.images ?? []));
      await dropImages([...images], Math.min(...events.map(({ at }) => at)), deps);
    },
  });
