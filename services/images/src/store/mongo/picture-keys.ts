import type { Connection } from '@numscope/adapters/mongo';
import { imageKey, THUMBNAIL_TYPE, thumbnailKey } from '../../pictures/blob-keys.ts';
import type { ImageDocument } from './image-documents.ts';

const PAGE = 500;

/** A blob of a picture. */
export interface PictureBlob {
  /** The picture's, which is the SHA-256 of its bytes. */
  id: string;
  key: string;
  contentType: string;
  /** Whether these are the bytes that the id is of, and not the small version. */
  isWhole: boolean;
}

/** The blobs of all pictures that can be read, in order of the pictures, by pages. */
export async function* pictureBlobs(connection: Connection): AsyncIterable<PictureBlob> {
  const images = connection.collection<ImageDocument>('images');
  for (let last: string | undefined = ''; last !== undefined;) {
    const page: Array<Pick<ImageDocument, '_id' | 'type'>> = await images
      .find({ _id: { $gt: last }, state: 'STORED' }, { projection: { type: 1 } })
      .sort({ _id: 1 })
      .limit(PAGE)
      .toArray();
    for (const { _id: id, type } of page) {
      yield { id, key: imageKey(id), contentType: type, isWhole: true };
      yield { id, key: thumbnailKey(id), contentType: THUMBNAIL_TYPE, isWhole: false };
    }
    last = page.at(-1)?._id;
  }
}

/** Whether the records know a picture, in whatever state. */
export const isKnown = async (connection: Connection, id: string): Promise<boolean> =>
  (await connection.collection<ImageDocument>('images').findOne({ _id: id }, { projection: { _id: 1 } })) !== null;

/** Whether the records say that a picture's bytes are there. */
export const isReadable = async (connection: Connection, id: string): Promise<boolean> =>
  (await connection
    .collection<ImageDocument>('images')
    .findOne({ _id: id, state: 'STORED' }, { projection: { _id: 1 } })) !== null;

export { pictureOfKey } from '../../pictures/blob-keys.ts';
