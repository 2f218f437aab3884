import { createWriteStream, mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { Job } from '@numscope/contracts';
import { Api } from '@numscope/e2e/calls/api';
import { mixedPhoneAt } from '@numscope/e2e/people/phones';
import { jobIs } from '@numscope/e2e/calls/watch-job';
import { dropDataDir } from '@numscope/e2e/product/installation';
import { startProduct } from '@numscope/e2e/product/product';
import { listeningChild } from '../child.ts';
import { peakMemoryMb } from '../process-use.ts';
import { ms, percentile, type Row, seconds } from '../report.ts';

const HOUR_MS = 3_600_000;

/** A phones file of `count` lines, each `bytes` long (0: the number alone). */
async function writePhones(path: string, count: number, bytes: number): Promise<void> {
  const out = createWriteStream(path);
  const padding = `,${'x'.repeat(bytes)}`;
  for (let from = 0; from < count; from += 10_000) {
    let text = '';
    // Not in order: a file of a person seldom is.
    for (let index = from; index < from + 10_000 && index < count; index++) {
      const phone = mixedPhoneAt((index * 7919) % count);
      text += bytes > 0 ? `${phone}${padding.slice(0, bytes - phone.length - 1)}\n` : `${phone}\n`;
    }
    if (!out.write(text)) await new Promise((resolve) => out.once('drain', resolve));
  }
  out.end();
  await finished(out);
}

async function send(
  url: string,
  file: string,
  fields: Record<string, string>,
  token: string | null,
): Promise<{ took: number; body: string }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', await openAsBlob(file), 'phones.csv');
  const begun = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    body: form,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  if (!response.ok) throw new Error(`the upload answered ${response.status}: ${await response.text()}`);
  const body = await response.text();
  return { took: performance.now() - begun, body };
}

/** Asks for the health again and again until `stop` resolves; the time of each answer in milliseconds. */
async function pulse(url: string, stop: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const over = new AbortController();
  const end = (): void => over.abort();
  stop.then(end, end);
  while (!over.signal.aborted) {
    const begun = performance.now();
    await (await fetch(`${url}/api/health-checker`)).text();
    times.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return times;
}

interface IngestCase {
  title: string;
  phones: number;
  bytesALine: number;
  barSeconds: number;
  /** Megabytes that the server may hold until the upload is answered; null: no bar. */
  barMemory: number | null;
  /** Whether the job runs at once; then health is asked, and memory told, until the job is done as well. */
  runs: boolean;
}

export const ingestCases = (phones: number): IngestCase[] => [
  {
    title: `${phones} phones: upload answered, durable`,
    phones,
    bytesALine: 0,
    barSeconds: 3,
    barMemory: null,
    runs: false,
  },
  {
    title: `${phones} phones of 500 bytes a line`,
    phones,
    bytesALine: 500,
    barSeconds: 6,
    barMemory: 250,
    runs: false,
  },
  {
    title: `${phones} phones of 500 bytes a line, whose job runs at once`,
    phones,
    bytesALine: 500,
    barSeconds: 6,
    barMemory: 250,
    runs: true,
  },
];

export async function measureIngest(test: IngestCase): Promise<Row> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-ingest-'));
  const file = join(dir, 'phones.csv');
  await writePhones(file, test.phones, test.bytesALine);

  const bare = await listeningChild(new URL('../floors/ingest.ts', import.meta.url));
  const { took: floor } = await send(`http://127.0.0.1:${bare.port}/`, file, {}, null);
  const floorMemory = peakMemoryMb(bare.pid);
  await bare.stop();

  const product = await startProduct();
  const api = await Api.login(product.url);
  const upload = send(`${product.url}/api/v2/job/file`, file, { name: 'Bench', hold: String(!test.runs) }, api.token);
  const health = await pulse(product.url, upload);
  const { took, body } = await upload;
  const memory = peakMemoryMb(product.pid);
  let whileRunning = '';
  if (test.runs) {
    health.push(...(await pulse(product.url, jobIs(api, Job.parse(JSON.parse(body)).number, 'DONE', HOUR_MS))));
    whileRunning = ` (${peakMemoryMb(product.pid)} MB to the end of the job)`;
  }
  await product.stop('SIGKILL');
  await dropDataDir(product.dataDir);
  rmSync(dir, { recursive: true });

  const p99 = percentile(health, 0.99);
  const memoryOk = test.barMemory === null || memory < test.barMemory;
  return {
    work: test.title,
    floor: `${seconds(floor)}, ${floorMemory} MB`,
    product: `${seconds(took)} (${(took / floor).toFixed(1)} times the floor), ${memory} MB${whileRunning}, health p99 ${ms(p99)}`,
    bar: `4 times the floor and ${test.barSeconds} s${test.barMemory ? `, below ${test.barMemory} MB` : ''}, health p99 below 100 ms`,
    reached: took <= 4 * floor && took <= test.barSeconds * 1000 && memoryOk && p99 < 100,
  };
}
