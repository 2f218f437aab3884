import { describe, expect, it } from '@jest/globals';
import type { EventBus } from '@numscope/platform';
import { outgoing, SettingsError, TooLargeEvents } from '@numscope/platform';
import { buildProfileUpdated, testEngine } from '@numscope/testing';
import { Seen } from '@numscope/testing/suites';
import { Kafka, logLevel } from 'kafkajs';
import { setImmediate } from 'node:timers/promises';
import { busAtKafka, type TestKafka } from './kafka-kit.ts';

const keyed = (key: string, revision: number, padding = 0) =>
  outgoing('profile.updated', key, buildProfileUpdated({ profileId: key, revision, changed: ['x'.repeat(padding)] }));

describe('publishing to Kafka', () => {
  let kafka: TestKafka;
  let bus: EventBus;
  busAtKafka(4, (opened) => ({ kafka, bus } = opened));
  const follow = async () => {
    const seen = new Seen<{ key: string; revision: number }>();
    await bus.subscribe({
      topic: 'profile.updated',
      group: 'g',
      handle: async (events) => seen.add(...events.map(({ key, data }) => ({ key, revision: data.revision }))),
    });
    return seen;
  };
  const revisionsOf = (seen: Seen<{ key: string; revision: number }>, key: string): number[] =>
    seen.all.filter((event) => event.key === key).map(({ revision }) => revision);
  const upTo = (count: number): number[] => Array.from({ length: count }, (_none, n) => n);

  it('keeps the order of each key over calls that do not wait for each other', async () => {
    const keys = ['a', 'b', 'c', 'd', 'e'];
    const seen = await follow();
    await Promise.all(upTo(200).map((revision) => bus.publish(keys.map((key) => keyed(key, revision)))));
    await seen.count(1000);
    for (const key of keys) expect(revisionsOf(seen, key)).toEqual(upTo(200));
  });

  it('divides what is too much for one request and keeps its order', async () => {
    const seen = await follow();
    await bus.publish(upTo(60).map((revision) => keyed('a', revision, 100_000)));
    await seen.count(60);
    expect(revisionsOf(seen, 'a')).toEqual(upTo(60));
  });

  it('takes an event of several megabytes, refuses a larger one than it can keep, and goes on', async () => {
    const seen = await follow();
    await bus.publish([keyed('a', 0, 7_000_000)]);
    await expect(bus.publish([keyed('a', 1, 9_000_000)])).rejects.toThrow(
      /an event of profile\.updated has \d+ bytes; at most 8388608/,
    );
    await bus.publish([keyed('a', 2)]);
    await seen.count(2);
    expect(revisionsOf(seen, 'a')).toEqual([0, 2]);
  });

  it('puts what it can never take with the dead letters, of what is too large for that too the beginning', async () => {
    const giants = [keyed('a', 0, 9_000_000), keyed('a', 1, 20_000_000)];
    await bus.giveUp(giants.map((event) => ({ event, reason: 'too large' })));
    const [newest, oldest, ...others] = await bus.deadLetters(9);
    expect(others).toEqual([]);
    expect(oldest).toMatchObject({ topic: 'profile.updated', group: 'outbox', reason: 'too large' });
    expect(oldest?.json).toBe(giants[0]?.json);
    expect(giants[1]?.json.startsWith(newest?.json ?? '-')).toBe(true);
    expect(newest?.reason).toMatch(/^too large; of its \d+ characters the first \d+ are kept$/);
  });

  it('knows of a topic that was made smaller meanwhile, once its broker has refused an event', async () => {
    const admin = new Kafka({ brokers: testEngine('kafka').split(','), logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    const configEntries = [{ name: 'max.message.bytes', value: '1000000' }];
    const resources = [{ type: 2, name: `${kafka.prefix}profile.updated`, configEntries }];
    await admin.alterConfigs({ validateOnly: false, resources });
    await admin.disconnect();
    const refused = async (): Promise<unknown> => bus.publish([keyed('a', 0, 2_000_000)]).catch((error) => error);
    // A broker takes up the setting a moment later.
    let fault = await refused();
    while (!(fault instanceof TooLargeEvents)) fault = await refused();
    expect(fault.message).toMatch(/an event of profile\.updated has \d+ bytes; at most 98\d{4} can be published/);
    await bus.publish([keyed('a', 1, 900_000)]);
  });

  /** Has topics take no more than so much at once, and waits until their broker says so. */
  async function limit(mostBytes: number, ...names: string[]): Promise<void> {
    const admin = new Kafka({ brokers: testEngine('kafka').split(','), logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    const configEntries = [{ name: 'max.message.bytes', value: String(mostBytes) }];
    const resources = names.map((name) => ({ type: 2, name: kafka.prefix + name, configEntries }));
    await admin.alterConfigs({ validateOnly: false, resources });
    const told = async (): Promise<Array<string | undefined>> => {
      const asked = resources.map(({ type, name }) => ({ type, name, configNames: ['max.message.bytes'] }));
      const described = await admin.describeConfigs({ includeSynonyms: false, resources: asked });
      return described.resources.map(({ configEntries: [entry] }) => entry?.configValue);
    };
    while ((await told()).some((value) => value !== String(mostBytes)));
    await admin.disconnect();
  }

  it('sends no more at once than a topic takes whose operator allows little, and keeps the order', async () => {
    await limit(256 * 1024, 'profile.updated');
    const started = await kafka.open();
    const seen = await follow();
    const small = upTo(3000).map((revision) => keyed('s', revision));
    await started.publish([...upTo(60).map((revision) => keyed('a', revision, 20_000)), ...small]);
    await started.close();
    await seen.count(3060);
    expect(revisionsOf(seen, 'a')).toEqual(upTo(60));
    expect(revisionsOf(seen, 's')).toEqual(upTo(3000));
  });

  it('takes what a topic takes since its operator raised it, without a new start', async () => {
    await limit(256 * 1024, 'profile.updated');
    const started = await kafka.open();
    await expect(started.publish([keyed('a', 0, 500_000)])).rejects.toMatchObject({
      faults: new Map([[expect.any(String), { reason: expect.any(String), mostBytes: 240 * 1024 }]]),
    });
    await limit(1024 * 1024, 'profile.updated');
    const isTaken = (): Promise<boolean> =>
      started.publish([keyed('a', 1, 500_000)]).then(
        () => true,
        () => false,
      );
    while (!(await isTaken())) await setImmediate();
    await started.close();
  });

  it('does not start where a topic takes too little, and says of which, how much and what is needed', async () => {
    await limit(20_000, 'profile.updated', 'dead-letters');
    const opening = kafka.open();
    await expect(opening).rejects.toThrow(SettingsError);
    await expect(opening).rejects.toThrow(
      /profile\.updated takes 20000 bytes at once \(max\.message\.bytes\); at least 65536 are needed[^]*dead-letters takes/,
    );
  });

  it('makes each topic with the partitions and the retention that are declared, and leaves those that are there as they are', async () => {
    const prefix = new URL(kafka.url).searchParams.get('prefix') ?? '';
    const admin = new Kafka({ brokers: testEngine('kafka').split(','), logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    const partitionsOf = async (...names: string[]): Promise<ReadonlyMap<string, number>> => {
      const { topics } = await admin.fetchTopicMetadata({ topics: names.map((name) => prefix + name) });
      return new Map(topics.map(({ name, partitions }) => [name.slice(prefix.length), partitions.length]));
    };
    await admin.createPartitions({ topicPartitions: [{ topic: `${prefix}image.stored`, count: 6 }] });
    // Kafka has taken it down by then, and tells it a little later.
    while ((await partitionsOf('image.stored')).get('image.stored') !== 6);
    await bus.close();
    bus = await kafka.open();
    expect(await partitionsOf('audit.logged', 'phone.resolved', 'image.stored', 'dead-letters')).toEqual(
      new Map([
        ['audit.logged', 1],
        ['phone.resolved', 4],
        ['image.stored', 6],
        ['dead-letters', 1],
      ]),
    );
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: 2, name: `${prefix}phone.resolved`, configNames: ['retention.ms'] }],
    });
    expect(resources[0]?.configEntries[0]?.configValue).toBe(String(7 * 86_400_000));
    await admin.disconnect();
  });

  it('keeps dead letters with their reason and gives the newest first', async () => {
    const consumer = await bus.subscribe({
      topic: 'profile.updated',
      group: 'strict',
      attempts: 1,
      batchSize: 1,
      async handle([event]) {
        throw new Error(`refused ${event?.data.revision}`);
      },
    });
    await bus.publish(upTo(5).map((revision) => keyed('a', revision)));
    await bus.publish([keyed('a', 5)]);
    const behind = async (): Promise<void> => {
      while ((await bus.lag('profile.updated', 'strict')) > 0);
    };
    await behind();
    await consumer.close();
    expect((await bus.deadLetters(3)).map(({ reason }) => reason)).toEqual(['refused 5', 'refused 4', 'refused 3']);
    expect(await bus.deadLetters(100)).toHaveLength(6);
    expect(await bus.lag('profile.updated', 'strict')).toBe(0);
  });

  it('takes nothing more once it is closed', async () => {
    await bus.close();
    await expect(bus.publish([keyed('a', 0)])).rejects.toThrow('the bus is closed');
  });
});
