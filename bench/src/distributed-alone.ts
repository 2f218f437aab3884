// The distributed way by itself, with one process of each: what each process and engine of this machine works, idle for
// a minute and then for a job with the numbering plan alone. Prints JSON.
// Usage: PRODUCT=distributed node bench/src/distributed-alone.ts [phones, 0 for the idle minute alone]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { serviceNames } from '@numscope/contracts';
import { Api } from '@numscope/e2e/calls/api';
import { dropDataDir } from '@numscope/e2e/product/installation';
import { mixedPhonesFile } from '@numscope/e2e/people/phones';
import { labelsOf } from '@numscope/e2e/product/processes';
import { type Product, startProduct } from '@numscope/e2e/product/product';
import { jobIs } from '@numscope/e2e/calls/watch-job';
import { type EngineName, testEngine } from '@numscope/testing';
import type { DistributedUse, Work } from './distributed-use.ts';
import { listeningPid } from './listening-pid.ts';
import { processorMs } from './process-use.ts';

const HOUR_MS = 3_600_000;
/** What the start left to do is over by then: V8 also tidies the heap in the first four minutes, the later the less is done. */
const SETTLE_MS = 270_000;
const IDLE_MS = 60_000;

const portOf = (address: string): number => Number(/:(\d+)\b(?!.*@)/.exec(address)?.[1]);

function pidsOf(dataDir: string): Map<string, number> {
  const services = labelsOf(dataDir).map((label): [string, number] => [
    label.replace(/-1$/, ''),
    Number(readFileSync(join(dataDir, 'run', `${label}.pid`), 'utf8')),
  ]);
  const engines = (['kafka', 'mongodb', 'elasticsearch', 's3'] satisfies EngineName[]).flatMap((name) => {
    const pid = listeningPid(portOf(testEngine(name)));
    return pid === null ? [] : [[name, pid] as [string, number]];
  });
  return new Map([...services, ...engines]);
}

/** The processor time of each while `work` lasts, in milliseconds. */
async function workOf(pids: ReadonlyMap<string, number>, work: () => Promise<unknown>): Promise<Work> {
  const before = new Map([...pids].map(([name, pid]) => [name, processorMs(pid)]));
  await work();
  return Object.fromEntries([...pids].map(([name, pid]) => [name, processorMs(pid) - (before.get(name) ?? 0)]));
}

async function jobOf(product: Product, phones: number): Promise<void> {
  const api = await Api.login(product.url);
  const { number } = await api.upload([mixedPhonesFile(phones)], { name: 'Bench' });
  await jobIs(api, number, 'DONE', HOUR_MS);
}

const phones = Number(process.argv[2] ?? 0);
const one = Object.fromEntries(['gateway', ...serviceNames].map((name) => [name, 1]));
const product = await startProduct({ scale: one });
const pids = pidsOf(product.dataDir);
await wait(SETTLE_MS);
const idle = await workOf(pids, () => wait(IDLE_MS));
const job = phones > 0 ? await workOf(pids, () => jobOf(product, phones)) : {};
await product.stop();
await dropDataDir(product.dataDir);
const use: DistributedUse = { idleMs: IDLE_MS, idle, job };
process.stdout.write(`${JSON.stringify(use)}\n`);
