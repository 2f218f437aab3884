import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Service } from '@numscope/platform';
import { stubClient } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { createJobsService } from '../../src/app.ts';
import type { JobStore } from '../../src/store/job-store.port.ts';
import { answers } from '../answers.ts';
import { settings } from '../settings.ts';
import { act, createInstances, createJob, FIRST, type Instances } from './instances.ts';

const PHONES = 3000;
/** The promise: so soon after its end somebody else leads. */
const TAKE_OVER_MS = 10_000;

let instances: Instances;
let child: ChildProcess;
let store: JobStore;
let service: Service;

const said = async (): Promise<string> => {
  const [line] = (await once(child.stdout ?? child, 'data')) as [unknown];
  return String(line).trim();
};

beforeEach(async () => {
  instances = await createInstances();
  child = spawn(process.execPath, [join(import.meta.dirname, 'lead-child.ts'), instances.url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  expect(await said()).toBe('leads');
  store = await instances.open();
  service = await createJobsService({ kit: instances.kit, bus: instances.bus, client: stubClient(), store, settings });
  await service.start();
});

afterEach(async () => {
  child.kill('SIGKILL');
  await service.close();
  await instances.close();
});

it('when the leader is killed, then another sends what it left and hands out the rest: each phone has its result', async () => {
  const { bus } = instances;
  const { id, number } = await createJob(store, PHONES);
  child.stdin?.write('\n');
  expect(await said()).toBe('500');
  const before = await store.find(id);
  expect(before?.tally).toEqual([PHONES - 500, 500, 0, 0, 0, 0, 0]);
  expect(bus.published('phone.requested')).toEqual([]);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  const killed = performance.now();
  await bus.subscribe({
    topic: 'phone.requested',
    group: 'fake-sources',
    handle: async (events) =>
      bus.publish(
        events.flatMap(({ data }) => answers(data, (phone) => (phone.endsWith('0') ? 'NOT_FOUND' : 'FOUND'))),
      ),
  });
  await bus.waitFor('phone.requested');
  expect(performance.now() - killed).toBeLessThan(TAKE_OVER_MS);
  await bus.waitFor('job.status-changed', ({ data }) => data.number === number && data.to === 'DONE');
  expect((await store.find(id))?.tally).toEqual([0, 0, (PHONES * 9) / 10, PHONES / 10, 0, 0, 0]);
  const asked = bus.published('phone.requested').flatMap(({ data }) => data.phones);
  expect([asked.length, new Set(asked).size]).toEqual([PHONES, PHONES]);
});

it('when the leader is killed while it brings phones into a job, then another brings the rest: none is lost or counted twice', async () => {
  const target = await createJob(store, 10_000, { name: 'Target', hold: true });
  const upload = await store.beginUpload();
  for (let from = 0; from < 30_000; from += 10_000) {
    const numbers = Float64Array.from({ length: 10_000 }, (_none, index) => FIRST + (from + index) * 2);
    await store.addPhones(upload, { numbers, notValid: null, texts: [] });
  }
  await store.joinUpload(upload, target.id, { read: 30_007, skippedLines: 3 }, act);
  const phonesNow = async (): Promise<number> =>
    (await store.find(target.id))?.tally.reduce((sum, phones) => sum + phones, 0) ?? 0;
  child.stdin?.write('join\n');
  const enough = 10_000 + Math.random() * 15_000;
  // Counting is work for the database, which is to bring phones in meanwhile.
  await askUntil(phonesNow, (phones) => phones >= enough, { everyMs: 100 });
  child.kill('SIGKILL');
  while (await store.joinNext(2));
  // Of the 30,000 every one below the 10,000th was there already, which are 5,000.
  expect(await store.find(target.id)).toMatchObject({
    tally: [35_000, 0, 0, 0, 0, 0, 0],
    duplicates: 5007,
    skippedLines: 3,
    subtype: 'SUPER_JOB',
  });
  const seen = new Set<number>();
  for (let after = 0; ;) {
    const numbers = await store.validAfter(target.id, after, true);
    if (numbers.length === 0) break;
    for (const number of numbers) {
      expect(number).toBeGreaterThan(after);
      after = number;
      seen.add(number);
    }
  }
  expect(seen.size).toBe(35_000);
  const parts = await store.list({ parentNumber: target.number, offset: 0, limit: 100 });
  expect(Math.max(...parts.jobs.map(({ tally }) => tally[0]))).toBeLessThanOrEqual(10_000);
  expect(parts.jobs.reduce((sum, { tally }) => sum + tally[0], 0)).toBe(35_000);
});
