import { Api } from '@numscope/e2e/calls/api';
import { lookUpQueue, startPortraitQueue, waitingOf } from '@numscope/e2e/providers/portrait-queue';
import { startProduct } from '@numscope/e2e/product/product';
import { searchByPicture } from '@numscope/e2e/calls/search-by-picture';
import { portrait } from '@numscope/testing/portraits';
import { ms, percentile, type Row } from '../report.ts';
import { CLIENTS, type Search, timesOf } from './timed-searches.ts';

/** What else wants the processors may slow a search, nothing may make it wait for a picture. */
const MOST_TIMES = 2;
const PICTURES_SOUGHT = 7;
const LOOK_MS = 500;

type Person = { phone: string; name: string };

const searchesOf = (client: number, count: number, people: readonly Person[]): Search[] =>
  Array.from({ length: count }, (_none, turn) => {
    const { phone, name } = people[((client * count + turn) * 7919) % people.length] ?? { phone: '', name: '' };
    return {
      filters: turn % 2 === 0 ? { phone: { values: [phone], and: true } } : { name: { values: [name], and: true } },
    };
  });

/** Milliseconds: of profile searches by many clients at the 95th percentile, and of searches by a picture, the median. */
async function searched(api: Api, people: readonly Person[]): Promise<{ profiles: number; picture: number }> {
  const profiles = percentile(await timesOf(api, (client, count) => searchesOf(client, count, people)), 0.95);
  const taken: number[] = [];
  for (let turn = 0; turn < PICTURES_SOUGHT; turn++) {
    const began = performance.now();
    await searchByPicture(api, portrait('b-1'));
    taken.push(performance.now() - began);
  }
  return { profiles, picture: percentile(taken, 0.5) };
}

/** Searches while pictures wait to be looked at for faces, beside the same while none does. */
export async function measureFacesQueue(few: number, many: number): Promise<Row> {
  const source = await startPortraitQueue();
  const product = await startProduct({
    embedded: true,
    sources: source.sources,
    env: { RATE_LIMIT: '1000000', FACE_SEARCHES_PER_HOUR: '100000' },
  });
  try {
    const api = await Api.login(product.url);
    const people = await lookUpQueue(api, 0, few);
    while ((await waitingOf(api)) > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    // The first searches make what the next ones find made.
    await searched(api, people);
    const idle = await searched(api, people);
    await lookUpQueue(api, few, many);
    const before = await waitingOf(api);
    const busy = await searched(api, people);
    const after = await waitingOf(api);
    const times = [busy.profiles / idle.profiles, busy.picture / idle.picture];
    return {
      work: `searches of ${CLIENTS} clients, and by a picture, while pictures wait to be looked at for faces`,
      floor: `none waits: profiles p95 ${ms(idle.profiles)}, by a picture ${ms(idle.picture)}`,
      product: `${before} to ${after} wait: profiles p95 ${ms(busy.profiles)}, by a picture ${ms(busy.picture)}, so ${times.map((one) => one.toFixed(2)).join(' and ')} times the floor`,
      bar: `at most ${MOST_TIMES} times the floor, with pictures waiting throughout`,
      reached: after > 0 && times.every((one) => one <= MOST_TIMES),
    };
  } finally {
    await product.discard();
    await source.close();
  }
}
