import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createLogger, TransientError } from '@numscope/platform';
import { FormerFaces } from '../src/faces/former-faces.ts';
import { quickEncoder } from './quick-encoder.ts';

const MINUTE_MS = 60_000;

let seen: number;
let vectors: number;
let away: boolean;
const store = {
  faces: {
    dropOthers: async (_except: string | null, limit: number) => {
      const dropped = Math.min(seen, limit);
      seen -= dropped;
      return dropped;
    },
    needsScrub: async () => false,
  },
  scrub: async () => undefined,
};
const dropFormerVectors = async (): Promise<void> => {
  if (away) throw new TransientError('it does not answer');
  vectors = 0;
};
const kit = { log: createLogger('images', 'silent') };

beforeEach(() => {
  jest.useFakeTimers();
  [seen, vectors, away] = [0, 0, false];
});
afterEach(() => void jest.useRealTimers());

it('removes what a process of before writes after faces were turned off, and tries again while an engine is away', async () => {
  [seen, vectors, away] = [1200, 3, true];
  const former = new FormerFaces({ store, kit, encoder: null, dropFormerVectors });
  former.start();
  await jest.advanceTimersByTimeAsync(1000);
  expect([seen, vectors]).toEqual([0, 3]);
  away = false;
  await jest.advanceTimersByTimeAsync(5000);
  expect(vectors).toBe(0);
  [seen, vectors] = [1, 1];
  await jest.advanceTimersByTimeAsync(MINUTE_MS);
  expect([seen, vectors]).toEqual([0, 0]);
  await former.close();
  [seen, vectors] = [1, 1];
  await jest.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect([seen, vectors]).toEqual([1, 1]);
});

it('removes vectors of another model that a process of before writes, and nothing that was seen by this one', async () => {
  [seen, vectors] = [5, 3];
  const former = new FormerFaces({ store, kit, encoder: quickEncoder({ threads: 1 }), dropFormerVectors });
  former.start();
  await jest.advanceTimersByTimeAsync(1);
  expect([seen, vectors]).toEqual([5, 0]);
  vectors = 2;
  await jest.advanceTimersByTimeAsync(MINUTE_MS);
  expect([seen, vectors]).toEqual([5, 0]);
  await former.close();
});
