import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openEmbeddedFaceIndex } from '@numscope/adapters/embedded';
import { createLogger, type FaceIndex, type FaceVector } from '@numscope/platform';
import { faceVectors, VECTOR_LENGTH } from '@numscope/testing/face-vectors';
import * as z from 'zod';

const SLICE = 4000;
const HOUR_MS = 3_600_000;

const Known = z
  .array(z.object({ model: z.string(), seen: z.string(), id: z.string(), vector: z.instanceof(Uint8Array) }))
  .min(1);

const bytesOf = (vector: Float32Array): Uint8Array => new Uint8Array(Float32Array.from(vector).buffer);

const faceOf = ({ id, vector }: { id: string; vector: Uint8Array }): FaceVector => ({
  id,
  vector: new Float32Array(Uint8Array.from(vector).buffer),
});

/**
 * Faces in the order of their ids, in which SQLite writes them one after the other; in another it writes a page for each.
 * Their numbers lie in one array: a million small ones are gone through whenever memory is collected.
 */
function inOrder(count: number): (from: number, to: number) => FaceVector[] {
  const numbers = new Float32Array(count * VECTOR_LENGTH);
  const ids: string[] = [];
  for (const { id, vector } of faceVectors(count)) numbers.set(vector, (ids.push(id) - 1) * VECTOR_LENGTH);
  const places = Uint32Array.from(ids.keys()).sort((a, b) => ((ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1));
  return (from, to) =>
    Array.from(places.subarray(from, to), (place) => ({
      id: ids[place] ?? '',
      vector: numbers.slice(place * VECTOR_LENGTH, (place + 1) * VECTOR_LENGTH),
    }));
}

/**
 * Leaves the index as one whose faces are all within reach, without walking through them, which takes longer than to
 * fill it: those that were there before are put in anew, and lie among all others then.
 */
async function mend(index: FaceIndex, before: readonly FaceVector[]): Promise<void> {
  await index.mend({ after: async () => [], byId: async () => [] }, new AbortController().signal);
  await index.add(before);
}

/**
 * Records of so many faces more, as if so many pictures had been looked at an hour ago, and their vectors, in the data of
 * a stopped product. The faces that are there already are unlike all of them, and came before.
 */
export async function seedFaces(dataDir: string, count: number): Promise<void> {
  const db = new DatabaseSync(join(dataDir, 'images.sqlite'));
  const known = Known.parse(db.prepare('SELECT id, model, seen, vector FROM face').all());
  const [{ model, seen } = { model: '', seen: '' }] = known;
  const index = await openEmbeddedFaceIndex({
    folder: join(dataDir, 'faces'),
    model,
    length: VECTOR_LENGTH,
    log: createLogger('bench', 'silent'),
    saveEveryMs: HOUR_MS,
  });
  const image = db.prepare(
    `INSERT INTO image (id, state, type, width, height, bytes, sent_at, times_sent, face_model, face_state)
     VALUES (?, 'STORED', 'image/jpeg', 900, 1100, 100000, ?, 1, ?, 'LOOKED')`,
  );
  const face = db.prepare(
    'INSERT INTO face (id, image_id, model, fit, kept_at, seen, vector) VALUES (?, ?, ?, 1, ?, ?, ?)',
  );
  const at = Date.now() - HOUR_MS;
  const faces = inOrder(count);
  let indexing = Promise.resolve();
  for (let from = 0; from < count; from += SLICE) {
    const slice = faces(from, Math.min(from + SLICE, count));
    db.exec('BEGIN');
    for (const { id, vector } of slice) {
      const imageId = id.slice(0, id.indexOf('.'));
      image.run(imageId, at, model);
      face.run(id, imageId, model, at, seen, bytesOf(vector));
    }
    db.exec('COMMIT');
    // In a thread of its own, beside the next records.
    await indexing;
    indexing = index.add(slice);
  }
  await indexing;
  await mend(index, known.map(faceOf));
  await index.close();
  db.close();
}
