import { type Connection, openMongo } from '@numscope/adapters/mongo';
import type { OutgoingEvent } from '@numscope/platform';
import { createTestKit, testEngine, type TestKit } from '@numscope/testing';
import type { JobDraft } from '../../src/domain/job.ts';
import type { Act, JobRecord, JobStore } from '../../src/store/job-store.port.ts';
import { openJobsMongoStore } from '../../src/store/mongo/index.ts';

export const act: Act = { by: 'admin', at: 1, audit: null };
export const draft: JobDraft = {
  name: 'A job',
  type: 'REGULAR',
  iteration: 1,
  schedule: null,
  purpose: null,
  hold: false,
};
export const FIRST = 998_901_000_000;

/** Several instances of the store on one database, of which the first to be opened leads. */
export interface Instances extends TestKit {
  url: string;
  open(): Promise<JobStore>;
  /** The records themselves. */
  connection: Connection;
}

export async function createInstances(): Promise<Instances> {
  const kit = await createTestKit('jobs');
  const url = `${testEngine('mongodb')}/test_${kit.dir.replaceAll(/\W/g, '')}`;
  const connect = () => openMongo({ url, service: 'jobs', log: kit.kit.log });
  kit.defer(async () => {
    const connection = await connect();
    await connection.dropDatabase();
    await connection.close();
  });
  const connection = await connect();
  kit.defer(() => connection.close());
  return {
    ...kit,
    url,
    connection,
    async open() {
      const store = await openJobsMongoStore(await connect(), { log: kit.kit.log });
      kit.defer(() => store.close());
      await store.ensureMainJob(act);
      return store;
    },
  };
}

/** Two instances, of which the first leads. */
export async function openPair(): Promise<{
  instances: Instances;
  leader: JobStore;
  other: JobStore;
  close(): Promise<void>;
}> {
  const instances = await createInstances();
  return { instances, leader: await instances.open(), other: await instances.open(), close: instances.close };
}

/** Makes a job of `phones` numbers in order. */
export async function createJob(store: JobStore, phones: number, given: Partial<JobDraft> = {}): Promise<JobRecord> {
  const upload = await store.beginUpload();
  for (let from = 0; from < phones; from += 10_000) {
    const numbers = Float64Array.from(
      { length: Math.min(10_000, phones - from) },
      (_none, index) => FIRST + from + index,
    );
    await store.addPhones(upload, { numbers, notValid: null, texts: [] });
  }
  return store.commitUpload(upload, { ...draft, ...given }, { read: phones, skippedLines: 0 }, act);
}

/** Takes what waits in the outbox, as a relay does. */
export async function takeEvents(store: JobStore): Promise<OutgoingEvent[]> {
  const taken: OutgoingEvent[] = [];
  for (;;) {
    const pending = await store.pendingEvents(16);
    if (pending.length === 0) return taken;
    taken.push(...pending.flatMap(({ events }) => events));
    await store.clearEvents(pending.map(({ id }) => id));
  }
}
