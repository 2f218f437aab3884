// Writes entries to a trail and has them signed, and is killed at the moment that its arguments name. Arguments:
// folder, private key, moment.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '@numscope/platform';
import { createTestServiceKit, createTestTokens, openTestRecords, RecordingBus } from '@numscope/testing';
import { Checkpointer } from '../src/checkpoints/checkpointer.ts';
import { checkpointSigner } from '../src/checkpoints/keys.ts';
import { CHECKPOINTS_FILE } from '../src/checkpoints/read-checkpoints.ts';
import { openAuditStore } from '../src/store/sqlite/index.ts';
import { buildRecord } from './setup.ts';

const [, , dir = '', key = '', moment = ''] = process.argv;
const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('killed');
};
const bus = new RecordingBus();
const kit = createTestServiceKit('audit', { bus, tokens: createTestTokens() });
const store = await openTestRecords(
  { kit, dir, defer: () => undefined },
  {
    sqlite: () => openAuditStore({ dataDir: dir }),
    mongo: async (connection) => (await import('../src/store/mongo/index.ts')).openAuditMongoStore(connection, kit),
  },
);
const folder = join(dir, 'checkpoints');
const killed: typeof store = {
  ...store,
  async keepCheckpoint(checkpoint) {
    if (checkpoint.seq < 4 || moment === 'told') return store.keepCheckpoint(checkpoint);
    if (moment === 'signed') die();
    const kept = await store.keepCheckpoint(checkpoint);
    if (moment === 'half a line')
      appendFileSync(join(folder, CHECKPOINTS_FILE), JSON.stringify(checkpoint).slice(0, 90));
    die();
    return kept;
  },
};
if (moment === 'told') bus.publish = async ([event]) => (event?.json.includes('"seq":4') ? die() : undefined);
const checkpointer = new Checkpointer({
  store: killed,
  bus,
  signer: checkpointSigner(key),
  clock: kit.clock,
  log: kit.log,
  folder,
  everyEntries: 1000,
  everyMs: 600_000,
});
await checkpointer.start();
for (let batch = 0; batch < 2; batch++) {
  await store.append([0, 1].map(() => ({ ...buildRecord(), id: newId() })));
  await checkpointer.sign();
}
