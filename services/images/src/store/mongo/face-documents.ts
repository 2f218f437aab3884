import { BoundingBox, FaceEstimates, FaceQuality } from '@numscope/contracts';
import * as z from 'zod';
import { faceId } from '../../faces/face-ids.ts';
import type { EncodedFace } from '../../faces/face-encoder.port.ts';
import type { FaceRecord } from '../../faces/face-store.port.ts';
import { bytesOf, vectorOf } from '../../faces/vector-bytes.ts';

/** How face detection of a picture stands; kept under the name `look`. */
export interface DetectionDocument {
  /** The model that found these faces; absent: none has looked yet. */
  model?: string;
  state?: 'LOOKED' | 'FAILED';
  reason?: string;
  at?: number;
  /** How many it saw. */
  faces?: number;
  /** Until then somebody has it in hand. */
  until?: number;
  tries?: number;
}

export interface FaceDocument extends Omit<EncodedFace, 'vector'> {
  fit: boolean;
  vector: Buffer;
}

export const faceDocument = (face: FaceRecord): FaceDocument => ({
  fit: face.quality.faults.length === 0,
  boundingBox: face.boundingBox,
  confidence: face.confidence,
  quality: face.quality,
  estimates: face.estimates,
  vector: Buffer.from(bytesOf(face.vector)),
});

/** Bytes as the driver gives them: its own object around them, or they themselves. */
const Bytes = z.union([
  z.instanceof(Uint8Array),
  z
    .object({ buffer: z.instanceof(Uint8Array), position: z.number() })
    .transform((it) => it.buffer.subarray(0, it.position)),
]);

const Kept = z.object({
  _id: z.string(),
  look: z.object({ model: z.string() }),
  faces: z
    .array(
      z.object({
        boundingBox: BoundingBox,
        confidence: z.number(),
        quality: FaceQuality,
        estimates: FaceEstimates.default({}),
        vector: Bytes,
      }),
    )
    .default([]),
});

/** The faces of a picture's document. */
export function readFaces(document: unknown): FaceRecord[] {
  const { _id: imageId, look, faces } = Kept.parse(document);
  return faces.map(({ vector, ...face }, n) => ({
    id: faceId(imageId, n),
    imageId,
    model: look.model,
    ...face,
    vector: vectorOf(vector),
  }));
}
