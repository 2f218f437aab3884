import { describe, expect, it } from '@jest/globals';
import type { FaceIndex, FaceRecords, FaceVector } from '@numscope/platform';
import { onStorage, type Storage } from '../around.ts';
import { apart, faceVectors, nearestOf, VECTOR_LENGTH } from './face-vectors.ts';

/** What rounding to 16 bits or less changes of a distance. */
const ROUNDING = 0.02;

const vectorOf = (first: number): Float32Array => new Float32Array(VECTOR_LENGTH).fill(first, 0, 1);
const picture = (digits: string): string => digits.padEnd(64, '0');

const recordsOf = (faces: readonly FaceVector[]): FaceRecords => {
  const inOrder = faces.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return {
    after: async (id, limit) => inOrder.filter((face) => face.id > id).slice(0, limit),
    byId: async (ids) => faces.filter(({ id }) => ids.includes(id)),
  };
};

/** What every index of faces must do, by its port alone. */
export function faceIndexSuite(name: string, create: () => Promise<Storage<FaceIndex>>): void {
  describe(`index of faces: ${name}`, () => {
    let index: FaceIndex;
    const reopen = onStorage('each', create, (opened) => (index = opened));

    const idsNear = async (first: number, count = 10): Promise<string[]> =>
      (await index.near(vectorOf(first), count)).map(({ id }) => id);
    const walked = async (limit: number): Promise<string[]> => {
      const all: string[] = [];
      for (let after = '', page = await index.idsAfter(after, limit); page.length > 0;) {
        all.push(...page);
        after = page.at(-1) ?? after;
        page = await index.idsAfter(after, limit);
      }
      return all;
    };

    it('is empty at first', async () => {
      expect(await index.near(vectorOf(1), 5)).toEqual([]);
      expect([await index.size(), await index.idsAfter('', 5)]).toEqual([0, []]);
    });

    it('finds what was added, nearest first, with its distance, as soon as it is added', async () => {
      const [a, b, c] = [`${picture('a1')}.0`, `${picture('b2')}.1`, `${picture('f3')}.17`] as const;
      await index.add([
        { id: a, vector: vectorOf(0.1) },
        { id: b, vector: vectorOf(0.5) },
        { id: c, vector: vectorOf(0.9) },
      ]);
      const near = await index.near(vectorOf(0.4), 3);
      expect(near.map(({ id }) => id)).toEqual([b, a, c]);
      for (const [place, distance] of [0.1, 0.3, 0.5].entries())
        expect(Math.abs((near[place]?.distance ?? 9) - distance)).toBeLessThan(ROUNDING);
      expect(await idsNear(0.4, 1)).toEqual([b]);
      expect(await index.size()).toBe(3);
    });

    it('replaces a face that is added again', async () => {
      const id = `${picture('a1')}.0`;
      await index.add([{ id, vector: vectorOf(0.1) }]);
      await index.add([{ id, vector: vectorOf(0.9) }]);
      const near = await index.near(vectorOf(0.9), 5);
      expect(near.map((face) => face.id)).toEqual([id]);
      expect(near[0]?.distance).toBeLessThan(ROUNDING);
      expect(await index.size()).toBe(1);
    });

    it('forgets what is removed, and takes what it never had for no fault', async () => {
      const [a, b] = [`${picture('a1')}.0`, `${picture('a1')}.1`];
      await index.add([
        { id: a, vector: vectorOf(0.1) },
        { id: b, vector: vectorOf(0.1) },
      ]);
      await index.remove([a, `${picture('dd')}.0`]);
      expect(await idsNear(0.1)).toEqual([b]);
      await index.remove([b]);
      expect(await idsNear(0.1)).toEqual([]);
      await index.add([{ id: a, vector: vectorOf(0.2) }]);
      expect(await idsNear(0.1)).toEqual([a]);
    });

    it('is as it was after what was removed is overwritten', async () => {
      const [a, b] = [`${picture('a1')}.0`, `${picture('b2')}.0`];
      await index.scrub();
      await index.add([
        { id: a, vector: vectorOf(0.1) },
        { id: b, vector: vectorOf(0.2) },
      ]);
      await index.remove([a]);
      for (let times = 0; times < 2; times++) await index.scrub();
      expect(await idsNear(0.1)).toEqual([b]);
      await reopen();
      expect([await idsNear(0.1), await index.missing([a, b])]).toEqual([[b], [a]]);
    });

    it('keeps faces apart whose pictures begin alike', async () => {
      const ids = ['1', '2', '3'].map((end) => `${'ab'.repeat(31)}a${end}.0`);
      await index.add(ids.map((id, n) => ({ id, vector: vectorOf(n / 10) })));
      expect(await idsNear(0)).toEqual(ids);
      expect((await walked(1)).sort()).toEqual(ids);
      await index.remove(ids.slice(0, 1));
      expect(await idsNear(0)).toEqual(ids.slice(1));
      expect(await index.missing(ids)).toEqual(ids.slice(0, 1));
    });

    async function fill(faces: readonly FaceVector[]): Promise<void> {
      for (let at = 0; at < faces.length; at += 500) await index.add(faces.slice(at, at + 500));
    }

    /** What part of the ten true nearest is found. */
    async function foundOf(faces: readonly FaceVector[], sought: readonly Float32Array[]): Promise<number> {
      let found = 0;
      for (const vector of sought) {
        const near = new Set((await index.near(vector, 10)).map(({ id }) => id));
        found += nearestOf(faces, vector, 10).filter(({ id }) => near.has(id)).length;
      }
      return found / (sought.length * 10);
    }

    it('finds at least 95 of 100 true nearest', async () => {
      const faces = [...faceVectors(2000)];
      await fill(faces);
      const sought = [...faceVectors(100, 2)].map(({ vector }) => vector);
      expect(await foundOf(faces, sought)).toBeGreaterThanOrEqual(0.95);
    });

    it('finds as many of few faces that came before many unlike them, once it was mended', async () => {
      const few = apart([...faceVectors(60, 7)], 1.4);
      const all = [...few, ...faceVectors(4000)];
      await fill(all);
      // Gone from the index before it goes from the records: it does not come back.
      const [gone, ...faces] = all;
      await index.remove(gone ? [gone.id] : []);
      const { signal } = new AbortController();
      await index.mend(recordsOf(all), signal);
      const sought = few.map(({ vector }, n) => vector.map((value, d) => value + Math.sin(n + d) / 100));
      expect(await foundOf(faces, sought)).toBeGreaterThanOrEqual(0.95);
      expect(await index.size()).toBe(faces.length);
      expect(await index.mend(recordsOf(all), signal)).toBe(0);
    });

    it('answers each of many searches at once by what it asked for', async () => {
      const faces = [...faceVectors(200)];
      await index.add(faces);
      const counts = faces.map((_face, n) => 1 + (n % 3));
      const found = await Promise.all(faces.map(({ vector }, n) => index.near(vector, counts[n] ?? 0)));
      expect(found.map(([first]) => first?.id)).toEqual(faces.map(({ id }) => id));
      expect(found.map(({ length }) => length)).toEqual(counts);
    });

    it('tells what it lacks, and all that it has', async () => {
      const faces = [...faceVectors(57)];
      await index.add(faces.slice(0, 50));
      const ids = faces.map(({ id }) => id);
      expect(await index.missing(ids)).toEqual(ids.slice(50));
      expect(await index.missing([])).toEqual([]);
      for (const limit of [7, 25, 100]) expect((await walked(limit)).sort()).toEqual(ids.slice(0, 50).sort());
    });

    it('has after a reopening all but what it says may be missing', async () => {
      const id = `${picture('a1')}.0`;
      await index.add([{ id, vector: vectorOf(0.3) }]);
      await reopen();
      await index.check();
      expect(await idsNear(0.3)).toEqual([id]);
      expect(await index.behindSince()).toBeLessThanOrEqual(Date.now());
      await index.remove([id]);
      await reopen();
      expect(await idsNear(0.3)).toEqual([]);
    });
  });
}
