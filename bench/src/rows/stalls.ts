import { Api } from '@numscope/e2e/calls/api';
import { mixedPhonesFile } from '@numscope/e2e/people/phones';
import { dropDataDir } from '@numscope/e2e/product/installation';
import { inTime, type Longest, startWatched } from '@numscope/e2e/speed/stalls';
import { jobIs, jobReaches } from '@numscope/e2e/calls/watch-job';
import { ms, type Row } from '../report.ts';

const HOUR_MS = 3_600_000;
/** A process compiles what it does for the first time. */
const WARM_UP = 2000;

const shown = ({ task, held, waited }: Longest): string =>
  `${ms(task)} worked, ${ms(held)} held up (${ms(waited)} without a processor)`;

/**
 * The longest times the event loop is held up while a file is taken in and while its job runs with made-up people,
 * beside a bare process.
 */
export async function measureStalls(phones: number): Promise<Row> {
  const { product, read, stopWatching } = await startWatched({ env: { SANDBOX: 'true' } });
  const api = await Api.login(product.url);
  const warmUp = await api.upload([mixedPhonesFile(WARM_UP, phones)], { name: 'Warm up' });
  await jobIs(api, warmUp.number, 'DONE', HOUR_MS);
  const content = mixedPhonesFile(phones);
  await read();
  const { number } = await api.upload([content], { name: 'Bench' });
  const ingest = await read();
  await jobReaches(api, number, (job) => job.progress >= 10, HOUR_MS);
  const running = await read();
  stopWatching();
  await product.stop('SIGKILL');
  await dropDataDir(product.dataDir);
  return {
    work: `longest stall of the event loop: ${phones} phones taken in; the first tenth of their job`,
    floor: `${shown(ingest.bare)}; ${shown(running.bare)}: a bare process in slices of 5 ms`,
    product: `${shown(ingest.product)}; ${shown(running.product)}`,
    bar: 'no task works or stands still over 50 ms, but for what threads go without a processor',
    reached: inTime([ingest]) && inTime([running]),
  };
}
