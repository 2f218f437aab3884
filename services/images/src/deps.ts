import type { BlobStore, EventBus, ServiceClient, ServiceKit } from '@numscope/platform';
import type { MeasuredPictures } from './pictures/measure-pictures.ts';
import type { ImageStore } from './store/image-store.port.ts';

/** What the images service needs from the process that runs it. */
export interface ImagesDeps {
  kit: ServiceKit;
  bus: EventBus;
  /** Asks profiles which pictures they refer to. */
  client: ServiceClient;
  blobs: BlobStore;
  store: ImageStore;
}

/** What its commands and consumers share. */
export interface ImagesContext extends ImagesDeps {
  measured: MeasuredPictures;
}
