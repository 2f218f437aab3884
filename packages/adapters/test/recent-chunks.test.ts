import { expect, it } from '@jest/globals';
import { RecentChunks } from '../src/embedded/bus/recent-chunks.ts';

const chunk = (stream: string, first: number, count: number, bytes = 10) => ({
  stream,
  first,
  count,
  payload: 'x'.repeat(bytes),
});

it('reads on from any place that it has, about as much as is wanted', () => {
  const recent = new RecentChunks();
  for (const first of [100, 110, 120]) recent.add(chunk('a/0', first, 10));
  const firsts = (from: number, limit: number) =>
    recent.read([{ stream: 'a/0', from }], limit)?.[0]?.map(({ first }) => first);
  expect(firsts(100, 1000)).toEqual([100, 110, 120]);
  expect(firsts(115, 5)).toEqual([110]);
  expect(firsts(115, 6)).toEqual([110, 120]);
  expect(firsts(129, 1000)).toEqual([120]);
});

it('leaves to the log what lies before it, for all streams that are read at once', () => {
  const recent = new RecentChunks();
  recent.add(chunk('a/0', 100, 10));
  recent.add(chunk('a/1', 0, 10));
  const all = [
    { stream: 'a/1', from: 0 },
    { stream: 'a/0', from: 99 },
  ];
  expect(recent.read(all, 10)).toBeNull();
  expect(recent.read([{ stream: 'a/2', from: 0 }], 10)).toBeNull();
  expect(recent.read(all.slice(0, 1), 10)).toEqual([[{ first: 0, count: 10, payload: 'x'.repeat(10) }]]);
});

it('keeps a few megabytes, the newest of all streams', () => {
  const recent = new RecentChunks();
  for (let n = 0; n < 10; n++) recent.add(chunk(`a/${n % 2}`, Math.floor(n / 2), 1, 900_000));
  expect(recent.read([{ stream: 'a/0', from: 2 }], 10)).toBeNull();
  expect(recent.read([{ stream: 'a/0', from: 3 }], 10)?.[0]).toHaveLength(1);
  expect(recent.read([{ stream: 'a/1', from: 3 }], 10)?.[0]).toHaveLength(1);
});

it('has nothing once it was cleared, and begins anew behind it', () => {
  const recent = new RecentChunks();
  recent.add(chunk('a/0', 0, 1));
  recent.clear();
  recent.add(chunk('a/0', 1, 1));
  expect(recent.read([{ stream: 'a/0', from: 0 }], 10)).toBeNull();
  expect(recent.read([{ stream: 'a/0', from: 1 }], 10)?.[0]).toHaveLength(1);
});
