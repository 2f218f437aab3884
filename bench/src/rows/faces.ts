import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedFaceIndex } from '@numscope/adapters/embedded';
import { createLogger, type FaceIndex, type FaceVector } from '@numscope/platform';
import { distanceOf, faceVectors, VECTOR_LENGTH } from '@numscope/testing/face-vectors';
import { Index, MetricKind, ScalarKind } from 'usearch';
import { ms, percentile, type Row, seconds } from '../report.ts';

const CLIENTS = 20;
const SEARCHES_A_CLIENT = 100;
const SOUGHT = 100;
const NEAREST = 10;
const ADDED_AT_ONCE = 1000;
const MOST_P95_MS = 20;
const MOST_READY_MS = 5000;
const LEAST_FOUND = 0.95;

const log = createLogger('bench', 'silent');
const openIn = (folder: string) => openEmbeddedFaceIndex({ folder, model: 'bench', length: VECTOR_LENGTH, log });

function* slicesOf(faces: Iterable<FaceVector>): Generator<FaceVector[]> {
  let slice: FaceVector[] = [];
  for (const face of faces) {
    if (slice.push(face) < ADDED_AT_ONCE) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

/** Pictures of people who are among the faces, and how far the true nearest of all are. */
function soughtAmong(count: number): { vector: Float32Array; tenth: number }[] {
  const sought: { vector: Float32Array; nearest: number[] }[] = [];
  const every = Math.max(1, Math.floor(count / SOUGHT));
  let n = 0;
  for (const { vector } of faceVectors(count))
    if (n++ % every === 0 && sought.length < SOUGHT)
      sought.push({ vector: vector.map((value, d) => value + Math.sin(n + d) / 100), nearest: [] });
  for (const { vector } of faceVectors(count))
    for (const one of sought) {
      const distance = distanceOf(one.vector, vector);
      if (one.nearest.length === NEAREST && distance >= (one.nearest.at(-1) ?? 0)) continue;
      one.nearest = [...one.nearest, distance].sort((a, b) => a - b).slice(0, NEAREST);
    }
  return sought.map(({ vector, nearest }) => ({ vector, tenth: nearest.at(-1) ?? 0 }));
}

/** What part of the true nearest is found; what is no further than the last of them counts, but for rounding. */
const ROUNDING = 1.003;

async function foundPart(index: FaceIndex, sought: ReturnType<typeof soughtAmong>): Promise<number> {
  let found = 0;
  for (const { vector, tenth } of sought) {
    const near = await index.near(vector, NEAREST);
    found += near.filter(({ distance }) => distance <= tenth * ROUNDING).length;
  }
  return found / (sought.length * NEAREST);
}

async function times(search: (turn: number) => unknown): Promise<number[]> {
  const taken: number[] = [];
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_none, client) => {
      for (let turn = 0; turn < SEARCHES_A_CLIENT; turn++) {
        const began = performance.now();
        await search(client * SEARCHES_A_CLIENT + turn);
        taken.push(performance.now() - began);
      }
    }),
  );
  return taken;
}

/** usearch alone in this thread, on the very file: what a search takes that waits for nobody. */
function bareSearch(folder: string, sought: ReturnType<typeof soughtAmong>): number {
  const bare = new Index({
    dimensions: VECTOR_LENGTH,
    metric: MetricKind.L2sq,
    quantization: ScalarKind.F16,
    connectivity: 16,
    expansion_add: 128,
    expansion_search: 128,
    multi: false,
  });
  bare.load(join(folder, readdirSync(folder).find((name) => name.endsWith('.usearch')) ?? ''));
  const taken = sought.map(({ vector }) => {
    const began = performance.now();
    bare.search(vector, NEAREST, 1);
    return performance.now() - began;
  });
  return percentile(taken, 0.95);
}

/** Search beside bare usearch: vectors spread as those of faces are, several of each person. */
export async function measureFaces(count: number): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'numscope-faces-'));
  try {
    const sought = soughtAmong(count);
    const filling = await openIn(folder);
    const began = performance.now();
    for (const slice of slicesOf(faceVectors(count))) await filling.add(slice);
    const filled = performance.now() - began;
    await filling.close();
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    const bare = bareSearch(folder, sought);
    const before = process.memoryUsage().rss;
    const opening = performance.now();
    const index = await openIn(folder);
    const ready = performance.now() - opening;
    const part = await foundPart(index, sought);
    const taken = await times((turn) => index.near(sought[turn % SOUGHT]?.vector ?? new Float32Array(), NEAREST));
    const memory = process.memoryUsage().rss - before;
    await index.close();
    const p95 = percentile(taken, 0.95);
    const mb = (size: number): string => `${Math.round(size / 1e6)} MB`;
    return {
      work: `search beside bare usearch: the ${NEAREST} nearest of ${count} faces, ${CLIENTS} clients`,
      floor: `p95 ${ms(bare)} for one at a time`,
      product: `p95 ${ms(p95)}, ${(part * 100).toFixed(1)} of 100 true nearest; ready after ${seconds(ready)}, ${mb(bytes)} on disk, ${mb(memory)} of memory, filled in ${seconds(filled)}`,
      bar: `p95 ${MOST_P95_MS} ms, ${LEAST_FOUND * 100} of 100, ready within ${MOST_READY_MS / 1000} s`,
      reached: p95 <= MOST_P95_MS && part >= LEAST_FOUND && ready <= MOST_READY_MS,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
