import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openEmbeddedFaceIndex } from '@numscope/adapters/embedded';
import { createLogger, type FaceIndex, type FaceVector } from '@numscope/platform';
import { faceVectors, VECTOR_LENGTH } from '@numscope/testing/face-vectors';
import * as z from 'zod';

const SLICE = 1000;
const HOUR_MS = 3_600_000;

const Known = z.array(z.object({ model: z.string(), seen: z.string() })).min(1);
const Row = z.object({ id: z.string(), vector: z.instanceof(Uint8Array) });

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array<ArrayBuffer>): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

const faceOf = (row: unknown): FaceVector => {
  const { id, vector } = Row.parse(row);
  return { id, vector: new Float32Array(Uint8Array.from(vector).buffer) };
};

/** As the product does while it runs. */
async function mend(index: FaceIndex, db: DatabaseSync, model: string): Promise<void> {
  const after = db.prepare('SELECT id, vector FROM face WHERE model = ? AND id > ? ORDER BY id LIMIT ?');
  const byId = db.prepare('SELECT id, vector FROM face WHERE id IN (SELECT value FROM json_each(?))');
  const records = {
    after: async (id: string, limit: number) => after.all(model, id, limit).map(faceOf),
    byId: async (ids: readonly string[]) => byId.all(JSON.stringify(ids)).map(faceOf),
  };
  await index.mend(records, new AbortController().signal);
}

/**
 * Records of so many faces more, as if so many pictures had been looked at an hour ago, and their vectors, in the data of
 * a stopped product. The faces that are there already are unlike all of them, and came before.
 */
export async function seedFaces(dataDir: string, count: number): Promise<void> {
  const db = new DatabaseSync(join(dataDir, 'images.sqlite'));
  const [{ model, seen } = { model: '', seen: '' }] = Known.parse(db.prepare('SELECT model, seen FROM face').all());
  const index = await openEmbeddedFaceIndex({
    folder: join(dataDir, 'faces'),
    model,
    length: VECTOR_LENGTH,
    log: createLogger('bench', 'silent'),
  });
  const image = db.prepare(
    `INSERT INTO image (id, state, type, width, height, bytes, sent_at, times_sent, face_model, face_state)
     VALUES (?, 'STORED', 'image/jpeg', 900, 1100, 100000, ?, 1, ?, 'LOOKED')`,
  );
  const face = db.prepare(
    'INSERT INTO face (id, image_id, model, fit, kept_at, seen, vector) VALUES (?, ?, ?, 1, ?, ?, ?)',
  );
  const at = Date.now() - HOUR_MS;
  let slice: { id: string; vector: Float32Array<ArrayBuffer> }[] = [];
  const flush = async (): Promise<void> => {
    db.exec('BEGIN');
    for (const { id, vector } of slice) {
      const imageId = id.slice(0, id.indexOf('.'));
      image.run(imageId, at, model);
      face.run(id, imageId, model, at, seen, bytesOf(vector));
    }
    db.exec('COMMIT');
    await index.add(slice);
    slice = [];
  };
  for (const { id, vector } of faceVectors(count))
    if (slice.push({ id, vector: Float32Array.from(vector) }) === SLICE) await flush();
  await flush();
  await mend(index, db, model);
  await index.close();
  db.close();
}
