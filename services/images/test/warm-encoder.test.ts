import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { openFaceEncoder } from '../src/faces/open-encoder.ts';
import { warmEncoder } from '../src/faces/warm-encoder.ts';
import { png } from './pictures.ts';

const going = new AbortController().signal;

it.each([
  ['there are faces', async () => 3, going, 1],
  ['there are none', async () => 0, going, 0],
  ['the index does not answer', () => Promise.reject(new Error('away')), going, 0],
  ['the service ends', async () => 3, AbortSignal.abort(), 0],
])('loads the model at a start where %s: %#', async (_what, size, signal, times) => {
  let warmed = 0;
  await warmEncoder({ warm: () => void warmed++ }, { size }, signal);
  expect(warmed).toBe(times);
});

it('looks at the first picture in the thread that was begun before', async () => {
  const encoder = openFaceEncoder({ threads: 1, gentle: false });
  let threads = 0;
  const count = (): void => void threads++;
  process.on('worker', count);
  const begun = once(process, 'worker');
  encoder.warm();
  encoder.warm();
  await begun;
  expect(await encoder.encode(await png(64, 64), { urgent: true })).toEqual([]);
  expect(threads).toBe(1);
  process.off('worker', count);
  await encoder.close();
});
