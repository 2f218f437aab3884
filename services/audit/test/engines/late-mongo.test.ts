import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { newId } from '@numscope/platform';
import { storePair } from '@numscope/testing/suites';
import { TcpProxy } from '@numscope/testing/tcp-proxy';
import { openAuditMongoStore } from '../../src/store/mongo/index.ts';
import { buildRecord } from '../setup.ts';

const pair = storePair('audit', (connection, { kit }) => openAuditMongoStore(connection, kit));
/** Longer than a test lasts. */
const PATIENT_MS = 600_000;
const HURRIED_MS = 1000;
/** The driver leaves a connection after 30 s. */
const CONNECTING_MS = 25_000;

let proxy: TcpProxy;
let child: ChildProcess;
beforeEach(async () => {
  await pair.stores[0].append(Array.from({ length: 3 }, () => ({ ...buildRecord(), id: newId() })));
  const { hostname, port } = new URL(pair.database.url);
  proxy = await TcpProxy.before(hostname, Number(port));
});
afterEach(async () => {
  child.kill('SIGKILL');
  await proxy.close();
});

/** Begins the command, whose way to MongoDB leads through the proxy. */
async function begin(withinMs: number) {
  const url = new URL(pair.database.url);
  url.port = String(proxy.port);
  const file = fileURLToPath(new URL('../verify-child.ts', import.meta.url));
  const running = spawn(process.execPath, [file, String(withinMs)], {
    env: { ...process.env, STORE_URL: url.href },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = running;
  let output = '';
  for (const stream of [running.stdout, running.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const [code]: unknown[] = await once(running, 'close');
  return { code, output };
}

it('is waited for where it comes late, and the trail is read then', async () => {
  proxy.shut();
  const ended = begin(PATIENT_MS);
  await proxy.turnedAway(2);
  proxy.open();
  // Without a key its hashes alone are looked at.
  expect(await ended).toMatchObject({ code: 2, output: expect.stringContaining('The chain is whole: 3 entries') });
});

it('is told of where it lets nobody in for as long as it is waited for, and the command ends', async () => {
  proxy.shut();
  const { code, output } = await begin(HURRIED_MS);
  expect(code).toBe(2);
  expect(output).toContain('MongoDB');
});

it(
  'is told of where it takes connections and never answers, and the command ends without waiting for these',
  async () => {
    proxy.block();
    const { code, output } = await begin(HURRIED_MS);
    expect(code).toBe(2);
    expect(output).toContain('MongoDB at STORE_URL does not answer.');
  },
  CONNECTING_MS,
);
