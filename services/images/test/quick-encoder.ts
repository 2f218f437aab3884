import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { builtInModel } from '../src/faces/built-in-model.ts';
import type { EncodedFace, FaceEncoder } from '../src/faces/face-encoder.port.ts';

/** As long as a vector of the built-in model, made of a picture's bytes: of the same bytes the same. */
function vectorOf(picture: Uint8Array): Float32Array {
  const first = createHash('sha512').update(picture).digest();
  const bytes = Buffer.concat([first, createHash('sha512').update(first).digest()]);
  return Float32Array.from(bytes, (byte) => byte / 1000);
}

const faceOf = (picture: Uint8Array): EncodedFace => ({
  boundingBox: { left: 0.25, top: 0.25, width: 0.5, height: 0.5 },
  confidence: 1,
  quality: { pixels: 100, sharpness: 1, yaw: 0, pitch: 0, roll: 0, faults: [] },
  estimates: {},
  vector: vectorOf(picture),
});

/**
 * Stands in for the model where a test is about what happens around it: sees one face on whatever it is given, after
 * `costMs`, with one picture in each of its threads at a time.
 */
export function quickEncoder({ threads, costMs = 0 }: { threads: number; costMs?: number }): FaceEncoder {
  const limit = pLimit(threads);
  return {
    model: { ...builtInModel, id: 'quick-1' },
    threads,
    encode: (picture) =>
      limit(async () => {
        if (costMs > 0) await pause(costMs);
        return [faceOf(picture)];
      }),
    warm: () => undefined,
    close: async () => undefined,
  };
}
