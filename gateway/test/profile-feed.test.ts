import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { outgoing } from '@numscope/platform';
import { profileUpdatedEvent } from '@numscope/testing';
import { ProfileFeed } from '../src/realtime/profile-feed.ts';

const MOST = 200;
const WINDOW_MS = 500;
const MORE_MS = 5000;

let told: string[];
/** The numbers that it was told of that they are gone. */
let gone: string[];
/** When it was told that there is more than that, and since when. */
let more: Array<{ at: number; since: number; areGone?: boolean | undefined }>;
let feed: ProfileFeed;

beforeEach(() => {
  jest.useFakeTimers();
  told = [];
  gone = [];
  more = [];
  feed = new ProfileFeed({
    async send(message) {
      if (message.type === 'profile.updated') told.push(message.data.phone);
      if (message.type === 'profile.updated' && message.data.isGone === true) gone.push(message.data.phone);
      if (message.type === 'profiles.updated') more.push({ at: message.at, ...message.data });
    },
  });
});
afterEach(() => {
  feed.close();
  jest.useRealTimers();
});

const phone = (n: number): string => `+99890${String(1_000_000 + n)}`;
const textOf = (...numbers: number[]): string =>
  numbers.map((n) => profileUpdatedEvent({ phone: phone(n) }).json).join('\n');
const some = (from: number, count: number): number[] => Array.from({ length: count }, (_none, n) => from + n);

it('tells each changed number once in half a second, of all texts and all their lines', async () => {
  const unchanged = profileUpdatedEvent({ phone: phone(9), changed: [] }).json;
  feed.take('profile.updated', [textOf(1, 2), unchanged, textOf(3)]);
  expect(told).toEqual([phone(1), phone(2), phone(3)]);
  await jest.advanceTimersByTimeAsync(WINDOW_MS);
  feed.take('profile.updated', [textOf(1)]);
  expect(told.at(-1)).toBe(phone(1));
});

it('tells a number that changed again right after it was told once more, half a second later', async () => {
  feed.take('profile.updated', [textOf(1, 2, 1), textOf(1)]);
  expect(told).toEqual([phone(1), phone(2)]);
  await jest.advanceTimersByTimeAsync(WINDOW_MS);
  expect(told).toEqual([phone(1), phone(2), phone(1)]);
  await jest.advanceTimersByTimeAsync(2 * WINDOW_MS);
  expect(told).toHaveLength(3);
});

it('tells of a deleted number as of a changed one, in the same bounds', async () => {
  const deleted = (n: number): string =>
    outgoing('profile.deleted', phone(n), { phone: phone(n), profileId: 'x', reason: 'ERASED', images: [] }).json;
  feed.take('profile.updated', [textOf(1)]);
  feed.take('profile.deleted', [deleted(1), [deleted(2), deleted(3)].join('\n')]);
  // The topics are read beside each other: this may be from before.
  feed.take('profile.updated', [textOf(1)]);
  expect(told).toEqual([phone(1), phone(2), phone(3)]);
  expect(gone).toEqual([phone(2), phone(3)]);
  await jest.advanceTimersByTimeAsync(WINDOW_MS);
  expect(gone).toEqual([phone(2), phone(3), phone(1)]);
  await jest.advanceTimersByTimeAsync(WINDOW_MS);
  feed.take('profile.deleted', some(10, MOST + 1).map(deleted));
  expect(told).toHaveLength(4 + MOST);
  await jest.advanceTimersByTimeAsync(MORE_MS);
  expect(more).toMatchObject([{ areGone: true }]);
  await jest.advanceTimersByTimeAsync(WINDOW_MS);
  expect(() => feed.take('profile.deleted', [textOf(1)])).toThrow();
});

it('tells no more than 200 in half a second, and does not even read what it will not tell', async () => {
  feed.take('profile.updated', [textOf(...some(0, MOST + 50)), 'no event']);
  feed.take('profile.updated', ['no event']);
  expect(told).toEqual(some(0, MOST).map(phone));
  await jest.advanceTimersByTimeAsync(WINDOW_MS);
  feed.take('profile.updated', [textOf(...some(500, 2))]);
  expect(told.slice(MOST)).toEqual(some(500, 2).map(phone));
});

it('tells within five seconds that there is more than it told, once for all of it, and not where it told all', async () => {
  const since = Date.now();
  feed.take('profile.updated', [textOf(...some(0, MOST))]);
  await jest.advanceTimersByTimeAsync(2 * MORE_MS);
  expect(more).toEqual([]);
  feed.take('profile.updated', [textOf(...some(0, MOST)), textOf(MOST)]);
  for (let passed = 0; passed < MORE_MS; passed += WINDOW_MS) {
    expect(more).toEqual([]);
    feed.take('profile.updated', [textOf(...some(0, MOST + 1))]);
    await jest.advanceTimersByTimeAsync(WINDOW_MS);
  }
  const first = { at: since + 3 * MORE_MS, since: since + 2 * MORE_MS, areGone: false };
  expect(more).toEqual([first]);
  // What was left out since it was told is told in its turn.
  feed.take('profile.updated', [textOf(...some(0, MOST)), textOf(MOST)]);
  await jest.advanceTimersByTimeAsync(MORE_MS);
  expect(more).toEqual([first, { at: since + 4 * MORE_MS, since: since + 3 * MORE_MS, areGone: false }]);
});

it.each(['no JSON', '{}', '{"id":"x","type":"profile.updated","at":1,"data":{"changed":["city"]}}'])(
  'refuses %s',
  (text) => {
    expect(() => feed.take('profile.updated', [text])).toThrow();
  },
);
