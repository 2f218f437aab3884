// The profiles service on a durable bus and index and a database that outlives it; to be killed at any moment. It says
// its port, then the names of what was told. Arguments: folder, database, token key.
import { join } from 'node:path';
import { openEmbeddedBus, openEmbeddedIndex } from '@numscope/adapters/embedded';
import { openMongo } from '@numscope/adapters/mongo';
import { createLogger } from '@numscope/platform';
import { createTestServiceKit, createTestTokens, buildJob, stubClient } from '@numscope/testing';
import { createProfilesService } from '../../src/app.ts';
import { openProfilesMongoStore } from '../../src/store/mongo/index.ts';

const [, , dir = '', url = '', key = ''] = process.argv;
const log = createLogger('profiles', 'silent');
const bus = await openEmbeddedBus({ path: join(dir, 'bus.sqlite'), retentionDays: 7, log });
const index = await openEmbeddedIndex({ path: join(dir, 'index.sqlite') });
const kit = createTestServiceKit('profiles', { bus, tokens: createTestTokens(key) });
const client = stubClient();
client.answer({ mainJob: () => buildJob({ id: 'main', number: 9, mainJob: true }) });
const store = await openProfilesMongoStore(await openMongo({ url, service: 'profiles', log }), { log });
const service = await createProfilesService({ kit, bus, client, index, store });
await service.app.listen({ host: '127.0.0.1', port: 0 });
const address = service.app.server.address();
process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
for (const topic of ['profile.updated', 'audit.logged'] as const)
  await bus.subscribe({
    topic,
    group: 'test',
    handle: async (events) =>
      void process.stdout.write(events.map(({ id, key: of }) => `${topic} ${of} ${id}\n`).join('')),
  });
await service.start();
