// The jobs service alone on a durable bus, with sources that answer at once; to be killed at any moment. Arguments:
// folder, token key.
import { join } from 'node:path';
import { openEmbeddedBus } from '@numscope/adapters/embedded';
import { createLogger } from '@numscope/platform';
import { createTestServiceKit, createTestTokens, stubClient } from '@numscope/testing';
import { createJobsService } from '../src/app.ts';
import { answers } from './answers.ts';
import { openTestStore } from './open-store.ts';
import { settings } from './settings.ts';

const [, , dir = '', key = ''] = process.argv;
const log = createLogger('jobs', 'silent');
const bus = await openEmbeddedBus({ path: join(dir, 'bus.sqlite'), retentionDays: 7, log });
const kit = createTestServiceKit('jobs', { bus, tokens: createTestTokens(key) });
const store = await openTestStore({ kit, dir, defer: () => undefined });
const service = await createJobsService({ kit, bus, client: stubClient(), store, settings });
await bus.subscribe({
  topic: 'phone.requested',
  group: 'sources',
  batchSize: 1,
  handle: async (events) =>
    bus.publish(events.flatMap(({ data }) => answers(data, (phone) => (phone.endsWith('0') ? 'NOT_FOUND' : 'FOUND')))),
});
await service.start();
await service.app.listen({ host: '127.0.0.1', port: 0 });
const address = service.app.server.address();
process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
