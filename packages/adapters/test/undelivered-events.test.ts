import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { undeliveredEvents } from '@numscope/adapters/embedded';
import { packEvents } from '@numscope/platform';
import { tempDir, userChangedEvent } from '@numscope/testing';
import { open } from '../src/embedded/bus/bus-store.ts';

const STREAM = 'user.changed/0';
const names = ['anna', 'bob', 'carl', 'dora', 'emil'];
let dir: ReturnType<typeof tempDir>;
let store: ReturnType<typeof open>;

const path = (): string => join(dir.path, 'bus.sqlite');

beforeEach(() => {
  dir = tempDir();
  store = open({ path: path() });
  const events = names.map((name) => userChangedEvent(name));
  for (const some of [events.slice(0, 3), events.slice(3)])
    store.write({ at: 1, packed: [packEvents(some)], offsets: [], dead: [] });
});
afterEach(() => {
  store.close();
  dir.remove();
});

const handled = (next: Record<string, number>): void => {
  const offsets = Object.entries(next).map(([group, each]) => ({ group, stream: STREAM, next: each }));
  store.write({ at: 2, packed: [], offsets, dead: [] });
};

const left = (isNeeded: (topic: string, group: string) => boolean = () => true): string[] =>
  [...undeliveredEvents(path(), isNeeded)].flat().map(({ key }) => key);

it('gives what the slowest group has not handled, from the middle of what was written together', () => {
  handled({ auth: 4, profiles: 2 });
  expect(left()).toEqual(['carl', 'dora', 'emil']);
  expect([...undeliveredEvents(path(), () => true)].flat()[0]).toMatchObject({ topic: 'user.changed', key: 'carl' });
});

it('leaves out what only groups have not handled that do not count', () => {
  handled({ auth: 4, 'gateway-1': 0 });
  expect(left((topic, group) => topic === 'user.changed' && group === 'auth')).toEqual(['emil']);
  expect(left(() => false)).toEqual([]);
});

it('gives nothing that all have handled, or that nobody follows', () => {
  expect(left()).toEqual([]);
  handled({ auth: 5, profiles: 5 });
  expect(left()).toEqual([]);
});
