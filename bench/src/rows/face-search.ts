import type { FaceIndex, FaceVector } from '@numscope/platform';
import { faceVectors } from '@numscope/testing/face-vectors';
import { ms, percentile, type Row, seconds } from '../report.ts';

const CLIENTS = 20;
/** Told beside those, for how a search that waits for few or none does. */
const FEWER_CLIENTS = [5, 1];
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
  /** The engine alone, on what the index left: one search after the other where it can do no two at once. */
  bare(): Promise<(vector: Float32Array) => Promise<unknown>>;
  /** Until what the engine does in its own time after a filling is done. */
  settled(): Promise<void>;
  /** Where an engine leaves the index in parts: how many, and the product's own joining of them until it is done. */
  parts?: { count(): Promise<number>; join(index: FaceIndex): Promise<void> };
  diskBytes(): Promise<number>;
  /** Begins before the index is opened; what that gives tells what is taken by then, as "6 MB of memory". */
  watchMemory(): () => string;
}

/** Asked for where there is no face at all. */
const NOBODY: Sought = { vector: new Float32Array(), tenth: 0 };

function* slicesOf(faces: Iterable<FaceVector>): Generator<FaceVector[]> {
  let slice: FaceVector[] = [];
  for (const face of faces) {
    if (slice.push(face) < ADDED_AT_ONCE) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

/** The square of a distance, or that it is not below `most`: most pairs of a million are told apart after few numbers. */
function squareBelow(a: Float32Array, b: Float32Array, most: number): number | null {
  let sum = 0;
  for (let d = 0; d < a.length && sum < most; d++) sum += ((a[d] ?? 0) - (b[d] ?? 0)) ** 2;
  return sum < most ? sum : null;
}

/** Pictures of people who are among the faces, and how far the true nearest of all are. */
function soughtAmong(count: number): Sought[] {
  const sought: { vector: Float32Array; squares: number[] }[] = [];
  const every = Math.max(1, Math.floor(count / SOUGHT));
  let n = 0;
  for (const { vector } of faceVectors(count))
    if (n++ % every === 0 && sought.length < SOUGHT)
      sought.push({ vector: vector.map((value, d) => value + Math.sin(n + d) / 100), squares: [] });
  for (const { vector } of faceVectors(count))
    for (const one of sought) {
      const square = squareBelow(one.vector, vector, one.squares[NEAREST - 1] ?? Infinity);
      if (square !== null) one.squares = [...one.squares, square].sort((a, b) => a - b).slice(0, NEAREST);
    }
  return sought.map(({ vector, squares }) => ({ vector, tenth: Math.sqrt(squares.at(-1) ?? 0) }));
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

/** Milliseconds at the 95th percentile of searches by so many clients, each of which waits for its answer. */
async function p95Of(search: (vector: Float32Array) => unknown, sought: readonly Sought[], clients: number) {
  const taken: number[] = [];
  await Promise.all(
    Array.from({ length: clients }, async (_none, client) => {
      for (let turn = 0; turn < SEARCHES_A_CLIENT; turn++) {
        const { vector } = sought[(client * SEARCHES_A_CLIENT + turn) % sought.length] ?? NOBODY;
        const began = performance.now();
        await search(vector);
        taken.push(performance.now() - began);
      }
    }),
  );
  return percentile(taken, 0.95);
}

/** As told in a row: of all clients, then of fewer. */
async function speedOf(search: (vector: Float32Array) => unknown, sought: readonly Sought[]) {
  const p95 = await p95Of(search, sought, CLIENTS);
  const fewer: string[] = [];
  for (const clients of FEWER_CLIENTS) fewer.push(`${ms(await p95Of(search, sought, clients))} with ${clients}`);
  return { p95, told: `p95 ${ms(p95)} (${fewer.join(', ')})` };
}

export const mb = (size: number): string => `${Math.round(size / 1e6)} MB`;

async function bareSpeed(measured: MeasuredIndex, sought: readonly Sought[]): Promise<string> {
  const search = await measured.bare();
  // An engine that compiles itself as it goes has done so when it is measured.
  await p95Of(search, sought, CLIENTS);
  return (await speedOf(search, sought)).told;
}

/** Measures searches of the parts that a filling left, and has them joined; as told in a row. */
async function speedInParts(measured: MeasuredIndex, index: FaceIndex, sought: readonly Sought[]): Promise<string> {
  if (!measured.parts) return '';
  const before = await measured.parts.count();
  const bare = await measured.bare();
  await p95Of(bare, sought, CLIENTS);
  const floor = await p95Of(bare, sought, CLIENTS);
  const product = await p95Of((vector) => index.near(vector, NEAREST), sought, CLIENTS);
  const began = performance.now();
  await measured.parts.join(index);
  const joined = performance.now() - began;
  const after = await measured.parts.count();
  return `; in the ${before} parts of the filling p95 ${ms(product)} beside ${ms(floor)}, joined into ${after} by the product in ${seconds(joined)}`;
}

/** Search beside the bare engine: vectors spread as those of faces are, several of each person. */
export async function measureFaceSearch(count: number, measured: MeasuredIndex): Promise<Row> {
  const sought = soughtAmong(count);
  const filling = await measured.open();
  const began = performance.now();
  for (const slice of slicesOf(faceVectors(count))) await filling.add(slice);
  const filled = performance.now() - began;
  await measured.settled();
  const settled = performance.now() - began;
  const parts = await speedInParts(measured, filling, sought);
  await filling.close();
  const disk = await measured.diskBytes();
  const bare = await bareSpeed(measured, sought);
  const memory = measured.watchMemory();
  const opening = performance.now();
  const index = await measured.open();
  await index.near((sought[0] ?? NOBODY).vector, NEAREST);
  const ready = performance.now() - opening;
  const part = await foundPart(index, sought);
  const { p95, told } = await speedOf((vector) => index.near(vector, NEAREST), sought);
  const held = memory();
  await index.close();
  return {
    work: `search beside bare ${measured.engine}: the ${NEAREST} nearest of ${count} faces, ${CLIENTS} clients`,
    floor: bare,
    product: `${told}, ${(part * 100).toFixed(1)} of 100 true nearest; ready after ${seconds(ready)}, ${mb(disk)} on disk, ${held}, filled in ${seconds(filled)}, at rest after ${seconds(settled)}${parts}`,
    bar: `p95 ${MOST_P95_MS} ms, ${LEAST_FOUND * 100} of 100, ready within ${MOST_READY_MS / 1000} s`,
    reached: p95 <= MOST_P95_MS && part >= LEAST_FOUND && ready <= MOST_READY_MS,
  };
}
