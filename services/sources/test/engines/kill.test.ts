import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Connection, openMongo } from '@numscope/adapters/mongo';
import { createLogger, newId } from '@numscope/platform';
import { tempDir, testEngine } from '@numscope/testing';
import { LEASE_MS } from '../../src/asking/photo-lease.ts';
import type { Reply } from '../support/each-test.ts';
import { type FakeProvider, json, phoneOf, startProvider } from '../support/fake-provider.ts';
import { officeYaml, phones } from '../support/sources-under-test.ts';

const PHONES = 4000;
const CHUNK = 100;
const CONCURRENCY = 16;
/** Answers of one commit, at most, and as many that came while it was written. */
const BATCH = 1000;
const BLOCK = 50;
const MINUTE = 60_000;

describe('kill -9', () => {
  let dir: ReturnType<typeof tempDir>;
  let provider: FakeProvider;
  let mongo: string;
  let records: Connection;
  let child: ChildProcess;
  let results: Map<string, string>;
  let told: () => void;
  let reply: Reply;

  const start = (aheadMs = 0): void => {
    const script = join(import.meta.dirname, 'kill-child.ts');
    child = spawn(process.execPath, [script, dir.path, mongo, String(aheadMs)], { stdio: ['pipe', 'pipe', 'inherit'] });
    if (!child.stdout) throw new Error('no output');
    createInterface(child.stdout).on('line', (line) => {
      const [phone = '', status = ''] = line.split(' ');
      results.set(phone, status);
      told();
    });
  };
  const kill = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  const resultsOf = (count: number): Promise<void> =>
    new Promise((resolve) => {
      told = () => results.size >= count && resolve();
      told();
    });

  const resultIs = (phone: string, status: string): Promise<void> =>
    new Promise((resolve) => {
      told = () => results.get(phone) === status && resolve();
      told();
    });

  beforeEach(async () => {
    reply = (_call, response) => void setTimeout(() => json(response, { names: ['Anvar'] }), 5);
    dir = tempDir();
    mongo = `${testEngine('mongodb')}/test_${newId().slice(-12)}`;
    records = await openMongo({ url: mongo, service: 'sources', log: createLogger('test', 'silent') });
    provider = await startProvider((call, response) => reply(call, response));
    const limits = [`limits: { concurrency: ${CONCURRENCY} }`, 'accounts: [{ name: a, perDay: 100000 }]'];
    writeFileSync(join(dir.path, 'sources.yaml'), officeYaml(provider.url, limits));
    results = new Map();
    told = () => undefined;
    start();
  });
  afterEach(async () => {
    await kill();
    await provider.close();
    await records.dropDatabase();
    await records.close();
    dir.remove();
  });

  it('in the middle repeats at most what was in flight and one batch, and takes no more of the quota than a block', async () => {
    const list = phones(PHONES);
    for (let at = 0; at < PHONES; at += CHUNK) child.stdin?.write(`${list.slice(at, at + CHUNK).join(' ')}\n`);
    for (const share of [0.3, 0.7]) {
      await provider.arrived(PHONES * share);
      await kill();
      start();
    }
    await resultsOf(PHONES);
    expect(new Set(results.values())).toEqual(new Set(['FOUND']));
    const times = Map.groupBy(provider.seen, phoneOf);
    expect(times.size).toBe(PHONES);
    expect(provider.seen.length - PHONES).toBeLessThanOrEqual(2 * (CONCURRENCY + BATCH));
    const [reserved] = await records.collection<{ accounts: Array<{ calls: number }> }>('reserved').find().toArray();
    const taken = reserved?.accounts[0]?.calls ?? 0;
    expect(taken).toBeGreaterThanOrEqual(provider.seen.length);
    // A block of each process, and what was on its way to the provider when one was killed.
    expect(taken).toBeLessThanOrEqual(provider.seen.length + 3 * BLOCK + 2 * CONCURRENCY);
  });

  it('of who tries a photo again leaves it to others after a minute', async () => {
    const [phone = ''] = phones(1);
    let photoCalls = 0;
    reply = ({ url }, response) => {
      if (!url.includes('.png')) return json(response, { names: ['Anvar'], photos: ['/a.png'] });
      photoCalls++;
      if (photoCalls === 1) response.writeHead(503).end();
      if (photoCalls === 3) response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([1]));
    };
    child.stdin?.write(`${phone}\n`);
    await resultIs(phone, 'FOUND');
    await kill();
    const later = 2 * MINUTE;
    start(later);
    // Its host does not answer: it is under way.
    await provider.arrived(3);
    await kill();
    start(later + LEASE_MS + MINUTE);
    await resultIs(phone, 'LATE');
    expect(photoCalls).toBe(3);
  });
});
