import type { BlobStore, EventBus, FaceIndex, ServiceClient, ServiceKit } from '@numscope/platform';
import type { FaceEncoder } from './faces/face-encoder.port.ts';
import type { FaceCounts } from './faces/face-store.port.ts';
import type { MeasuredPictures } from './pictures/measure-pictures.ts';
import type { ImageStore } from './store/image-store.port.ts';

export interface ImagesSettings {
  /** Whether a search must say what it is for. */
  requirePurpose: boolean;
  /** Searches that one user may make in an hour. */
  faceSearchesPerHour: number;
  /** What a user must agree to before the first search; null: nothing. */
  faceNotice: string | null;
  /** How soon face detection is tried again that could not begin, in milliseconds; after 2 seconds unless said. */
  detectAgainMs?: number;
}

/** What the images service needs from the process that runs it. */
export interface ImagesDeps {
  kit: ServiceKit;
  bus: EventBus;
  /** Asks profiles which pictures they refer to. */
  client: ServiceClient;
  blobs: BlobStore;
  store: ImageStore;
  /** Null: faces are turned off. The service closes it. */
  encoder: FaceEncoder | null;
  /** Null: no face is found by another. */
  index: FaceIndex | null;
  /** Drops the vectors of all models but the one in use, that other processes may write; absent: there are no others. */
  dropFormerVectors?: () => Promise<void>;
  settings: ImagesSettings;
}

/** What its commands and consumers share. */
export interface ImagesContext extends ImagesDeps {
  measured: MeasuredPictures;
  /** Whether the index of faces was found to be as the records; faces that it lacks are not found before. */
  indexed(): Promise<boolean>;
  /** How far the model in use has looked, some seconds ago at most: counting takes long where pictures are many. */
  counts(): Promise<FaceCounts>;
  /** Stored pictures that it has not looked at, some seconds ago at most. */
  waiting(): Promise<number>;
}
