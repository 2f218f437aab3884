import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { createLogger, type EventBus, outgoing } from '@numscope/platform';
import { phoneRequestedEvent, phoneResolvedEvent, tempDir, userChangedEvent } from '@numscope/testing';
import { Seen } from '@numscope/testing/suites';
import { openEmbeddedBus } from '../src/embedded/index.ts';

const PHONE = '+998901234567';
const OTHER = '+998901234568';
const LONGER = '+9989012345678';
let bus: EventBus | undefined;
afterEach(() => bus?.close());

const open = async (dir: string): Promise<EventBus> =>
  (bus = await openEmbeddedBus({
    path: join(dir, 'bus.sqlite'),
    retentionDays: 7,
    log: createLogger('bus', 'silent'),
  }));

it('takes a number out of what nobody has read yet, and nobody misses anything else or waits for what is gone', async () => {
  const bus = await open(tempDir().path);
  await bus.publish([phoneRequestedEvent([PHONE, OTHER, LONGER]), phoneRequestedEvent([PHONE])]);
  await bus.publish([PHONE, OTHER, LONGER, PHONE].map((phone) => phoneResolvedEvent({ phone })));
  expect(await bus.erase(PHONE, [])).toEqual({ count: 4, keptMs: 0, againMs: null });
  const asked: string[] = [];
  const resolved: string[] = [];
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  await bus.subscribe({
    topic: 'phone.requested',
    group: 'test',
    async handle(events) {
      asked.push(...events.flatMap(({ data }) => data.phones));
      first.resolve();
    },
  });
  await bus.subscribe({
    topic: 'phone.resolved',
    group: 'test',
    async handle(events) {
      resolved.push(...events.map(({ data }) => data.phone));
      if (resolved.length >= 2) second.resolve();
    },
  });
  await Promise.all([first.promise, second.promise]);
  expect(asked).toEqual([OTHER, LONGER]);
  expect([...new Set(resolved)].sort()).toEqual([OTHER, LONGER].sort());
  // Behind what is gone the next events come as ever.
  const third = Promise.withResolvers<void>();
  await bus.subscribe({
    topic: 'phone.resolved',
    group: 'other',
    async handle(events) {
      if (events.some(({ data }) => data.job.number === 99)) third.resolve();
    },
  });
  await bus.publish([phoneResolvedEvent({ phone: OTHER, job: { id: 'job-99', number: 99, pass: 1 } })]);
  await third.promise;
  await bus.erase(OTHER, []);
  await bus.erase(LONGER, []);
  for (const group of ['test', 'other']) expect(await bus.lag('phone.resolved', group)).toBe(0);
});

it('gives what is behind an event that was erased whole once', async () => {
  const bus = await open(tempDir().path);
  for (const name of ['a', PHONE, 'b', 'c']) await bus.publish([userChangedEvent(name)]);
  expect(await bus.erase(PHONE, [])).toMatchObject({ count: 1 });
  const seen = new Seen<string>();
  await bus.subscribe({
    topic: 'user.changed',
    group: 'test',
    handle: async (events) => seen.add(...events.map(({ data }) => data.userName)),
  });
  await seen.count(3);
  await bus.publish([userChangedEvent('d')]);
  await seen.until((names) => names.includes('d'));
  // All of it is committed only now.
  while ((await bus.lag('user.changed', 'test')) > 0);
  expect(seen.all).toEqual(['a', 'b', 'c', 'd']);
});

it('takes what is too short for a number from where it stands with its plus sign alone', async () => {
  const bus = await open(tempDir().path);
  const job = { id: '019a9f9c-99', number: 99, pass: 1 };
  await bus.publish([phoneRequestedEvent(['+99', PHONE]), phoneResolvedEvent({ phone: PHONE, job })]);
  const dead = Promise.withResolvers<void>();
  await bus.subscribe({
    topic: 'phone.resolved',
    group: 'refusing',
    attempts: 1,
    onDead: () => dead.resolve(),
    handle: () => Promise.reject(new Error('not this one')),
  });
  await dead.promise;
  expect(await bus.erase('+99', [])).toMatchObject({ count: 1 });
  expect(await bus.deadLetters(9)).toHaveLength(1);
  const asked = Promise.withResolvers<string[]>();
  await bus.subscribe({
    topic: 'phone.requested',
    group: 'test',
    handle: async (events) => asked.resolve(events.flatMap(({ data }) => data.phones)),
  });
  expect(await asked.promise).toEqual([PHONE]);
  expect(await bus.erase(PHONE, [])).toMatchObject({ count: 2 });
  expect(await bus.deadLetters(9)).toEqual([]);
});

it('takes the events of pictures that are gone out too, and of their bytes leaves none while it runs', async () => {
  const dir = tempDir().path;
  const bus = await open(dir);
  const [gone, kept] = ['a'.repeat(64), 'b'.repeat(64)];
  const image = (id: string) => ({ id, type: 'image/png' as const, width: 4, height: 3, bytes: 100 });
  await bus.publish([gone, kept, gone].map((id) => outgoing('image.stored', id, image(id))));
  await bus.publish([gone, kept].map((id) => outgoing('image.faces', id, { id, model: 'm', faces: [] })));
  const dead = Promise.withResolvers<void>();
  await bus.subscribe({
    topic: 'image.stored',
    group: 'refusing',
    attempts: 1,
    onDead: () => dead.resolve(),
    async handle(events) {
      if (events.some(({ key }) => key === gone)) throw new Error('not this one');
    },
  });
  await dead.promise;
  expect(await bus.erase(PHONE, [gone])).toMatchObject({ count: 3 });
  const bytes = Buffer.concat(readdirSync(dir).map((name) => readFileSync(join(dir, name))));
  expect([bytes.includes(gone), bytes.includes(kept)]).toEqual([false, true]);
  expect((await bus.deadLetters(9)).filter(({ json }) => json.includes(gone))).toEqual([]);
  const told: string[] = [];
  const last = Promise.withResolvers<void>();
  await bus.subscribe({
    topic: 'image.faces',
    group: 'test',
    async handle(events) {
      told.push(...events.map(({ data }) => data.id));
      last.resolve();
    },
  });
  await last.promise;
  expect(told).toEqual([kept]);
});
