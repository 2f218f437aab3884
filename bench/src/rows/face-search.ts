import type { FaceIndex, FaceVector } from '@numscope/platform';
import { distanceOf, faceVectors } from '@numscope/testing/face-vectors';
import { ms, percentile, type Row, seconds } from '../report.ts';

const CLIENTS = 20;
const SEARCHES_A_CLIENT = 100;
const SOUGHT = 100;
export const NEAREST = 10;
const ADDED_AT_ONCE = 1000;
const MOST_P95_MS = 20;
const MOST_READY_MS = 5000;
const LEAST_FOUND = 0.95;

/** A face that is looked for, and how far the last of the true nearest is. */
export interface Sought {
  vector: Float32Array;
  tenth: number;
}

/** An index of faces that can be filled, closed and opened again. */
export interface MeasuredIndex {
  /** `usearch`, `Elasticsearch`. */
  engine: string;
  open(): Promise<FaceIndex>;
  /** Milliseconds that the engine alone takes at the 95th percentile, one search at a time. */
  bare(sought: readonly Sought[]): Promise<number>;
  diskBytes(): Promise<number>;
  /** What the process that holds the vectors has of the memory now. */
  memoryBytes(): number;
}

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
function soughtAmong(count: number): Sought[] {
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

async function foundPart(index: FaceIndex, sought: readonly Sought[]): Promise<number> {
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

const mb = (size: number): string => `${Math.round(size / 1e6)} MB`;

/** Search beside the bare engine: vectors spread as those of faces are, several of each person. */
export async function measureFaceSearch(count: number, measured: MeasuredIndex): Promise<Row> {
  const sought = soughtAmong(count);
  const filling = await measured.open();
  const began = performance.now();
  for (const slice of slicesOf(faceVectors(count))) await filling.add(slice);
  const filled = performance.now() - began;
  await filling.close();
  const disk = await measured.diskBytes();
  const bare = await measured.bare(sought);
  const before = measured.memoryBytes();
  const opening = performance.now();
  const index = await measured.open();
  await index.near(sought[0]?.vector ?? new Float32Array(), NEAREST);
  const ready = performance.now() - opening;
  const part = await foundPart(index, sought);
  const taken = await times((turn) => index.near(sought[turn % SOUGHT]?.vector ?? new Float32Array(), NEAREST));
  const memory = Math.max(measured.memoryBytes() - before, 0);
  await index.close();
  const p95 = percentile(taken, 0.95);
  return {
    work: `search beside bare ${measured.engine}: the ${NEAREST} nearest of ${count} faces, ${CLIENTS} clients`,
    floor: `p95 ${ms(bare)} for one at a time`,
    product: `p95 ${ms(p95)}, ${(part * 100).toFixed(1)} of 100 true nearest; ready after ${seconds(ready)}, ${mb(disk)} on disk, ${mb(memory)} of memory, filled in ${seconds(filled)}`,
    bar: `p95 ${MOST_P95_MS} ms, ${LEAST_FOUND * 100} of 100, ready within ${MOST_READY_MS / 1000} s`,
    reached: p95 <= MOST_P95_MS && part >= LEAST_FOUND && ready <= MOST_READY_MS,
  };
}
