import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@numscope/contracts';
import { Api } from '@numscope/e2e/calls/api';
import { dropDataDir } from '@numscope/e2e/product/installation';
import { startProduct } from '@numscope/e2e/product/product';
import * as z from 'zod';
import { listeningChild } from '../child.ts';
import { residentKb } from '../process-use.ts';
import { ms, type Row } from '../report.ts';

/** One a second. */
const MESSAGES = 10;
/** About that of a job, in characters. */
const MESSAGE_CHARS = 800;
const P99_MS = 400;

const Heard = z.object({ heard: z.number(), p50: z.number(), p99: z.number() });
interface Told extends z.infer<typeof Heard> {
  /** Memory of the server for each websocket. */
  kb: number;
}

/** What so many websockets heard of a server, which `send` has send a message each second. */
async function hear(url: string, pid: number, count: number, send: () => Promise<unknown>, token = ''): Promise<Told> {
  const before = residentKb(pid);
  const script = new URL('../websocket-clients.ts', import.meta.url).pathname;
  const clients = spawn(process.execPath, [script, url, String(count), String(MESSAGES), token], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: clients.stdout });
  await once(lines, 'line');
  const kb = (residentKb(pid) - before) / count;
  const heard = once(lines, 'line');
  for (let sent = 0; sent < MESSAGES; sent++) {
    await send();
    await pause(1000);
  }
  return { ...Heard.parse(JSON.parse(String((await heard)[0]))), kb };
}

const figures = ({ heard, p50, p99, kb }: Told): string =>
  `${heard} messages, p50 ${ms(p50)}, p99 ${ms(p99)}, ${Math.round(kb)} KB a websocket`;

/** Open websockets that are each told of a new job, once a second, beside bare `ws`. */
export async function measureWebsockets(count: number): Promise<Row> {
  const bare = await listeningChild(new URL('../floors/bare-websockets.ts', import.meta.url), [String(MESSAGE_CHARS)]);
  const floor = await hear(`ws://127.0.0.1:${bare.port}`, bare.pid, count, () =>
    fetch(`http://127.0.0.1:${bare.port}`),
  );
  await bare.stop();

  // All of them come from one address, on a quick machine more than it may open in a second, and are of one user.
  const product = await startProduct({ env: { RATE_LIMIT: '1000000', WEBSOCKETS_PER_USER: '1000000' } });
  const api = await Api.login(product.url);
  let phone = 998_901_230_000;
  const newJob = (): Promise<unknown> => {
    const range = { from: String(phone), to: String(phone++) };
    return api.call(calls.createJobByRange, { body: { name: 'Told', hold: true, ...range } });
  };
  const url = `${product.url.replace('http', 'ws')}/api/mm-websocket`;
  const told = await hear(url, product.pid, count, newJob, api.token);
  await product.stop('SIGKILL');
  await dropDataDir(product.dataDir);

  return {
    work: `${count} websockets, each told of a new job once a second`,
    floor: `${figures(floor)} (bare ws)`,
    product: figures(told),
    bar: `all delivered, p99 ${P99_MS} ms`,
    reached: told.heard === count * MESSAGES && told.p99 <= P99_MS,
  };
}
