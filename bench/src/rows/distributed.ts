import { execFileSync } from 'node:child_process';
import { serviceNames } from '@numscope/contracts';
import { Api } from '@numscope/e2e/calls/api';
import { dropDataDir } from '@numscope/e2e/product/installation';
import { mixedPhonesFile } from '@numscope/e2e/people/phones';
import { startProduct } from '@numscope/e2e/product/product';
import { jobIs } from '@numscope/e2e/calls/watch-job';
import { startEngines } from '@numscope/testing/start-engines';
import { DistributedUse, type Work } from '../distributed-use.ts';
import { processorMs } from '../process-use.ts';
import type { Row } from '../report.ts';

const HOUR_MS = 3_600_000;
const MOST_US_A_PHONE = 500;
const MOST_IDLE_SHARE = 0.005;

const isService = (name: string): boolean => name === 'gateway' || serviceNames.some((service) => service === name);
const ofServices = (work: Work): Array<[string, number]> => Object.entries(work).filter(([name]) => isService(name));
const ofEngines = (work: Work): Array<[string, number]> => Object.entries(work).filter(([name]) => !isService(name));
const sum = (work: ReadonlyArray<[string, number]>): number => work.reduce((all, [, one]) => all + one, 0);
const told = (work: ReadonlyArray<[string, number]>, text: (value: number) => string): string =>
  [...work]
    .sort(([, a], [, b]) => b - a)
    .map(([name, value]) => `${name} ${text(value)}`)
    .join(', ');

async function embeddedUs(phones: number): Promise<number> {
  const product = await startProduct();
  const api = await Api.login(product.url);
  const before = processorMs(product.pid);
  const { number } = await api.upload([mixedPhonesFile(phones)], { name: 'Bench' });
  await jobIs(api, number, 'DONE', HOUR_MS);
  const us = Math.round(((processorMs(product.pid) - before) / phones) * 1000);
  await product.stop();
  await dropDataDir(product.dataDir);
  return us;
}

/**
 * A job by one process of each service on real engines, beside the same in one process; and what all of them work when
 * nobody asks anything. Null without engines.
 */
export async function measureDistributed(phones: number): Promise<Row | null> {
  const engines = await startEngines(console.log);
  if (engines === null) return null;
  const script = new URL('../distributed-alone.ts', import.meta.url).pathname;
  const env = { ...process.env, ...engines.addresses, PRODUCT: 'distributed' };
  let printed: string;
  try {
    printed = execFileSync(process.execPath, [script, String(phones)], { encoding: 'utf8', env });
  } finally {
    await engines.stop();
  }
  const { idleMs, idle, job } = DistributedUse.parse(JSON.parse(printed));
  const embedded = await embeddedUs(phones);

  const us = (value: number): string => String(Math.round((value / phones) * 1000));
  const share = (value: number): string => `${((value / idleMs) * 100).toFixed(1)}%`;
  const services = sum(ofServices(job));
  return {
    work: `processor a phone with one process of each service, ${phones} phones with the numbering plan alone`,
    floor: `${embedded} µs in one process`,
    product: `services ${us(services)} µs (${told(ofServices(job), us)}), engines ${us(sum(ofEngines(job)))} µs (${told(ofEngines(job), us)}); idle, of a core: ${told([...ofServices(idle), ...ofEngines(idle)], share)}`,
    bar: `at most ${MOST_US_A_PHONE} µs for the services, and an idle one at most ${MOST_IDLE_SHARE * 100}% of a core`,
    reached:
      (services / phones) * 1000 <= MOST_US_A_PHONE &&
      ofServices(idle).every(([, worked]) => worked / idleMs <= MOST_IDLE_SHARE),
  };
}
