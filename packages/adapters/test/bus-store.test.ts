import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { packEvents } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { open } from '../src/embedded/bus/bus-store.ts';
import { eventTexts } from '@numscope/platform/event-text';
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

const STREAM = 'user.changed/0';

const packed = (...events: string[]): string =>
  packEvents(events.map((json) => ({ topic: 'user.changed', id: 'x', key: 'x', json })));

/** @returns the ends of the streams that grew */
const write = (at: number, ...events: string[]) =>
  store
    .write({ at, packed: [packed(...events)], offsets: [], dead: [] })
    .map(({ stream, first, count }) => ({ stream, end: first + count }));

/** What a cursor reads from here to the end. */
const readFrom = (position: number): string[] => {
  const cursor = new StreamCursor(STREAM, position);
  cursor.accept(position, store.read([{ stream: STREAM, from: position }], 1000)[0] ?? []);
  return eventTexts(cursor.take(1000).map(({ text }) => text));
};

it('gives each event its own offset and reads from any of them', () => {
  expect(write(1, 'a', 'b', 'c')).toEqual([{ stream: STREAM, end: 3 }]);
  expect(write(2, 'd', 'e')).toEqual([{ stream: STREAM, end: 5 }]);
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
  expect(store.read([{ stream: STREAM, from: 3 }], 4)[0]?.map(({ first, count }) => [first, count])).toEqual([
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
    store.read([{ stream: STREAM, from }], 1000)[0]?.map(({ first }) => first);
  expect([0, 2, 4].map(counted)).toEqual([[0, 1], [2, 3], [4]]);
  write(1, randomBytes(900_000).toString('base64'));
  expect(counted(5)).toEqual([5]);
});

it('keeps all of a write or nothing', () => {
  // An offset that is no number makes the write fail.
  const offsets = [
    { group: 'g', stream: STREAM, next: 1 },
    { group: 'h', stream: STREAM, next: Number.NaN },
  ];
  expect(() => store.write({ at: 1, packed: [packed('a')], offsets, dead: [] })).toThrow();
  expect(store.state()).toMatchObject({ streams: [], offsets: [] });
  expect(write(1, 'a')).toEqual([{ stream: STREAM, end: 1 }]);
});

it('never takes a group back', () => {
  const offset = (next: number) => ({ group: 'g', stream: STREAM, next });
  store.write({ at: 1, packed: [packed('a', 'b')], offsets: [offset(2), offset(1)], dead: [] });
  expect(store.state().offsets).toEqual([offset(2)]);
  store.write({ at: 1, packed: [], offsets: [offset(1)], dead: [] });
  expect(store.state().offsets).toEqual([offset(2)]);
});

it('drops the oldest events in slices, and a reader that stood there goes on with what is left', () => {
  for (let at = 1; at <= 6; at++) write(at, `e${at}`);
  expect(store.prune(5, 3, null)).toEqual([{ stream: STREAM, start: 3 }]);
  expect(store.prune(5, 3, null)).toEqual([{ stream: STREAM, start: 4 }]);
  expect(store.prune(5, 3, null)).toEqual([]);
  expect(readFrom(0)).toEqual(['e5', 'e6']);
  expect(store.state().streams).toEqual([{ stream: STREAM, start: 4, end: 6 }]);
});

it('drops nothing that a group has not handled yet, and what all have handled on any stream', () => {
  const other = (json: string) => packEvents([{ topic: 'profile.deleted', id: 'x', key: 'x', json }]);
  for (let at = 1; at <= 4; at++) write(at, `e${at}`, `f${at}`);
  for (let at = 1; at <= 4; at++) store.write({ at, packed: [other(`o${at}`)], offsets: [], dead: [] });
  const otherStream = store.state().streams.find(({ stream }) => stream !== STREAM)?.stream ?? '';
  const offset = (group: string, next: number, stream = STREAM) => ({ group, stream, next });
  const handled = (...offsets: Array<ReturnType<typeof offset>>) =>
    store.write({ at: 9, packed: [], offsets, dead: [] });
  handled(offset('quick', 8), offset('slow', 3), offset('quick', 4, otherStream), offset('gone', 0, otherStream));
  const all = ['quick user.changed', 'slow user.changed', 'quick profile.deleted'];
  expect(store.prune(9, 10, null)).toEqual([{ stream: STREAM, start: 2 }]);
  expect(readFrom(2)).toEqual(['e2', 'f2', 'e3', 'f3', 'e4', 'f4']);
  expect(store.prune(9, 3, all)).toEqual([{ stream: otherStream, start: 3 }]);
  expect(store.prune(9, 3, all)).toEqual([{ stream: otherStream, start: 4 }]);
  expect(store.prune(9, 3, all)).toEqual([]);
  handled(offset('slow', 6));
  expect(store.prune(4, 10, all)).toEqual([{ stream: STREAM, start: 6 }]);
  expect(store.prune(9, 10, [])).toEqual([{ stream: STREAM, start: 8 }]);
});

it('drops the oldest dead letters in slices, and keeps those that somebody may still want to look at', () => {
  const dead = [1, 2, 3, 9].map((at) => ({ topic: 'user.changed', group: 'g', reason: 'r', at, json: `${at}` }));
  store.write({ at: 9, packed: [], offsets: [], dead });
  expect(store.pruneLetters(5, 2)).toBe(true);
  expect(store.pruneLetters(5, 2)).toBe(false);
  expect(store.deadLetters(10).map(({ at }) => at)).toEqual([9]);
});

it('never gives an offset twice, even after everything was dropped and the file reopened', () => {
  write(1, 'a', 'b');
  store.prune(10, 10, null);
  store.close();
  store = open({ path: join(dir.path, 'bus.sqlite') });
  expect(write(2, 'c')).toEqual([{ stream: STREAM, end: 3 }]);
  expect(readFrom(0)).toEqual(['c']);
});

it('keeps a batch of events in less than a fifth of its length', () => {
  const events = Array.from({ length: 60 }, (_none, index) => JSON.stringify({ index, said: 'the same'.repeat(60) }));
  write(1, ...events);
  const [kept] = store.read([{ stream: STREAM, from: 0 }], 1000)[0] ?? [];
  expect(kept?.payload.length).toBeLessThan(events.join('\n').length / 5);
  expect(readFrom(0)).toEqual(events);
});

it('takes events one by one, by some and all at once, in their order and none twice', () => {
  const events = Array.from({ length: 10 }, (_none, n) => `e${n}`);
  write(1, ...events.slice(0, 4));
  write(2, ...events.slice(4, 5));
  write(3, ...events.slice(5));
  for (const limit of [1, 2, 3, 4, 5, 7, 10, 11]) {
    const cursor = new StreamCursor(STREAM, 1);
    cursor.accept(1, store.read([{ stream: STREAM, from: 1 }], 1000)[0] ?? []);
    const taken: string[][] = [];
    while (cursor.buffered > 0) {
      const stretches = cursor.take(limit);
      const texts = eventTexts(stretches.map(({ text }) => text));
      expect(stretches.reduce((sum, { count }) => sum + count, 0)).toBe(texts.length);
      taken.push(texts);
    }
    expect(taken.flat()).toEqual(events.slice(1));
    expect(taken.slice(0, -1).every((texts) => texts.length === limit)).toBe(true);
    expect(cursor.position).toBe(10);
    expect(cursor.take(limit)).toEqual([]);
  }
});

it('puts what is written together into few chunks, whoever wrote it', () => {
  store.write({ at: 1, packed: [packed('a', 'b'), packed('c')], offsets: [], dead: [] });
  const [chunks] = store.read([{ stream: STREAM, from: 0 }], 1000);
  expect(chunks).toEqual([{ first: 0, count: 3, payload: 'a\nb\nc' }]);
  write(2, ...Array.from({ length: 501 }, (_none, n) => `e${n}`));
  expect(store.read([{ stream: STREAM, from: 3 }], 1000)[0]?.map(({ count }) => count)).toEqual([500, 1]);
});
