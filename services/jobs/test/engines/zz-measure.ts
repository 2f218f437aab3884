import { openMongo } from '@numscope/adapters/mongo';
import { createLogger } from '@numscope/platform';
import { phoneResolvedEvent, profileUpdatedEvent } from '@numscope/testing';
import { openJobsMongoStore } from '../../src/store/mongo.ts';
import { createJob, FIRST, act, takeEvents } from './instances.ts';
const log = createLogger('jobs', 'silent');
const url = `${process.env.TEST_MONGODB_URL}/test_measure${process.pid}`;
const open = async () => openJobsMongoStore(await openMongo({ url, service: 'jobs', log }), { log });
const stores = [await open(), await open()];
const [a, b] = stores as any;
await a.ensureMainJob(act);
const N = Number(process.argv[2] ?? 200000);
let t = performance.now();
const job = await createJob(a, N);
console.log('create', N, Math.round(performance.now() - t), 'ms');
t = performance.now();
await a.find(job.id);
console.log('find', Math.round(performance.now() - t));
t = performance.now();
await a.list({ offset: 0, limit: 15 });
console.log('list', Math.round(performance.now() - t));
t = performance.now();
await a.phones(job.id, { statuses: ['PENDING', 'SENT', 'FOUND', 'NOT_FOUND', 'FAILED', 'NOT_VALID'], offset: N - 100, limit: 39 });
console.log('late page', Math.round(performance.now() - t));
await a.promote(2, 8);
const place = { id: job.id, number: job.number, pass: 1 };
const M = Math.min(N, 20000);
let sent = 0;
t = performance.now();
while (sent < M) sent += await a.dispatch(Array.from({ length: 8 }, () => ({ key: job.key, phones: 500 })));
let ms = performance.now() - t;
console.log('dispatch/s', Math.round((sent / ms) * 1000));
await takeEvents(a);
t = performance.now();
await a.running();
console.log('running', Math.round(performance.now() - t));
const phones = Array.from({ length: M }, (_x, i) => FIRST + i);
const sources = ['SANDBOX', 'NUMBERING_PLAN'].map((source) => ({ source, status: 'FOUND' as const, at: Date.now(), cached: false }));
const resolved = phones.map((p) => phoneResolvedEvent({ phone: `+${p}`, job: place, status: 'FOUND', sources }).json);
const profiled = phones.map((p) => profileUpdatedEvent({ phone: `+${p}`, job: place }).json);
// windows of 4096, 6 partitions, batches of up to 500, spread over the instances
t = performance.now();
for (let w = 0; w < M; w += 4096) {
  const end = Math.min(M, w + 4096);
  await Promise.all(
    [a, b].map(async (s: any, at: number) => {
      const idx = Array.from({ length: end - w }, (_x, i) => w + i).filter((i) => i % 2 === at);
      for (let k = 0; k < idx.length; k += 500) {
        const part = idx.slice(k, k + 500);
        await Promise.all([
          s.resolved(
            part.map((i) => resolved[i]),
            3,
          ),
        ]);
        await s.profiled(
          part.map((i) => profiled[i]),
          3,
        );
      }
    }),
  );
}
ms = performance.now() - t;
console.log('results (phones final)/s on two instances', Math.round((M / ms) * 1000));
console.log((await a.find(job.id)).tally);
t = performance.now();
await a.change(job.id, 'PAUSE', false, act);
console.log('pause', Math.round(performance.now() - t), 'ms');
t = performance.now();
await a.change(job.id, 'CANCEL', false, act);
await a.change(job.id, 'DELETE', false, act);
await a.dropNext();
console.log('delete', Math.round(performance.now() - t), 'ms');
await a.close();
await b.close();
const c = await openMongo({ url, service: 'jobs', log });
await c.dropDatabase();
await c.close();
