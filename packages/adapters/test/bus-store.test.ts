import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { tempDir } from '@numscope/testing';
import { open } from '../src/embedded/bus/bus-store.ts';
import { StreamCursor } from '../src/embedded/bus/stream-cursor.ts';

let dir: ReturnType<typeof tempDir>;
let store: ReturnType<typeof open>;
beforeEach(() => {
  dir = tempDir();
  store = open({ path: join(dir.path, 'bus.sqlite') });
});
afterEach(() => {
  store.close();
  dir.remove();
});

const write = (at: number, ...events: string[]) =>
  store.write({
    at,
    chunks: [{ stream: 's/0', count: events.length, payload: events.join('\n') }],
    offsets: [],
    dead: [],
  });

/** What a cursor reads from here to the end. */
const readFrom = (position: number): string[] => {
  const cursor = new StreamCursor('s/0', position);
  cursor.accept(position, store.read([{ stream: 's/0', from: position }], 1000)[0] ?? []);
  return cursor.take(1000);
};

it('gives each event its own offset and reads from any of them', () => {
  expect(write(1, 'a', 'b', 'c')).toEqual([{ stream: 's/0', end: 3 }]);
  expect(write(2, 'd', 'e')).toEqual([{ stream: 's/0', end: 5 }]);
  expect([0, 1, 2, 3, 4, 5].map(readFrom)).toEqual([
    ['a', 'b', 'c', 'd', 'e'],
    ['b', 'c', 'd', 'e'],
    ['c', 'd', 'e'],
    ['d', 'e'],
    ['e'],
    [],
  ]);
});

it('reads about as much as was asked for', () => {
  for (let n = 0; n < 10; n++) write(1, `a${n}`, `b${n}`);
  expect(store.read([{ stream: 's/0', from: 3 }], 4)[0]?.map(({ first, count }) => [first, count])).toEqual([
    [2, 2],
    [4, 2],
    [6, 2],
  ]);
});

it('hands over no more large events at once than are little to copy, and one in any case', () => {
  // Of characters that say three quarters of what they could, so that much is left of them.
  const large = randomBytes(120_000).toString('base64');
  for (let n = 0; n < 5; n++) write(1, large);
  const counted = (from: number): number[] | undefined =>
    store.read([{ stream: 's/0', from }], 1000)[0]?.map(({ first }) => first);
  expect([0, 2, 4].map(counted)).toEqual([[0, 1], [2, 3], [4]]);
  write(1, randomBytes(900_000).toString('base64'));
  expect(counted(5)).toEqual([5]);
});

it('keeps all of a write or nothing', () => {
  const offsets = [{ group: 'g', stream: 's/0', next: 1 }];
  // A count that is no number makes the second chunk fail.
  const chunks = [
    { stream: 's/0', count: 1, payload: 'a' },
    { stream: 's/1', count: Number.NaN, payload: 'b' },
  ];
  expect(() => store.write({ at: 1, chunks, offsets, dead: [] })).toThrow();
  expect(store.state()).toMatchObject({ streams: [], offsets: [] });
  expect(write(1, 'a')).toEqual([{ stream: 's/0', end: 1 }]);
});

it('drops the oldest events in slices, and a reader that stood there goes on with what is left', () => {
  for (let at = 1; at <= 6; at++) write(at, `e${at}`);
  expect(store.prune(5, 3)).toEqual([{ stream: 's/0', start: 3 }]);
  expect(store.prune(5, 3)).toEqual([{ stream: 's/0', start: 4 }]);
  expect(store.prune(5, 3)).toEqual([]);
  expect(readFrom(0)).toEqual(['e5', 'e6']);
  expect(store.state().streams).toEqual([{ stream: 's/0', start: 4, end: 6 }]);
});

it('never gives an offset twice, even after everything was dropped and the file reopened', () => {
  write(1, 'a', 'b');
  store.prune(10, 10);
  store.close();
  store = open({ path: join(dir.path, 'bus.sqlite') });
  expect(write(2, 'c')).toEqual([{ stream: 's/0', end: 3 }]);
  expect(readFrom(0)).toEqual(['c']);
});

it('keeps a batch of events in less than a fifth of its length', () => {
  const events = Array.from({ length: 60 }, (_none, index) => JSON.stringify({ index, said: 'the same'.repeat(60) }));
  write(1, ...events);
  const [kept] = store.read([{ stream: 's/0', from: 0 }], 1000)[0] ?? [];
  expect(kept?.payload.length).toBeLessThan(events.join('\n').length / 5);
  expect(readFrom(0)).toEqual(events);
});
