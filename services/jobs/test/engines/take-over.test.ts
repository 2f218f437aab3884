import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Service } from '@numscope/platform';
import { stubClient } from '@numscope/testing';
import { createJobsService } from '../../src/app.ts';
import type { JobStore } from '../../src/store/job-store.port.ts';
import { answers } from '../answers.ts';
import { settings } from '../settings.ts';
import { createInstances, createJob, type Instances } from './instances.ts';

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
  child = spawn(process.execPath, [join(import.meta.dirname, 'lead-child.ts'), instances.url], { stdio: ['pipe', 'pipe', 'inherit'] });
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
  expect(before?.tally).toEqual([PHONES - 500, 500, 0, 0, 0, 0]);
  expect(bus.published('phone.requested')).toEqual([]);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  const killed = performance.now();
  await bus.subscribe({
    topic: 'phone.requested',
    group: 'fake-sources',
    handle: async (events) =>
      bus.publish(events.flatMap(({ data }) => answers(data, (phone) => (phone.endsWith('0') ? 'NOT_FOUND' : 'FOUND')))),
  });
  await bus.waitFor('phone.requested');
  expect(performance.now() - killed).toBeLessThan(TAKE_OVER_MS);
  await bus.waitFor('job.status-changed', ({ data }) => data.number === number && data.to === 'DONE');
  expect((await store.find(id))?.tally).toEqual([0, 0, (PHONES * 9) / 10, PHONES / 10, 0, 0]);
  const asked = bus.published('phone.requested').flatMap(({ data }) => data.phones);
  expect([asked.length, new Set(asked).size]).toEqual([PHONES, PHONES]);
});
