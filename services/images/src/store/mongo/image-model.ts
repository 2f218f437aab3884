import type { Connection, OutboxEntry } from '@numscope/adapters/mongo';
import { StoredImage } from '@numscope/contracts';
import { type Model, Schema } from 'mongoose';
import * as z from 'zod';
import { type FaceDocument, faceSchema, type DetectionDocument, detectionSchema } from './face-model.ts';
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

const schema = new Schema<ImageDocument>(
  {
    _id: String,
    state: String,
    type: String,
    width: Number,
    height: Number,
    bytes: Number,
    sentAt: Number,
    timesSent: Number,
    removingAt: Number,
    dueAt: Number,
    told: new Schema({ id: String, events: String }, { _id: false, id: false }),
    look: detectionSchema,
    faces: { type: [faceSchema], default: undefined },
  },
  { collection: 'images', versionKey: false },
);
schema.index({ dueAt: 1 }, { name: 'due', sparse: true });
schema.index({ state: 1, 'look.model': 1, 'look.state': 1, 'look.until': 1 }, { name: 'looked' });
schema.index({ 'look.model': 1, 'look.at': 1, 'look.faces': 1 }, { name: 'kept' });
schema.index({ 'told.id': 1 }, { name: 'told', sparse: true });

export type ImageModel = Model<ImageDocument>;

export async function openImageModel(connection: Connection): Promise<ImageModel> {
  const images = connection.model<ImageDocument>('Image', schema);
  await images.createIndexes();
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
