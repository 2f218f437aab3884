import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Consumer, createLogger, type EventBus, outgoing, TransientError } from '@numscope/platform';
import { buildProfileUpdated } from '@numscope/testing';
import { Seen } from '@numscope/testing/suites';
import * as fc from 'fast-check';
import { groupMember, kafkaClient } from '../../src/kafka/kafka-client.ts';
import { noAccess } from '../../src/access/engine-access.ts';
import { parseKafkaUrl } from '../../src/kafka/kafka-url.ts';
import { busAtKafka, type TestKafka } from './kafka-kit.ts';

interface Handled {
  key: string;
  revision: number;
}

const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const eventsOf = (revision: number) =>
  keys.map((key) => outgoing('profile.updated', key, buildProfileUpdated({ profileId: key, revision })));
const upTo = (count: number): number[] => Array.from({ length: count }, (_none, n) => n);
const nameOf = ({ key, revision }: Handled): string => `${key}/${revision}`;

/** The revisions of one key in the order of their first delivery. */
const firsts = (all: readonly Handled[], key: string): number[] => [
  ...new Set(all.filter((event) => event.key === key).map(({ revision }) => revision)),
];
const distinct = (all: readonly Handled[]): number => new Set(all.map(nameOf)).size;

describe('a group at Kafka', () => {
  let kafka: TestKafka;
  let bus: EventBus;
  busAtKafka(4, (opened) => ({ kafka, bus } = opened));
  const member = (seen: Seen<Handled>, mode: 'ordered' | 'concurrent' = 'ordered'): Promise<Consumer> =>
    bus.subscribe({
      topic: 'profile.updated',
      group: 'g',
      mode,
      batchSize: 3,
      async handle(events) {
        seen.add(...events.map(({ key, data }) => ({ key, revision: data.revision })));
        // Long enough that batches are under way whenever somebody comes or goes.
        await new Promise((resolve) => setTimeout(resolve, 5));
      },
    });

  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ what: fc.constant('publish' as const), times: fc.integer({ min: 1, max: 10 }) }),
    },
    { weight: 2, arbitrary: fc.record({ what: fc.constant('join' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        what: fc.constant('leave' as const),
        graceMs: fc.constantFrom(0, 10_000),
        who: fc.nat(5),
      }),
    },
  );

  it('handles every event, each key in order, while members come, go and are cut off', async () => {
    let revision = 0;
    const property = fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 10 }), async (steps) => {
      const seen = new Seen<Handled>();
      const first = revision;
      const members: Consumer[] = [await member(seen)];
      const moving: Array<Promise<unknown>> = [];
      for (const todo of steps) {
        if (todo.what === 'publish') for (let n = 0; n < todo.times; n++) await bus.publish(eventsOf(revision++));
        else if (todo.what === 'join') members.push(await member(seen));
        else if (members.length > 1)
          moving.push(...members.splice(todo.who % members.length, 1).map((gone) => gone.close(todo.graceMs)));
      }
      await bus.publish(eventsOf(revision++));
      await seen.until((all) => distinct(all) === (revision - first) * keys.length);
      await Promise.all([...moving, ...members.map((one) => one.close())]);
      for (const key of keys) expect(firsts(seen.all, key)).toEqual(upTo(revision - first).map((n) => n + first));
      expect(await bus.lag('profile.updated', 'g')).toBe(0);
    });
    await fc.assert(property, { numRuns: process.env['SCALE'] === 'full' ? 8 : 2, endOnFailure: true });
  });

  it('loses nothing when concurrent consumers come and go', async () => {
    const seen = new Seen<Handled>();
    const staying = await member(seen, 'concurrent');
    for (let round = 0; round < 3; round++) {
      const guest = await member(seen, 'concurrent');
      for (const revision of upTo(10)) await bus.publish(eventsOf(round * 10 + revision));
      await guest.close(round === 1 ? 0 : 10_000);
    }
    await seen.until((all) => distinct(all) === 300);
    await staying.close();
    expect(await bus.lag('profile.updated', 'g')).toBe(0);
  });

  it('stays in its group while a handler fails for longer than a silent member would be kept', async () => {
    const attempts: number[] = [];
    const seen = new Seen<number>();
    const consumer = await bus.subscribe({
      topic: 'profile.updated',
      group: 'g',
      async handle(events, { attempt }) {
        attempts.push(attempt);
        // The pauses up to the ninth attempt add up to more than the ten seconds.
        if (attempt < 9) throw new TransientError('the store is away');
        seen.add(...events.map(({ data }) => data.revision));
      },
    });
    await bus.publish(eventsOf(1).slice(0, 1));
    await seen.count(1);
    await consumer.close();
    // Had it been put out of the group, the batch would have begun anew.
    expect(attempts).toEqual(upTo(9).map((n) => n + 1));
    expect(await bus.lag('profile.updated', 'g')).toBe(0);
  });

  it('takes over from a member whose process was killed, and repeats only what that had not committed', async () => {
    for (const revision of upTo(40)) await bus.publish(eventsOf(revision).slice(0, 1));
    const child = fork(join(import.meta.dirname, 'handle-until-killed.ts'), [kafka.url], { execArgv: [] });
    const taken = new Seen<number[]>();
    child.on('message', (revisions) => taken.add(revisions as number[]));
    await taken.count(2);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(taken.all).toEqual([upTo(10), upTo(10).map((n) => n + 10)]);
    const seen = new Seen<Handled>();
    const consumer = await member(seen);
    await seen.count(30);
    await consumer.close();
    expect(seen.all.map(({ revision }) => revision)).toEqual(upTo(30).map((n) => n + 10));
  });

  it('hangs up without waiting for events that a fetch waits for', async () => {
    const { brokers, prefix } = parseKafkaUrl(kafka.url);
    const fetchMs = 9000;
    const client = groupMember(
      kafkaClient({ brokers, secure: false, prefix, partitions: null }, noAccess, createLogger('test', 'silent')),
      `${prefix}waiting`,
      () => fetchMs,
    );
    const fetches = new Promise((resolve) => client.on(client.events.FETCH_START, resolve));
    await client.connect();
    await client.subscribe({ topics: [`${prefix}profile.updated`] });
    await client.run({ eachBatch: async () => undefined });
    // Nothing comes that would end it.
    await fetches;
    const begun = performance.now();
    await client.disconnect();
    expect(performance.now() - begun).toBeLessThan(fetchMs / 2);
  });

  it('begins where the latest group began also when it had handled nothing', async () => {
    await bus.publish(eventsOf(0));
    const nothing = new Seen<Handled>();
    const begun = await bus.subscribe({
      topic: 'profile.updated',
      group: 'late',
      from: 'latest',
      handle: async () => nothing.add(),
    });
    await begun.close();
    await bus.publish(eventsOf(1));
    const seen = new Seen<Handled>();
    await bus.subscribe({
      topic: 'profile.updated',
      group: 'late',
      from: 'latest',
      handle: async (events) => seen.add(...events.map(({ key, data }) => ({ key, revision: data.revision }))),
    });
    await seen.count(keys.length);
    expect(seen.all.map(nameOf).sort()).toEqual(keys.map((key) => `${key}/1`));
  });
});
