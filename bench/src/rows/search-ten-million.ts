import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { calls, type Profile, socialNetworks } from '@numscope/contracts';
import { Api } from '@numscope/e2e/calls/api';
import { dropDataDir, newDataDir } from '@numscope/e2e/product/installation';
import { startProduct } from '@numscope/e2e/product/product';
import { BareIndexFile, type ManySearch } from '../floors/index-file.ts';
import { machineSpeed, type MachineSpeed, toldSpeed } from '../machine-speed.ts';
import { fillProduct } from '../many-profiles/fill-product.ts';
import { JOBS, manyPhoneAt } from '../many-profiles/many-people.ts';
import { peakMemoryMb } from '../process-use.ts';
import { ms, percentile, type Row, seconds } from '../report.ts';
import { CLIENTS, figuresOf, judged, timesOf } from './timed-searches.ts';

const PEOPLE = 1000;
/** Every fourth person has the same further field known. */
const SORTS_OF_PEOPLE = 4;
const MOST = { p95: 100 };
/** Searches of all kinds of a group by each client; the first two thirds are not judged. */
const TOGETHER = 150;
/** Searches of each kind alone by each client. */
const ALONE = 40;
/** Each kind is asked of the floor so often. */
const ASKED_OF_FLOOR = 20;
/** Where the records lie that a run before this one filled, or where they are to be left for the next; a new folder unless said. */
const KEPT_DIR = process.env['MANY_PROFILES_DIR'];

/** Makes a search for a person; null where the person lacks what is searched by. */
type Kind = (person: Profile, draw: number) => ManySearch | null;

const all = (filters: Record<string, string | null | undefined>): ManySearch | null => {
  const values = Object.entries(filters);
  return values.every(([, value]) => value)
    ? { filters: Object.fromEntries(values.map(([field, value]) => [field, { values: [String(value)], and: true }])) }
    : null;
};
const sorted = (search: ManySearch | null, sort: ManySearch['sort']): ManySearch | null =>
  search && sort ? { ...search, sort } : null;
const nameOf = ({ names }: Profile): string | undefined => names[0]?.name;
const networkOf = (draw: number): string => socialNetworks[(draw * 31) % socialNetworks.length] ?? '';

/** What is asked for: as in the row of fewer profiles, by what else is known, and in other orders than that of numbers. */
const groups: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  'by number, name, beginning of a name, and name with network and job': {
    number: ({ phone }) => all({ phone }),
    name: (person) => all({ name: nameOf(person) }),
    beginning: (person, draw) => all({ name: nameOf(person)?.slice(0, 2 + (draw % 7)) }),
    'three criteria': (person, draw) => {
      const [network] = person.socialNetworks;
      return all({
        name: nameOf(person),
        jobId: String(1 + (draw % JOBS)),
        socialNetwork: network?.socialNetwork ?? networkOf(draw),
      });
    },
  },
  'by address, birthDate, work, school, country, source, lineType, carrier': {
    address: ({ addresses, city }) => all({ address: addresses[0] ?? city }),
    birthDate: ({ birthDate }) => all({ birthDate }),
    work: ({ work }) => all({ work: work[0] }),
    school: ({ university }) => all({ school: university }),
    country: ({ country }) => all({ country }),
    source: ({ sources }, draw) => all({ source: sources[draw % sources.length] }),
    lineType: ({ numbering }) => all({ lineType: numbering?.lineType }),
    carrier: ({ numbering }) => all({ carrier: numbering?.carrier }),
  },
  'in order of time, name and certainty': {
    'a name, newest first': (person) =>
      sorted(all({ name: nameOf(person) }), { field: 'timestamp', direction: 'DESC' }),
    'a country, by name': ({ country }) => sorted(all({ country }), { field: 'names', direction: 'ASC' }),
    'a job, most certain first': (_person, draw) =>
      sorted(all({ jobId: String(1 + (draw % JOBS)) }), { field: 'confidence', direction: 'DESC' }),
    'a name in a country, newest first': (person) =>
      sorted(all({ name: nameOf(person), country: person.country }), { field: 'timestamp', direction: 'DESC' }),
  },
};

/** People from all over, of whom more than the numbering plan is known. */
async function somePeople(api: Api, profiles: number): Promise<Profile[]> {
  const phones = Array.from({ length: PEOPLE }, (_none, place) =>
    manyPhoneAt(Math.floor((place * profiles) / PEOPLE) + (place % SORTS_OF_PEOPLE), profiles),
  );
  const people = await api.call(calls.exportProfiles, { body: { phones } });
  return people.filter(({ names }) => names.length > 0);
}

