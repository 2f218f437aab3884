import { Api } from '@numscope/e2e/api';
import { phonesFile } from '@numscope/e2e/phones';
import { dropDataDir } from '@numscope/e2e/installation';
import { startProduct } from '@numscope/e2e/product';
import { type Stalls, watchStalls } from '@numscope/e2e/stalls';
import { jobIs, jobReaches } from '@numscope/e2e/watch-job';
import { ms, type Row } from '../report.ts';

const HOUR_MS = 3_600_000;
const LIMIT_MS = 50;
/** A process compiles what it does for the first time. */
const WARM_UP = 2000;

const kept = ({ product, bare }: Stalls): boolean => product <= bare + LIMIT_MS;

/** The longest times the event loop is held up while a file is taken in and while its job runs with made-up people, beside a bare process. */
export async function measureStalls(phones: number): Promise<Row> {
  const product = await startProduct({ env: { SANDBOX: 'true' } });
  const api = await Api.login(product.url);
  const warmUp = await api.upload([phonesFile(WARM_UP, phones)], { name: 'Warm up' });
  await jobIs(api, warmUp.number, 'DONE', HOUR_MS);
  const content = phonesFile(phones);
  const stalls = await watchStalls(product);
  const { number } = await api.upload([content], { name: 'Bench' });
  const ingest = await stalls.read();
  await jobReaches(api, number, (job) => job.progress >= 10, HOUR_MS);
  const running = await stalls.read();
  stalls.stop();
  await product.stop('SIGKILL');
  await dropDataDir(product.dataDir);
  return {
    work: `longest stall of the event loop: ${phones} phones taken in; the first tenth of their job`,
    floor: `${ms(ingest.bare)}; ${ms(running.bare)} (a bare process in slices of 5 ms)`,
    product: `${ms(ingest.product)}; ${ms(running.product)}`,
    bar: `no more than ${LIMIT_MS} ms above the floor`,
    reached: kept(ingest) && kept(running),
  };
}
