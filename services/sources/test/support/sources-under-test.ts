import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import type { Call, EventData, PhoneResolved } from '@numscope/contracts';
import { newId, outgoing, type Service } from '@numscope/platform';
import {
  authed,
  type Caller,
  createTestKit,
  openTestRecords,
  stubClient,
  type StubClient,
  type TestKit,
} from '@numscope/testing';
import { createSourcesService } from '../../src/app.ts';
import { openSourceStore, type SourceStore } from '../../src/store/sqlite/index.ts';
import { openSourceMongoStore } from '../../src/store/mongo/source-store.ts';
import { type NumberingPlan, openNumberingPlan } from '../../src/store/plan/index.ts';

// The thread that the stores share ends with the last of them. Held open for the whole file it has its modules loaded
// already for each service that a test starts.
let held: NumberingPlan;
beforeAll(async () => {
  held = await openNumberingPlan();
});
afterAll(() => held.close());

export interface SourcesUnderTest {
  kit: TestKit;
  service: Service;
  /** Its records, as they are open now. */
  store(): SourceStore;
  client: StubClient;
  admin: Caller;
  user: Caller;
  internal: Caller;
  /** Hands a chunk out as jobs does; resolves to the results, in the order of the numbers, when all are published. */
  lookUp(phones: string[], overrides?: Partial<EventData<'phone.requested'>>): Promise<PhoneResolved[]>;
  /** Hands a chunk out and does not wait. */
  send(phones: string[], overrides?: Partial<EventData<'phone.requested'>>): Promise<void>;
  jobIs(to: EventData<'job.status-changed'>['to'], run: number): Promise<void>;
  resolved(): PhoneResolved[];
  /** Ends the service and begins anew over the same files, as after a restart. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface UnderTestOptions {
  /** The sources file; without it there is none. */
  yaml?: string;
  sandbox?: boolean;
  env?: Record<string, string>;
  webhookPrivateHosts?: string[];
  photoLookMs?: number;
  /** Files beside the sources file, by name. */
  files?: Record<string, string | Uint8Array>;
}

export const JOB = { id: 'job-1', number: 1, pass: 1 };
export const PHONE = '+998901234567';
const IMAGE_ID = 'a'.repeat(64);

export const phones = (count: number, from = 998_900_000_000): string[] =>
  Array.from({ length: count }, (_, index) => `+${from + index}`);

export async function startSources(options: UnderTestOptions = {}): Promise<SourcesUnderTest> {
  const kit = await createTestKit('sources');
  const sourcesFile = join(kit.dir, 'sources.yaml');
  if (options.yaml !== undefined) writeFileSync(sourcesFile, options.yaml);
  for (const [name, text] of Object.entries(options.files ?? {})) writeFileSync(join(kit.dir, name), text);
  const client = stubClient({
    knownImages: ({ body }) => ({ known: body.ids }),
    storeImage: ({ bytes }) => ({
      id: IMAGE_ID,
      type: 'image/png',
      width: 1,
      height: 1,
      bytes: bytes?.content.byteLength ?? 0,
    }),
  });
  const settings = {
    sourcesFile,
    sandbox: options.sandbox ?? false,
    dataDir: kit.dir,
    env: options.env ?? {},
    webhookPrivateHosts: options.webhookPrivateHosts ?? [],
    photoLookMs: options.photoLookMs,
  };

  let store: SourceStore | undefined;
  const open = async (): Promise<Service> => {
    const records = await openTestRecords(kit, {
      sqlite: () => openSourceStore({ dataDir: kit.dir }),
      mongo: openSourceMongoStore,
    });
    // So that a test may have one of its functions fail: what stands before MongoDB's takes no others.
    const opened: SourceStore = Object.create(records);
    store = opened;
    try {
      const deps = { kit: kit.kit, bus: kit.bus, client, store: opened, settings };
      const service = await createSourcesService(deps);
      await service.start();
      return service;
    } catch (error) {
      await opened.close();
      await kit.close();
      throw error;
    }
  };
  let service = await open();
  const caller = (token: string): Caller => ({
    call: (call, given) => authed(service.app, token).call(call, given),
    inject: (given) => authed(service.app, token).inject(given),
  });

  const event = (list: string[], overrides: Partial<EventData<'phone.requested'>>) =>
    outgoing(
      'phone.requested',
      list[0] ?? '',
      { job: JOB, run: 1, lane: 'REGULAR', reuseFresh: true, only: null, phones: list, ...overrides },
      { id: newId() },
    );

  return {
    kit,
    get service() {
      return service;
    },
    store() {
      if (!store) throw new Error('no records are open');
      return store;
    },
    client,
    admin: caller(kit.tokenFor('ADMIN')),
    user: caller(kit.tokenFor('USER')),
    internal: {
      call: (call: Call, given) => authed(service.app, kit.serviceToken(call.services?.[0])).call(call, given),
      inject: (given) => authed(service.app, kit.serviceToken()).inject(given),
    },
    async lookUp(list, overrides = {}) {
      let former = kit.bus.published('phone.resolved').length;
      const results = new Map<string, PhoneResolved>();
      await kit.bus.publish([event(list, overrides)]);
      await kit.bus.waitFor('phone.resolved', ({ data }) => {
        if (former-- <= 0) results.set(data.phone, data);
        return list.every((phone) => results.has(phone));
      });
      return list.flatMap((phone) => results.get(phone) ?? []);
    },
    send: (list, overrides = {}) => kit.bus.publish([event(list, overrides)]),
    jobIs: (to, run) =>
      kit.bus.deliver(
        outgoing('job.status-changed', '1', {
          id: JOB.id,
          number: JOB.number,
          name: 'Job',
          from: null,
          to,
          run,
          at: Date.now(),
          by: 'admin',
        }),
      ),
    resolved: () => kit.bus.published('phone.resolved').map(({ data }) => data),
    async restart() {
      await service.close();
      service = await open();
    },
    async close() {
      await service.close();
      await kit.close();
    },
  };
}

/**
 * A sources file that binds OFFICE to a provider; `more` are lines of the source, indented by the caller's choice of
 * fields.
 */
export const officeYaml = (url: string, more: readonly string[] = []): string =>
  [
    'sources:',
    '  OFFICE:',
    '    connector: http',
    `    request: { url: "${url}/numbers/{phone}" }`,
    ...more.map((line) => `    ${line}`),
  ].join('\n');
