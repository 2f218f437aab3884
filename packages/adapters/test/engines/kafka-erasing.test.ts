import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type EventBus, outgoing } from '@numscope/platform';
import { phoneRequestedEvent, phoneResolvedEvent, testEngine } from '@numscope/testing';
import kafkajs, { type Admin, Kafka, logLevel } from 'kafkajs';
import { testKafka, type TestKafka } from './kafka-kit.ts';
import { recordsOf } from './kafka-records.ts';

const { ConfigResourceTypes } = kafkajs;
const GONE = '+998901234567';
const OTHER = '+998901234568';
const PICTURE = '6f1ed002ab5595859014ebf0951522d9';
let kafka: TestKafka;
let bus: EventBus;
let admin: Admin;

beforeEach(async () => {
  kafka = testKafka(1);
  bus = await kafka.open();
  admin = new Kafka({ brokers: testEngine('kafka').split(','), logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
});
afterEach(async () => {
  await bus.close();
  await kafka.dispose();
  await admin.disconnect();
});

const topic = (name: string): string => `${kafka.prefix}${name}`;
const stored = (id: string) => outgoing('image.stored', id, { id, type: 'image/jpeg', width: 1, height: 1, bytes: 1 });

it('leaves an empty record as the newest of the number and of its pictures, and nothing of requests that were handled', async () => {
  await bus.publish([phoneResolvedEvent({ phone: GONE }), phoneResolvedEvent({ phone: OTHER }), stored(PICTURE)]);
  await bus.publish([phoneRequestedEvent([OTHER, GONE])]);
  const consumer = await bus.subscribe({ topic: 'phone.requested', group: 'sources', handle: async () => undefined });
  while ((await bus.lag('phone.requested', 'sources')) > 0) await pause(20);
  await bus.erase(GONE, [PICTURE]);
  const newest = async (name: string) => new Map((await recordsOf(topic(name))).map(({ key, value }) => [key, value]));
  for (const name of ['phone.resolved', 'profile.updated', 'profile.deleted'])
    expect((await newest(name)).get(GONE)).toBeNull();
  for (const name of ['image.stored', 'image.faces']) expect((await newest(name)).get(PICTURE)).toBeNull();
  expect((await newest('phone.resolved')).get(OTHER)).toContain(OTHER);
  expect(await recordsOf(topic('phone.requested'))).toEqual([]);
  // What was not handled is not lost.
  await consumer.close();
  await bus.publish([phoneRequestedEvent([OTHER])]);
  await bus.erase(GONE, []);
  expect(await recordsOf(topic('phone.requested'))).toHaveLength(1);
});

it('is rid of all that was before by compaction, once a later record has closed the file', async () => {
  await bus.publish([phoneResolvedEvent({ phone: GONE }), phoneResolvedEvent({ phone: OTHER })]);
  await bus.erase(GONE, []);
  // As after the days that the topic is made with.
  const soon = { 'segment.ms': '50', 'min.compaction.lag.ms': '0', 'max.compaction.lag.ms': '1' };
  await set('phone.resolved', { 'cleanup.policy': 'compact,delete', 'delete.retention.ms': '86400000', ...soon });
  let left: Awaited<ReturnType<typeof recordsOf>>;
  do {
    // Once the file that has all of the number is old enough, the next empty record closes it.
    await bus.erase(GONE, []);
    await pause(200);
    left = await recordsOf(topic('phone.resolved'));
  } while (left.some(({ key, value }) => key === GONE && value !== null));
  expect(left.filter(({ value }) => value !== null).map(({ key }) => key)).toEqual([OTHER]);
});

it('gives topics of a version before what erasing needs, and keeps what their operator has set', async () => {
  await set('phone.resolved', { 'cleanup.policy': 'delete', 'retention.ms': '1000000', 'segment.ms': '2000000' });
  await bus.close();
  bus = await kafka.open();
  const mended = { 'cleanup.policy': 'compact,delete', 'min.compaction.lag.ms': String(2 * 86_400_000) };
  await untilSet('phone.resolved', mended);
  const kept = { 'retention.ms': '1000000', 'segment.ms': '2000000' };
  expect(await settings('phone.resolved')).toMatchObject({ ...mended, ...kept });
  await set('phone.resolved', { 'cleanup.policy': 'compact,delete', 'retention.ms': String(100 * 86_400_000) });
  await bus.close();
  bus = await kafka.open();
  // The longest of all topics, and the file that it is in.
  expect((await bus.erase(GONE, [])).keptMs).toBe((100 * 24 + 6) * 3_600_000);
});

async function set(name: string, values: Record<string, string>): Promise<void> {
  const configEntries = Object.entries(values).map(([entry, value]) => ({ name: entry, value }));
  const resource = { type: ConfigResourceTypes.TOPIC, name: topic(name), configEntries };
  await admin.alterConfigs({ validateOnly: false, resources: [resource] });
  await untilSet(name, values);
}

/** The broker hears of it a moment after the controller has it. */
async function untilSet(name: string, values: Record<string, string>): Promise<void> {
  for (;;) {
    const found = await settings(name);
    if (Object.entries(values).every(([entry, value]) => found[entry] === value)) return;
    await pause(20);
  }
}

async function settings(name: string): Promise<Record<string, string>> {
  const resources = [{ type: ConfigResourceTypes.TOPIC, name: topic(name) }];
  const found = await admin.describeConfigs({ includeSynonyms: false, resources });
  const entries = found.resources[0]?.configEntries ?? [];
  return Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue]));
}
