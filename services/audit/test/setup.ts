import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AuditEntry, type AuditRecord, calls } from '@numscope/contracts';
import { auditEvent, AuditRecorder, generateSigningKey, type OutgoingEvent, type Service } from '@numscope/platform';
import { authed, type Caller, createTestKit, openTestRecords, RecordingBus, type TestKit } from '@numscope/testing';
import { createAuditService } from '../src/app.ts';
import { type CheckpointSigner, checkpointSigner } from '../src/checkpoints/keys.ts';
import type { AuditSettings } from '../src/deps.ts';
import { type AuditStore, openAuditStore } from '../src/store/sqlite/index.ts';

export const buildRecord = (overrides: Partial<AuditRecord> = {}): AuditRecord => ({
  actionType: 'PROFILE',
  createdTimestamp: 1_700_000_000_000,
  details: 'One profile',
  username: 'bob',
  ip: '203.0.113.1',
  args: { phone: '+998901234567' },
  outcome: 'OK',
  ...overrides,
});

export interface Setup {
  test: TestKit;
  store: AuditStore;
  service: Service;
  signer: CheckpointSigner;
  /** Where the checkpoints are. */
  folder: string;
  admin: Caller;
  user: Caller;
  /** Sends entries the way services do, and waits until they are in the chain. */
  log(...records: Partial<AuditRecord>[]): Promise<OutgoingEvent[]>;
  search(filter: object, as?: Caller): Promise<AuditEntry[]>;
  /** Ends the service; the installation is still there. */
  end(): Promise<void>;
  close(): Promise<void>;
}

/** Of one installation: its key stays the same. */
export const buildSigner = (): CheckpointSigner => checkpointSigner(generateSigningKey());

export const openTestStore = (test: TestKit): Promise<AuditStore> =>
  openTestRecords(test, {
    sqlite: () => openAuditStore({ dataDir: test.dir }),
    mongo: async (connection) =>
      (await import('../src/store/mongo/index.ts')).openAuditMongoStore(connection, test.kit),
  });

/**
 * Opens the service on its real store.
 * @param former the setup whose installation begins again
 * @param openStore another store than the one that this run of the tests is about
 * @param auditsItself whether what is asked of it gets into its own trail, a moment later
 */
export async function setUp(
  auditsItself = true,
  settings: Partial<AuditSettings> = {},
  former?: Pick<Setup, 'test' | 'signer'>,
  openStore: (test: TestKit) => Promise<AuditStore> = openTestStore,
): Promise<Setup> {
  const test = former?.test ?? (await createTestKit('audit'));
  const store = await openStore(test);
  const kit = auditsItself ? test.kit : { ...test.kit, audit: new AuditRecorder(new RecordingBus(), test.kit.log) };
  const signer = former?.signer ?? buildSigner();
  const folder = join(test.dir, 'checkpoints');
  const service = await createAuditService({
    kit,
    bus: test.bus,
    store,
    signer,
    settings: { folder, everyEntries: 1000, everyMs: 600_000, retentionDays: null, syslog: null, ...settings },
  });
  await service.start();
  const admin = authed(service.app, test.tokenFor('ADMIN', 'root'));
  return {
    test,
    store,
    service,
    signer,
    folder,
    admin,
    user: authed(service.app, test.tokenFor('USER', 'bob')),
    async log(...records) {
      const events = records.map((record) => auditEvent(buildRecord(record)));
      await test.bus.deliver(...events);
      return events;
    },
    search: async (filter, as = admin) =>
      calls.searchAudit.answer.parse((await as.call(calls.searchAudit, { raw: { size: 1000, ...filter } })).json())
        .content,
    end: () => service.close(),
    async close() {
      await service.close();
      await test.close();
    },
  };
}

/** Writes the public part of the key of its checkpoints. @returns the file */
export function writePublicKey({ test, signer }: Setup): string {
  const file = join(test.dir, 'public.pem');
  const [key] = signer.keys.values();
  writeFileSync(file, key?.export({ type: 'spki', format: 'pem' }) ?? '');
  return file;
}
