import type { Collection, Connection, OutboxEntry } from '@numscope/adapters/mongo';
import { StoredImage } from '@numscope/contracts';
import * as z from 'zod';
import type { DetectionDocument, FaceDocument } from './face-documents.ts';
import type { ImageState } from '../image-store.port.ts';

export interface ImageDocument extends Omit<StoredImage, 'id'> {
  _id: string;
  state: ImageState;
  /** Last time the picture came. */
  sentAt: number;
  /** Tells a picture that only one profile can refer to. */
  timesSent: number;
  removingAt?: number;
  dueAt?: number;
  /** The event that it is stored, until that is on the bus. */
  told?: OutboxEntry;
  look?: DetectionDocument;
  /** The faces that the newest model found. */
  faces?: FaceDocument[];
}

export type Images = Collection<ImageDocument>;

export async function openImages(connection: Connection): Promise<Images> {
  const images = connection.collection<ImageDocument>('images');
  await images.createIndexes([
    { key: { dueAt: 1 }, name: 'due', sparse: true },
    { key: { state: 1, 'look.model': 1, 'look.state': 1, 'look.until': 1 }, name: 'looked' },
    { key: { 'look.model': 1, 'look.at': 1, 'look.faces': 1 }, name: 'kept' },
    { key: { 'told.id': 1 }, name: 'told', sparse: true },
  ]);
  return images;
}

const State = z.enum(['PENDING', 'STORED', 'REMOVING']);

/** @throws Error when it is no state that was ever written */
export const readState = (document: { state: unknown }): ImageState => State.parse(document.state);

const Kept = StoredImage.omit({ id: true })
  .extend({ _id: z.string() })
  .transform(({ _id, ...image }): StoredImage => ({ id: _id, ...image }));

/** @throws Error when the document is not one that was ever written */
export const readImage = (document: unknown): StoredImage => Kept.parse(document);
