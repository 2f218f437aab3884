import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createLogger } from '@numscope/platform';
import { stubClient } from '@numscope/testing';

import { FaceFeed } from '../src/realtime/face-feed.ts';

const LOOK_MS = 3000;
const QUIET_MS = 4000;

let feed: FaceFeed;
let asked: number;
let waiting: number;
let isHeard: boolean;
let told: string[];

beforeEach(() => {
  jest.useFakeTimers();
  [asked, waiting, isHeard, told] = [0, 0, true, []];
  const client = stubClient({ picturesWaiting: () => ({ enabled: ++asked > 0, waiting }) });
  const steps = {
    begin(step: string) {
      told.push(`${step} started`);
      return () => void told.push(`${step} completed`);
    },
  };
  feed = new FaceFeed(client, { isHeard: () => isHeard }, steps, createLogger('gateway', 'silent'));
});
afterEach(async () => {
  await feed.close();
  jest.useRealTimers();
});

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

it('asks once while nothing comes, however long somebody listens', async () => {
  await pass(100 * LOOK_MS);
  expect([asked, told]).toEqual([1, []]);
});

it('asks from the first picture that comes until none waits, and then no more', async () => {
  await pass(LOOK_MS);
  waiting = 1;
  feed.changed();
  await pass(10 * LOOK_MS);
  expect(told).toEqual(['Face recognition started']);
  waiting = 0;
  await pass(LOOK_MS + QUIET_MS);
  expect(told).toEqual(['Face recognition started', 'Face recognition completed']);
  const before = asked;
  await pass(100 * LOOK_MS);
  expect(asked).toBe(before);
});

it('asks again when somebody listens after nobody did', async () => {
  await pass(LOOK_MS);
  isHeard = false;
  await pass(2 * LOOK_MS);
  [isHeard, waiting] = [true, 3];
  await pass(2 * LOOK_MS);
  expect([asked > 1, told]).toEqual([true, ['Face recognition started']]);
});