/** The `draw`-th search of a kind: of the next person who has something to be searched by so. */
function searchOf(kind: Kind, people: readonly Profile[], draw: number): ManySearch {
  for (let step = 0; step < people.length; step++) {
    const person = people[(draw * 7919 + step) % people.length];
    const search = person && kind(person, draw);
    if (search) return search;
  }
  throw new Error('nobody has anything to be searched by so');
}

/** How long the first count of the values of hits takes, and the next of the same, one after the other. */
async function facetTimes(api: Api, searches: readonly ManySearch[]): Promise<string> {
  const times = async (): Promise<number[]> => {
    const taken: number[] = [];
    for (const { filters } of searches) {
      const begun = performance.now();
      await api.call(calls.profileFacets, { body: { page: 0, size: 15, filters } });
      taken.push(performance.now() - begun);
    }
    return taken;
  };
  const first = await times();
  return `first ${figuresOf(first).told}, again ${figuresOf(await times()).told}`;
}

interface Measured {
  api: Api;
  bare: BareIndexFile;
  people: readonly Profile[];
  profiles: number;
  speed: MachineSpeed;
}

/** One row: all kinds of a group at once, then each alone, and what the floor takes for each. */
async function rowOf(
  what: string,
  kinds: readonly [string, Kind][],
  { api, bare, people, profiles, speed }: Measured,
): Promise<Row> {
  const mixed = await timesOf(
    api,
    (client, count) =>
      Array.from({ length: count }, (_none, turn) => {
        const draw = client * count + turn;
        const [, kind] = kinds[draw % kinds.length] ?? kinds[0] ?? [];
        if (!kind) throw new Error('there are kinds of searches');
        return searchOf(kind, people, draw);
      }),
    TOGETHER,
  );
  const { told, reached } = judged(mixed, speed, MOST);
  const alone: string[] = [];
  const floor: string[] = [];
  for (const [name, kind] of kinds) {
    const times = await timesOf(
      api,
      (client, count) => Array.from({ length: count }, (_none, turn) => searchOf(kind, people, client * count + turn)),
      ALONE,
    );
    alone.push(`${name} ${figuresOf(times).told}`);
    const bareTimes = Array.from({ length: ASKED_OF_FLOOR }, (_none, draw) => bare.time(searchOf(kind, people, draw)));
    floor.push(`${name} p50 ${ms(percentile(bareTimes, 0.5))}, worst ${ms(Math.max(...bareTimes))}`);
  }
  return {
    work: `search over ${profiles} profiles ${what}, ${CLIENTS} clients`,
    floor: `bare FTS5 on the same file, one after the other, without HTTP: ${floor.join('; ')}; ${toldSpeed(speed)}`,
    product: `${told}; each kind alone: ${alone.join('; ')}`,
    bar: `p95 ${MOST.p95} ms`,
    reached,
  };
}

/** A product's folder with so many profiles. It has run once, empty, because it begins in no folder that others filled. */
async function filledDir(profiles: number): Promise<string> {
  const dataDir = KEPT_DIR ?? newDataDir();
  if (existsSync(join(dataDir, 'index.sqlite'))) return dataDir;
  const empty = await startProduct({ dataDir });
  await empty.stop();
  await fillProduct(dataDir, profiles);
  return dataDir;
}

/**
 * Searches over very many profiles, which are written into the records and the index without the jobs, sources and
 * events by which they would have come, in an hour of its own.
 */
export async function* measureManyProfiles(profiles: number): AsyncGenerator<Row> {
  const dataDir = await filledDir(profiles);
  const product = await startProduct({ dataDir, env: { RATE_LIMIT: '1000000' } });
  const bare = new BareIndexFile(join(dataDir, 'index.sqlite'));
  try {
    const api = await Api.login(product.url);
    const people = await somePeople(api, profiles);
    const measured: Measured = { api, bare, people, profiles, speed: await machineSpeed() };
    for (const [what, kinds] of Object.entries(groups)) yield await rowOf(what, Object.entries(kinds), measured);
    const countries = [...new Set(people.map(({ country }) => country))].flatMap((country) => all({ country }) ?? []);
    yield {
      work: `values of the hits among ${profiles} profiles, of whole countries, one after the other`,
      floor: 'none: told for comparison',
      product: `${await facetTimes(api, countries)}; begun in ${seconds(product.readyMs)}, ${peakMemoryMb(product.pid)} MB of memory at most`,
      bar: 'none: told for comparison',
      reached: true,
    };
  } finally {
    bare.close();
    await product.stop('SIGKILL');
  }
  if (KEPT_DIR === undefined) await dropDataDir(dataDir);
}
