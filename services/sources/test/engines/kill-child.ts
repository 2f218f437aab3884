// The sources service alone on a durable bus and records in MongoDB; to be killed at any moment. Tells each result's
// number on a line of its own. Arguments: folder (with sources.yaml), address of MongoDB, how much later it is here in
// milliseconds.
import { join } from 'node:path';
import { openEmbeddedBus } from '@numscope/adapters/embedded';
import { openMongo } from '@numscope/adapters/mongo';
import { createLogger, outgoing } from '@numscope/platform';
import { createTestServiceKit, stubClient } from '@numscope/testing';
import { createSourcesService } from '../../src/app.ts';
import { openSourceMongoStore } from '../../src/store/mongo/source-store.ts';

const [, , dir = '', mongo = '', ahead = '0'] = process.argv;
const log = createLogger('sources', 'silent');
const bus = await openEmbeddedBus({ path: join(dir, 'bus.sqlite'), retentionDays: 7, log });
const kit = createTestServiceKit('sources', { bus, clock: { now: () => Date.now() + Number(ahead) } });
const store = await openSourceMongoStore(await openMongo({ url: mongo, service: 'sources', log }));
const settings = { sourcesFile: join(dir, 'sources.yaml'), sandbox: false, dataDir: dir, env: {} };
const client = stubClient({
  knownImages: ({ body }) => ({ known: body.ids }),
  storeImage: ({ bytes }) => ({
    id: 'a'.repeat(64),
    type: 'image/png',
    width: 1,
    height: 1,
    bytes: bytes?.content.byteLength ?? 0,
  }),
});
const service = await createSourcesService({ kit, bus, client, store, settings });
await bus.subscribe({
  topic: 'phone.resolved',
  group: 'test',
  handle: async (events) =>
    void process.stdout.write(
      events.map(({ data }) => `${data.phone} ${data.late === true ? 'LATE' : data.status}\n`).join(''),
    ),
});
await service.start();

// What is to be asked comes by standard input, a chunk of numbers on each line.
for await (const text of process.stdin)
  for (const line of String(text).split('\n').filter(Boolean)) {
    const phones = line.split(' ');
    const request = {
      job: { id: 'job-1', number: 1, pass: 1 },
      run: 1,
      lane: 'REGULAR',
      reuseFresh: false,
      only: null,
    } as const;
    await bus.publish([outgoing('phone.requested', line, { ...request, phones })]);
  }
