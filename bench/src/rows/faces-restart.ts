import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openEmbeddedFaceIndex } from '@numscope/adapters/embedded';
import { calls } from '@numscope/contracts';
import { Api } from '@numscope/e2e/api';
import { lookUpPortraits, startPortraitProvider } from '@numscope/e2e/portrait-provider';
import { type Product, startProduct } from '@numscope/e2e/product';
import { imagesOf, searchByPicture } from '@numscope/e2e/search-by-picture';
import { createLogger } from '@numscope/platform';
import { faceVectors, VECTOR_LENGTH } from '@numscope/testing/face-vectors';
import { portrait } from '@numscope/testing/portraits';
import * as z from 'zod';
import { type Row, seconds } from '../report.ts';

const SLICE = 1000;
const HOUR_MS = 3_600_000;
const MOST_READY_MS = 5000;
/** Between two looks at how far it is, each of which counts all faces. */
const LOOK_MS = 500;

const Known = z.array(z.object({ model: z.string(), seen: z.string(), vector: z.instanceof(Uint8Array) })).min(1);
type Vector = Float32Array<ArrayBuffer>;

const vectorOf = (bytes: Uint8Array): Vector => new Float32Array(Uint8Array.from(bytes).buffer);
const bytesOf = (vector: Vector): Uint8Array => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
const meanOf = (vectors: readonly Vector[]): Vector =>
  Float32Array.from(
    { length: VECTOR_LENGTH },
    (_none, d) => vectors.reduce((sum, one) => sum + (one[d] ?? 0), 0) / vectors.length,
  );

/**
 * Records of so many faces more, as if so many pictures had been looked at an hour ago, and their vectors. They lie
 * around the faces that are there, as faces of others do: three that are far from all the rest are no case to measure.
 */
async function seed(dataDir: string, count: number): Promise<void> {
  const db = new DatabaseSync(join(dataDir, 'images.sqlite'));
  const known = Known.parse(db.prepare('SELECT model, seen, vector FROM face').all());
  const { model, seen } = known[0] ?? { model: '', seen: '' };
  const middle = meanOf(known.map(({ vector }) => vectorOf(vector)));
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
  let slice: { id: string; vector: Vector }[] = [];
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
  for (const { id, vector } of faceVectors(count)) {
    const moved = Float32Array.from(vector, (value, d) => value + (middle[d] ?? 0));
    if (slice.push({ id, vector: moved }) === SLICE) await flush();
  }
  await flush();
  await index.close();
  db.close();
}

interface Restart {
  product: Product;
  /** Milliseconds from the start of the process: to the first healthy answer, a stored picture found by another, all compared. */
  readyMs: number;
  matchMs: number;
  /** How many searches that took. */
  tries: number;
  /** Milliseconds of the next search, for which the model is loaded. */
  nextMs: number;
  indexedMs: number;
}

/** @param wanted - pictures that the search must find */
async function restart(dataDir: string, wanted: readonly string[]): Promise<Restart> {
  const began = performance.now();
  const since = (): number => performance.now() - began;
  const product = await startProduct({ dataDir, embedded: true, env: { FACE_SEARCHES_PER_HOUR: '100000' } });
  const api = await Api.login(product.url);
  const matched = async (): Promise<Pick<Restart, 'matchMs' | 'tries' | 'nextMs'>> => {
    for (let tries = 1; ; tries++) {
      const found = new Set(imagesOf(await searchByPicture(api, portrait('a-1'))));
      if (!wanted.every((id) => found.has(id))) continue;
      const matchMs = since();
      await searchByPicture(api, portrait('a-1'));
      return { matchMs, tries, nextMs: since() - matchMs };
    }
  };
  const indexed = async (): Promise<number> => {
    while (!(await api.call(calls.facesState)).indexed) await pause();
    return since();
  };
  const [first, indexedMs] = await Promise.all([matched(), indexed()]);
  return { product, readyMs: product.readyMs, ...first, indexedMs };
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LOOK_MS));

const said = ({ readyMs, matchMs, tries, nextMs, indexedMs }: Restart): string =>
  `answers after ${seconds(readyMs)}, the first match after ${seconds(matchMs)} (${tries} searches; the next takes ${seconds(nextMs)}), all compared after ${seconds(indexedMs)}`;

/** The whole product in one process, begun again with so many faces: after it was ended, and after it was killed. */
export async function measureFacesRestart(count: number): Promise<Row> {
  const provider = await startPortraitProvider();
  const first = await startProduct({ embedded: true, sources: provider.sources });
  try {
    const api = await Api.login(first.url);
    await lookUpPortraits(api);
    const wanted = imagesOf(await searchByPicture(api, portrait('a-1')));
    await first.stop();
    await seed(first.dataDir, count);
    const ended = await restart(first.dataDir, wanted);
    await ended.product.stop('SIGKILL');
    const killed = await restart(first.dataDir, wanted);
    await killed.product.stop();
    const worst = Math.max(ended.matchMs, killed.matchMs);
    return {
      work: `the product begun again with ${count} faces, in one process`,
      floor: `without them ${seconds(first.readyMs)} to the first answer`,
      product: `${said(ended)}; killed before: ${said(killed)}`,
      bar: `the first match within ${MOST_READY_MS / 1000} s`,
      reached: worst <= MOST_READY_MS,
    };
  } finally {
    await first.discard();
    await provider.close();
  }
}
