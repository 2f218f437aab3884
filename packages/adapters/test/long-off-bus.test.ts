import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openEmbeddedBus } from '@numscope/adapters/embedded';
import { createLogger, type EventBus, outgoing } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { busMigrations } from '../src/embedded/bus/bus-schema.ts';
import { openDatabase } from '../src/sqlite/index.ts';

const DAY_MS = 86_400_000;
const RETENTION_DAYS = 7;

let dir: ReturnType<typeof tempDir>;
let bus: EventBus;
const path = (): string => join(dir.path, 'bus.sqlite');
const openBus = (subscribedWithinMs?: number): Promise<EventBus> =>
  openEmbeddedBus({
    path: path(),
    retentionDays: RETENTION_DAYS,
    log: createLogger('bus', 'silent'),
    ...(subscribedWithinMs === undefined ? {} : { subscribedWithinMs }),
  });

const event = (n: number) =>
  outgoing('profile.deleted', 'one', { phone: '+998901234567', profileId: `p${n}`, reason: 'DELETED', images: [] });

beforeEach(async () => {
  dir = tempDir();
  bus = await openBus();
});
afterEach(async () => {
  await bus.close();
  dir.remove();
});

/** Which profiles a group hears of until there are so many. */
async function hear(group: string, many: number): Promise<Array<string | null>> {
  const heard: Array<string | null> = [];
  const consumer = await bus.subscribe({
    topic: 'profile.deleted',
    group,
    handle: async (events) => void heard.push(...events.map(({ data }) => data.profileId)),
  });
  await askUntil(
    () => heard.length,
    (count) => count >= many,
  );
  await consumer.close();
  return heard;
}

/** As if the process had been off for days, or the clock had gone ahead as far. */
async function beOff(days: number, subscribedWithinMs?: number): Promise<void> {
  await bus.close();
  const db = openDatabase({ path: path(), migrations: busMigrations });
  db.prepare('UPDATE chunks SET at = at - ?').run(days * DAY_MS);
  db.close();
  bus = await openBus(subscribedWithinMs);
}

const firstLeft = async (): Promise<number> => {
  const { partitions } = await bus.extent(['profile.deleted']);
  return partitions.reduce((sum, { start }) => sum + start, 0);
};

it('when it was off for longer than events are kept, then a group hears all the same what it had not handled', async () => {
  for (const group of ['images', 'jobs']) await hear(group, 0);
  await bus.publish([event(1), event(2)]);
  expect(await hear('images', 2)).toEqual(['p1', 'p2']);
  await bus.publish([event(3)]);
  await beOff(RETENTION_DAYS * 5);
  await bus.publish([event(4)]);
  // Dropping goes on by itself, from the opening on; what it may drop, it does before this is over.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await firstLeft()).toBe(0);
  expect([await hear('jobs', 4), await hear('images', 2)]).toEqual([
    ['p1', 'p2', 'p3', 'p4'],
    ['p3', 'p4'],
  ]);
});

it('when all groups have handled what is old, then it goes', async () => {
  for (const group of ['images', 'jobs']) await hear(group, 0);
  await bus.publish([event(1)]);
  for (const group of ['images', 'jobs']) await hear(group, 1);
  await beOff(RETENTION_DAYS + 1);
  await bus.publish([event(2)]);
  expect(await askUntil(firstLeft, (start) => start > 0)).toBe(1);
});

it('when a group does not come back, then nothing old is kept for it', async () => {
  await hear('gone', 0);
  await bus.publish([event(1)]);
  await beOff(RETENTION_DAYS + 1, 0);
  expect(await askUntil(firstLeft, (start) => start > 0)).toBe(1);
});
