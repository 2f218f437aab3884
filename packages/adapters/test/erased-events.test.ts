import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { createLogger, type EventBus, outgoing } from '@numscope/platform';
import { phoneResolvedEvent, tempDir } from '@numscope/testing';
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

const requested = (phones: string[]) =>
  outgoing('phone.requested', phones[0] ?? '', {
    job: { id: 'job-1', number: 1, pass: 1 },
    run: 1,
    lane: 'REGULAR',
    reuseFresh: true,
    only: null,
    phones,
  });

it('takes a number out of what nobody has read yet, and nobody misses anything else or waits for what is gone', async () => {
  const bus = await open(tempDir().path);
  await bus.publish([requested([PHONE, OTHER, LONGER]), requested([PHONE])]);
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
