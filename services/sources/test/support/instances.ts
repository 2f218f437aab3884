import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMongo } from '@numscope/adapters/mongo';
import { calls, type EventData, type PhoneResolved, SourceInfo } from '@numscope/contracts';
import { type EventBus, newId, outgoing, type Service } from '@numscope/platform';
import {
  authed,
  type Caller,
  createTestKit,
  type RecordingBus,
  stubClient,
  type TestClock,
  testEngine,
} from '@numscope/testing';
import { createSourcesService } from '../../src/app.ts';
import { openSourceMongoStore } from '../../src/store/mongo/source-store.ts';
import type { Instance as SharedInstance } from '../../src/store/shared-records.port.ts';
import { JOB } from './sources-under-test.ts';

export interface Instance {
  service: Service;
  clock: TestClock;
  admin: Caller;
  /** A source as this instance tells of it, OFFICE unless said. */
  info(name?: string): Promise<SourceInfo>;
  close(): Promise<void>;
}

type Note = Pick<SharedInstance, 'beats' | 'works'>;

/** Instances of the service on one bus and one database of MongoDB. */
export interface Instances {
  bus: RecordingBus;
  /** Starts one more. `${env:INSTANCE}` of the sources file is its name. */
  add(name: string): Promise<Instance>;
  /** Hands each number out as a chunk of its own, or by `size`. */
  send(phones: string[], overrides?: Partial<EventData<'phone.requested'>>, size?: number): Promise<void>;
  /** Resolves to the results of these numbers, in their order, when all are there. */
  resolved(phones: string[]): Promise<PhoneResolved[]>;
  jobIs(to: EventData<'job.status-changed'>['to'], run: number): Promise<void>;
  /** What the instances tell each other. */
  members(): Promise<Note[]>;
  close(): Promise<void>;
}

/** A bus of which no member takes all chunks for itself. @param chunks that a member has at once */
const inTurns = (bus: EventBus, chunks: number): EventBus => ({
  publish: (events) => bus.publish(events),
  publishPacked: (packed) => bus.publishPacked(packed),
  giveUp: (unpublished) => bus.giveUp(unpublished),
  subscribe: (subscription) =>
    bus.subscribe(subscription.mode === 'concurrent' ? { ...subscription, maxInFlight: chunks } : subscription),
  extent: (topics) => bus.extent(topics),
  read: (reading) => bus.read(reading),
  lag: (topic, group) => bus.lag(topic, group),
  deadLetters: (limit) => bus.deadLetters(limit),
  erase: (phone, pictures) => bus.erase(phone, pictures),
  check: () => bus.check(),
  close: () => bus.close(),
});

export async function startInstances(yaml: string, chunks = 2): Promise<Instances> {
  const common = await createTestKit('sources');
  const { bus } = common;
  const sourcesFile = join(common.dir, 'sources.yaml');
  writeFileSync(sourcesFile, yaml);
  const url = `${testEngine('mongodb')}/test_${newId().slice(-12)}`;
  const records = await openMongo({ url, service: 'sources', log: common.kit.log });
  const open = new Set<Instance>();

  return {
    bus,
    async add(name) {
      const test = await createTestKit('sources');
      const dataDir = join(test.dir, name);
      mkdirSync(dataDir);
      const store = await openSourceMongoStore(await openMongo({ url, service: 'sources', log: test.kit.log }));
      const settings = { sourcesFile, sandbox: false, dataDir, env: { INSTANCE: name } };
      const service = await createSourcesService({
        kit: test.kit,
        bus: inTurns(bus, chunks),
        client: stubClient(),
        store,
        settings,
      });
      await service.start();
      const admin = authed(service.app, test.tokenFor('ADMIN'));
      const instance: Instance = {
        service,
        clock: test.clock,
        admin,
        info: async (name = 'OFFICE') =>
          SourceInfo.parse((await admin.call(calls.getSource, { params: { name } })).json()),
        async close() {
          open.delete(instance);
          await service.close();
          await test.close();
        },
      };
      open.add(instance);
      return instance;
    },
    async send(phones, overrides = {}, size = 1) {
      const chunksOf = Array.from({ length: Math.ceil(phones.length / size) }, (_none, index) =>
        phones.slice(index * size, (index + 1) * size),
      );
      const request = { job: JOB, run: 1, lane: 'REGULAR', reuseFresh: true, only: null, ...overrides } as const;
      await bus.publish(
        chunksOf.map((list) => outgoing('phone.requested', list[0] ?? '', { ...request, phones: list })),
      );
    },
    async resolved(phones) {
      const wanted = new Set(phones);
      const found = new Map<string, PhoneResolved>();
      await bus.waitFor('phone.resolved', ({ data }) => {
        if (wanted.has(data.phone)) found.set(data.phone, data);
        return found.size === wanted.size;
      });
      return phones.flatMap((phone) => found.get(phone) ?? []);
    },
    jobIs: (to, run) =>
      bus.deliver(
        outgoing('job.status-changed', '1', { ...JOB, name: 'Job', from: null, to, run, at: Date.now(), by: 'admin' }),
      ),
    members: () => records.collection<Note>('instances').find().toArray(),
    async close() {
      for (const instance of open) await instance.close();
      await common.close();
      await records.dropDatabase();
      await records.close();
    },
  };
}
