import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openEmbeddedFaceIndex } from '@numscope/adapters/embedded';
import type { FaceIndex } from '@numscope/platform';
import { faceVectors, VECTOR_LENGTH } from '@numscope/testing/face-vectors';
import { compareIndex } from '../src/faces/compare-index.ts';
import type { FaceRecord, FaceStore } from '../src/faces/face-store.port.ts';
import type { ImageStore } from '../src/store/image-store.port.ts';
import { type Setup, setUp } from './setup.ts';
import { jpeg } from './pictures.ts';

const MODEL = 'm';
const UNDER_WAY_MS = 20;
let setup: Setup;
let index: FaceIndex;
beforeAll(async () => {
  setup = await setUp();
  index = await openEmbeddedFaceIndex({
    folder: join(setup.test.dir, 'compared'),
    model: MODEL,
    length: VECTOR_LENGTH,
    log: setup.test.kit.log,
  });
});
afterAll(async () => {
  await index.close();
  await setup.close();
});

const vectors = [...faceVectors(6)].map(({ vector }) => vector);

/** Keeps a picture with a face of each of these vectors; the last is too poor to be compared. */
async function keep(size: number, seen: Float32Array[]): Promise<FaceRecord[]> {
  const { id } = await setup.store(await jpeg(size, size));
  const faces = seen.map((vector, n): FaceRecord => {
    const faults = n === seen.length - 1 && n > 0 ? (['BLURRED'] as const) : [];
    return {
      id: `${id}.${n}`,
      imageId: id,
      model: MODEL,
      boundingBox: { left: 0, top: 0, width: 1, height: 1 },
      confidence: 1,
      quality: { pixels: 100, sharpness: 1, yaw: null, pitch: null, roll: null, faults: [...faults] },
      estimates: {},
      vector,
    };
  });
  await setup.deps.store.faces.keep(id, MODEL, faces, setup.test.clock.now(), []);
  return faces;
}

it('adds what the index lacks, leaves out what is too poor, and removes what has no record', async () => {
  const [first, second, poor] = [...(await keep(40, vectors.slice(0, 1))), ...(await keep(50, vectors.slice(1, 3)))];
  const orphan = { id: `${'f'.repeat(64)}.0`, vector: vectors[5] ?? new Float32Array(VECTOR_LENGTH) };
  await index.add([orphan]);
  const { store, kit } = setup.deps;
  const whole: string[] = [];
  const compared = { store, kit, index, model: MODEL, underWayMs: UNDER_WAY_MS };
  await compareIndex(compared, (identity) => whole.push(identity), new AbortController().signal);
  expect(whole).toEqual([await index.identity()]);
  const ids = [first, second, poor].map((face) => face?.id ?? '');
  expect(await index.missing([...ids, orphan.id])).toEqual([poor?.id, orphan.id]);
  expect(await index.size()).toBe(2);
});

it('asks an index that may lack any face only once what it lacks', async () => {
  const [face] = await keep(60, vectors.slice(3, 4));
  const empty = await openEmbeddedFaceIndex({
    folder: join(setup.test.dir, 'empty'),
    model: MODEL,
    length: VECTOR_LENGTH,
    log: setup.test.kit.log,
  });
  const { store, kit } = setup.deps;
  const asked: number[] = [];
  const faces: FaceStore = Object.assign(Object.create(store.faces) as FaceStore, {
    fitIdsSince: async (since: number) => (asked.push(since), []),
  });
  const compared = {
    store: Object.assign(Object.create(store) as ImageStore, { faces }),
    kit,
    index: empty,
    model: MODEL,
  };
  await compareIndex(compared, () => undefined, new AbortController().signal);
  expect(asked).toEqual([]);
  expect(await empty.missing([face?.id ?? ''])).toEqual([]);
  await empty.close();
});

it('looks first for the newest that were kept since the index was saved, however long ago that was', async () => {
  const { store, kit } = setup.deps;
  const kept: FaceRecord[] = [];
  const begun: number[] = [];
  for (const [place, vector] of vectors.slice(0, 3).entries()) {
    setup.test.clock.advance(1000);
    begun.push(setup.test.clock.now());
    kept.push(...(await keep(80 + place, [vector])));
  }
  const newest = kept.map(({ id }) => id).toReversed();
  expect(await store.faces.fitIdsSince(0, 2, MODEL)).toEqual(newest.slice(0, 2));
  expect(await store.faces.fitIdsSince(begun[1] ?? 0, 9, MODEL)).toEqual(newest.slice(0, 2));
  const asked: unknown[] = [];
  const faces: FaceStore = Object.assign(Object.create(store.faces) as FaceStore, {
    fitIdsSince: async (...all: Parameters<FaceStore['fitIdsSince']>) => {
      asked.push(all);
      return store.faces.fitIdsSince(...all);
    },
  });
  const old: FaceIndex = Object.assign(Object.create(index) as FaceIndex, {
    behindSince: async () => 1_000_000,
    identity: () => index.identity(),
    missing: (ids: string[]) => index.missing(ids),
    add: (added: Parameters<FaceIndex['add']>[0]) => index.add(added),
    idsAfter: (after: string, limit: number) => index.idsAfter(after, limit),
  });
  const compared = {
    store: Object.assign(Object.create(store) as ImageStore, { faces }),
    kit,
    index: old,
    model: MODEL,
  };
  await compareIndex(compared, () => undefined, new AbortController().signal);
  expect(asked).toEqual([[1_000_000 - 60_000, 5000, MODEL]]);
  expect(await index.missing(newest)).toEqual([]);
});

it('puts a face back whose record is kept only after it was taken for one without', async () => {
  const [face] = await keep(70, vectors.slice(4, 5));
  const { store, kit } = setup.deps;
  let looks = 0;
  const faces: FaceStore = Object.assign(Object.create(store.faces) as FaceStore, {
    // The record is late: the first two looks do not see it.
    fitIdsOf: async (ids: string[], model: string) =>
      (await store.faces.fitIdsOf(ids, model)).filter((id) => id !== face?.id || ++looks > 2),
  });
  const compared = {
    store: Object.assign(Object.create(store) as ImageStore, { faces }),
    kit,
    index,
    model: MODEL,
    underWayMs: UNDER_WAY_MS,
  };
  await compareIndex(compared, () => undefined, new AbortController().signal);
  expect(looks).toBe(3);
  expect(await index.missing([face?.id ?? ''])).toEqual([]);
});
