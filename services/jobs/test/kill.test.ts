import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { calls, Job, JobPage, JobPhonePage } from '@numscope/contracts';
import { generateSigningKey } from '@numscope/platform';
import { createTestKit, createTestTokens, type TestKit } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { hasPhones } from './open-store.ts';
import { multipartBody, multipartHeaders } from './setup.ts';

const PHONES = 6000;
const KILLS = 2;
const file = (phones: number): string =>
  Array.from({ length: phones }, (_none, index) => `${998901000000 + index}\n`).join('');

describe('kill -9', () => {
  const key = generateSigningKey();
  let kit: TestKit;
  let child: ChildProcess;
  let url: string;
  let headers: Record<string, string>;

  const start = async (): Promise<void> => {
    child = spawn(process.execPath, [join(import.meta.dirname, 'kill-child.ts'), kit.dir, key], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    url = await new Promise((resolve, reject) => {
      child.stdout?.once('data', (port) => resolve(`http://127.0.0.1:${String(port).trim()}`));
      child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
    });
  };
  const kill = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const given = body === undefined ? {} : { body: JSON.stringify(body) };
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    return (await fetch(url + path, { method, headers: { ...headers, ...type }, ...given })).json();
  };
  const jobNow = async (number: number): Promise<Job> => Job.parse(await call('GET', `/api/v2/job/${number}`));
  /** Asks until it is so: the child has no line to tell us by. */
  const until = (number: number, reached: (job: Job) => boolean): Promise<Job> =>
    askUntil(() => jobNow(number), reached, { everyMs: 20 });

  beforeEach(async () => {
    kit = await createTestKit('jobs');
    const tokens = createTestTokens(key);
    headers = {
      authorization: `Bearer ${tokens.sign({ id: 'id-of-admin', userName: 'admin', roles: ['ADMIN'], modules: ['Profiler'] }, 600)}`,
    };
    await start();
  });
  afterEach(async () => {
    await kill();
    await kit.close();
  });

  it('while phones are handed out: each ends with exactly one result', async () => {
    const body = new Uint8Array(multipartBody(file(PHONES), { name: 'Survives' }));
    const created = await fetch(url + calls.createJobFromFile.path, {
      method: 'POST',
      headers: { ...headers, ...multipartHeaders },
      body,
    });
    const { number } = Job.parse(await created.json());
    for (let round = 0; round < KILLS; round++) {
      const share = ((round + Math.random()) / KILLS) * 90;
      await until(number, (job) => job.progress >= share || job.status === 'DONE');
      await kill();
      await start();
    }
    const done = await until(number, (job) => job.status === 'DONE');
    expect(done.counts).toEqual({
      PENDING: 0,
      SENT: 0,
      FOUND: (PHONES * 9) / 10,
      NOT_FOUND: PHONES / 10,
      FAILED: 0,
      NOT_VALID: 0,
    });
    const seen = new Map<string, string>();
    for (let page = 0; page < PHONES / 1000; page++) {
      const slice = JobPhonePage.parse(await call('POST', `/api/v2/job/${number}/phones`, { page, size: 1000 }));
      for (const { phone, status } of slice.content) seen.set(phone, status);
    }
    expect(seen.size).toBe(PHONES);
    expect([...seen].every(([phone, status]) => status === (phone.endsWith('0') ? 'NOT_FOUND' : 'FOUND'))).toBe(true);
  });

  it('while a file comes in: neither a job nor one phone of it stays', async () => {
    // So many that the kill comes before the last is put down, also where the test itself is held up for half a second.
    const body = multipartBody(file(240_000), { name: 'Lost' });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const lines = [`POST ${calls.createJobFromFile.path} HTTP/1.1`, 'host: x', `content-length: ${body.length}`];
    for (const [name, value] of Object.entries({ ...headers, ...multipartHeaders })) lines.push(`${name}: ${value}`);
    socket.on('error', () => undefined);
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    socket.write(body);
    await askUntil(() => hasPhones(kit));
    await kill();
    socket.destroy();
    expect(await hasPhones(kit)).toBe(true);
    await start();
    expect(JobPage.parse(await call('POST', '/api/v2/job', {})).totalElements).toBe(0);
    await askUntil(
      () => hasPhones(kit),
      (areThere) => !areThere,
    );
    expect(JobPage.parse(await call('POST', '/api/v2/job', { mainJob: true })).totalElements).toBe(1);
  });
});
