import { execFileSync } from 'node:child_process';
import { Job } from '@numscope/contracts';
import { Api } from '@numscope/e2e/calls/api';
import { providerSources } from '@numscope/e2e/providers/fake-provider';
import { mixedPhonesFile } from '@numscope/e2e/people/phones';
import { dropDataDir } from '@numscope/e2e/product/installation';
import { startProduct } from '@numscope/e2e/product/product';
import { jobIs } from '@numscope/e2e/calls/watch-job';
import { listeningChild } from '../child.ts';
import { processorMs } from '../process-use.ts';
import { rate, type Row } from '../report.ts';

const HOUR_MS = 3_600_000;

interface HttpCase {
  phones: number;
  delayMs: number;
  width: number;
  /** What of the possible must be reached; null: the row only tells. */
  share: number | null;
}

export const httpCases = (phones: number): HttpCase[] => [
  { phones, delayMs: 0, width: 64, share: null },
  { phones, delayMs: 50, width: 256, share: 0.8 },
];

export async function measureHttpSource({ phones, delayMs, width, share }: HttpCase): Promise<Row> {
  const provider = await listeningChild(new URL('../floors/provider.ts', import.meta.url), [String(delayMs)]);
  const origin = `http://127.0.0.1:${provider.port}`;
  const floorScript = new URL('../floors/http-source.ts', import.meta.url).pathname;
  const floor = Number(
    execFileSync(process.execPath, [floorScript, origin, String(phones), String(width)], { encoding: 'utf8' }),
  );

  const product = await startProduct({ sources: providerSources(origin, { concurrency: width }) });
  const api = await Api.login(product.url);
  const before = processorMs(product.pid);
  const { number } = await api.upload([mixedPhonesFile(phones)], { name: 'Bench' });
  const job = Job.parse(await jobIs(api, number, 'DONE', HOUR_MS));
  const cpu = Math.round(((processorMs(product.pid) - before) / phones) * 1000);
  await product.stop('SIGKILL');
  await provider.stop();
  await dropDataDir(product.dataDir);

  const speed = rate(phones, (job.finishedOn ?? Number.NaN) - (job.startedOn ?? Number.NaN));
  const possible = delayMs > 0 ? width / (delayMs / 1000) : null;
  return {
    work: `HTTP source that takes ${delayMs} ms, ${width} at a time, ${phones} phones`,
    floor: `${floor}/s${possible ? ` of ${possible} possible` : ''}`,
    product: `${speed}/s${possible ? ` (${Math.round((speed / possible) * 100)}% of the possible)` : ''}, ${job.counts.FOUND} found, ${cpu} µs of processor a phone`,
    bar: share ? `at least ${share * 100}% of the possible` : 'none: told for comparison',
    reached: share === null || possible === null || speed >= possible * share,
  };
}
