import { execFileSync } from 'node:child_process';
import { calls, Job } from '@numscope/contracts';
import { Api } from '@numscope/e2e/calls/api';
import { mixedPhonesFile } from '@numscope/e2e/people/phones';
import { dropDataDir } from '@numscope/e2e/product/installation';
import { startProduct } from '@numscope/e2e/product/product';
import { jobIs } from '@numscope/e2e/calls/watch-job';
import { peakMemoryMb, processorMs } from '../process-use.ts';
import { ms, percentile, rate, type Row } from '../report.ts';

const HOUR_MS = 3_600_000;

/** A whole job with the numbering plan alone, from its start until DONE; other calls are timed meanwhile. */
export async function measurePipeline(phones: number): Promise<Row> {
  const script = new URL('../floors/pipeline.ts', import.meta.url).pathname;
  const floor = Number(execFileSync(process.execPath, [script, String(phones)], { encoding: 'utf8' }));

  const product = await startProduct();
  const api = await Api.login(product.url);
  const before = processorMs(product.pid);
  const { number } = await api.upload([mixedPhonesFile(phones)], { name: 'Bench' });
  const over = new AbortController();
  const done = jobIs(api, number, 'DONE', HOUR_MS).finally(() => over.abort());
  const listTimes: number[] = [];
  while (!over.signal.aborted) {
    const begun = performance.now();
    await api.call(calls.searchJobs, { body: { page: 0, size: 15 } });
    listTimes.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const job = Job.parse(await done);
  const took = (job.finishedOn ?? Number.NaN) - (job.startedOn ?? Number.NaN);
  const found = await api.call(calls.searchProfiles, {
    body: { page: 0, size: 1, filters: { jobId: { values: [String(number)], and: true } } },
  });
  const memory = peakMemoryMb(product.pid);
  const cpu = Math.round(((processorMs(product.pid) - before) / phones) * 1000);
  await product.stop('SIGKILL');
  await dropDataDir(product.dataDir);

  const speed = rate(phones, took);
  return {
    work: `${phones} phones with the numbering plan alone, to the last searchable profile`,
    floor: `${floor} phones/s`,
    product: `${speed} phones/s, ${found.totalElements} profiles searchable, ${cpu} µs of processor a phone, ${memory} MB; job list p95 ${ms(percentile(listTimes, 0.95))} meanwhile`,
    bar: 'at least 7000 phones/s, every profile searchable, list p95 below 100 ms',
    reached: speed >= 7000 && found.totalElements === phones && percentile(listTimes, 0.95) < 100,
  };
}
