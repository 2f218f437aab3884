import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { profileUpdatedEvent } from '@numscope/testing';
import { ProfileFeed } from '../src/realtime/profile-feed.ts';

const MOST = 200;
const WINDOW_MS = 500;
const MORE_MS = 5000;

let told: string[];
/** When it was told that there is more than that, and since when. */
let more: Array<{ at: number; since: number }>;
let feed: ProfileFeed;

beforeEach(() => {
  jest.useFakeTimers();
  told = [];
  more = [];
  feed = new ProfileFeed({
    async send(message) {
      if (message.type === 'profile.updated') told.push(message.data.phone);
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
  feed.take([textOf(1, 2, 1), unchanged, textOf(3)]);
  expect(told).toEqual([phone(1), phone(2), phone(3)]);
  await jest.advanceTimersByTimeAsync(WINDOW_MS);
  feed.take([textOf(1)]);
  expect(told.at(-1)).toBe(phone(1));
});

it('tells no more than 200 in half a second, and does not even read what it will not tell', async () => {
  feed.take([textOf(...some(0, MOST + 50)), 'no event']);
  feed.take(['no event']);
  expect(told).toEqual(some(0, MOST).map(phone));
  await jest.advanceTimersByTimeAsync(WINDOW_MS);
  feed.take([textOf(...some(500, 2))]);
  expect(told.slice(MOST)).toEqual(some(500, 2).map(phone));
});

it('tells within five seconds that there is more than it told, once for all of it, and not where it told all', async () => {
  const since = Date.now();
  feed.take([textOf(...some(0, MOST))]);
  await jest.advanceTimersByTimeAsync(2 * MORE_MS);
  expect(more).toEqual([]);
  feed.take([textOf(...some(0, MOST)), textOf(MOST)]);
  for (let passed = 0; passed < MORE_MS; passed += WINDOW_MS) {
    expect(more).toEqual([]);
    feed.take([textOf(...some(0, MOST + 1))]);
    await jest.advanceTimersByTimeAsync(WINDOW_MS);
  }
  const first = { at: since + 3 * MORE_MS, since: since + 2 * MORE_MS };
  expect(more).toEqual([first]);
  // What was left out since it was told is told in its turn.
  feed.take([textOf(...some(0, MOST)), textOf(MOST)]);
  await jest.advanceTimersByTimeAsync(MORE_MS);
  expect(more).toEqual([first, { at: since + 4 * MORE_MS, since: since + 3 * MORE_MS }]);
});

it.each(['no JSON', '{}', '{"id":"x","type":"profile.updated","at":1,"data":{"changed":["city"]}}'])(
  'refuses %s',
  (text) => {
    expect(() => feed.take([text])).toThrow();
  },
);
