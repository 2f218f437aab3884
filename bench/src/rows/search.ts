import { calls, socialNetworks } from '@numscope/contracts';
import { Api } from '@numscope/e2e/calls/api';
import { mixedPhoneAt, mixedPhonesFile } from '@numscope/e2e/people/phones';
import { dropDataDir } from '@numscope/e2e/product/installation';
import { startProduct } from '@numscope/e2e/product/product';
import { jobIs } from '@numscope/e2e/calls/watch-job';
import { machineSpeed, toldSpeed } from '../machine-speed.ts';
import { threadTimes } from '../process-use.ts';
import type { Row } from '../report.ts';
import { measureFurtherSearches } from './further-searches.ts';
import { CLIENTS, type Filters, judged, SEARCH_BAR, timesOf } from './timed-searches.ts';

const HOUR_MS = 3_600_000;
const PEOPLE = 1000;

type Person = { phone: string; name: string };

/** People from all over the job, each as often as their name is among all. */
async function somePeople(api: Api, phones: number): Promise<Person[]> {
  const spread = Array.from({ length: PEOPLE }, (_none, place) => mixedPhoneAt(Math.floor((place * phones) / PEOPLE)));
  const profiles = await api.call(calls.exportProfiles, { body: { phones: spread } });
  return profiles.flatMap(({ phone, names }) => names.map(({ name }) => ({ phone, name })).slice(0, 1));
}

/**
 * What one client asks for, one after the other: in equal parts a number, a whole name, the beginning of a name as it
 * is being typed, and a whole name with a network and the job. Who is looked for is drawn from all people: some names
 * come again, as common names do, and most numbers do not.
 */
function searchesOf(client: number, count: number, people: readonly Person[], job: number): Filters[] {
  return Array.from({ length: count }, (_none, turn) => {
    const draw = client * count + turn;
    const { phone, name } = people[(draw * 7919) % people.length] ?? { phone: '', name: '' };
    const wholeName = { name: { values: [name], and: true } };
    const network = socialNetworks[(draw * 31) % socialNetworks.length] ?? '';
    const kinds: Filters[] = [
      { phone: { values: [phone], and: true } },
      wholeName,
      { name: { values: [name.slice(0, 2 + (draw % 7))], and: true } },
      { ...wholeName, jobId: { values: [String(job)], and: true }, socialNetwork: { values: [network], and: false } },
    ];
    return kinds[draw % kinds.length] ?? {};
  });
}

/**
 * Searches of a mixed kind over the profiles of one big job of made-up people, by 20 clients at once, each waiting for
 * its answer; then those by what else is known.
 */
export async function* measureSearch(phones: number): AsyncGenerator<Row> {
  const product = await startProduct({ env: { SANDBOX: 'true', RATE_LIMIT: '1000000' } });
  const api = await Api.login(product.url);
  const { number } = await api.upload([mixedPhonesFile(phones)], { name: 'Bench' });
  await jobIs(api, number, 'DONE', HOUR_MS);
  const people = await somePeople(api, phones);
  const speed = await machineSpeed();
  const before = threadTimes(product.pid);
  const client = process.cpuUsage();
  const all = await timesOf(api, (place, count) =>
    searchesOf(place, count, people, number).map((filters) => ({ filters })),
  );
  const { user, system } = process.cpuUsage(client);
  const after = threadTimes(product.pid);
  const { told, reached } = judged(all, speed);
  const share = (milliseconds: number): string => (milliseconds / all.length).toFixed(2);
  yield {
    work: `search over the profiles of ${phones} numbers, ${CLIENTS} clients`,
    floor: `in floors.md: name p95 0.8 ms, prefix 5.4 ms, three criteria 35 ms without HTTP; ${toldSpeed(speed)}`,
    product:
      `${told}; processor a search: main thread ${share(after.main - before.main)} ms, ` +
      `other threads ${share(after.others - before.others)} ms, client ${share((user + system) / 1000)} ms`,
    bar: SEARCH_BAR,
    reached,
  };
  yield await measureFurtherSearches(api, phones);
  await product.stop('SIGKILL');
  await dropDataDir(product.dataDir);
}
