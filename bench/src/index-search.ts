// Throughput of a search index and times of its queries and of counting the values of hits: the embedded one, or an
// Elasticsearch at TEST_ELASTICSEARCH_URL (in indices of its own, which it drops).
// Usage: node bench/src/index-search.ts [documents] [sorted|shuffled] [embedded|elastic]
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openElasticIndex } from '@numscope/adapters/elastic';
import { openEmbeddedIndex } from '@numscope/adapters/embedded';
import {
  createLogger,
  type IndexConditions,
  type IndexDocument,
  packDocument,
  type IndexMatch,
  type IndexQuery,
} from '@numscope/platform';
import { tempDir, testSearch } from '@numscope/testing';

const total = Number(process.argv[2] ?? 200_000);
const shuffled = process.argv[3] === 'shuffled';
const BATCH = 500;
const SPREAD = 7;

const syllables = [
  'an',
  'var',
  'ka',
  'rim',
  'bek',
  'dil',
  'shod',
  'mu',
  'rod',
  'gul',
  'no',
  'ra',
  'iv',
  'an',
  'pet',
  'rov',
  'yus',
  'uf',
];
const word = (n: number): string => [n, n >> 4, n >> 8].map((part) => syllables[part % syllables.length]).join('');
/** Common ones are far more common than rare ones, as with names. */
const skewed = (most: number): number => Math.floor(most * Math.random() ** 3);
const networks = ['facebook', 'telegram', 'vkontakte', 'instagram', 'linkedin', 'twitter'];
const phoneOf = (n: number): string => `+${998_900_000_000 + n * SPREAD}`;

function documentOf(n: number): IndexDocument {
  const first = word(skewed(400));
  const last = `${word(skewed(3000))}ov`;
  return {
    phone: phoneOf(n),
    revision: 1,
    terms: {
      name: [first, last],
      phone: [phoneOf(n).slice(1)],
      email: n % 2 ? [`${first}.${last}${n % 100}@mail.example`] : [],
      socialNetwork: [`n:${networks[skewed(networks.length)]}`, `i:${100_000 + n * 3}`],
      job: ['018f0000-0000-7000-8000-000000000001', '1'],
      image: n % 3 ? [] : [n.toString(16).padStart(32, '0')],
      country: [n % 5 ? 'uz' : 'kz'],
    },
    facets: {
      country: [n % 5 ? 'UZ' : 'KZ'],
      city: n % 4 ? [`city ${skewed(2000)}`] : [],
      socialNetwork: [...new Set([0, 1].map(() => networks[skewed(networks.length)]?.toUpperCase() ?? ''))],
      source: [...new Set([0, 1, 2, 3].map(() => `SOURCE_${skewed(30)}`))],
      confidence: [['HIGH', 'MEDIUM', 'LOW'][skewed(3)] ?? ''],
      lineType: [n % 9 ? 'MOBILE' : 'FIXED_LINE'],
      jobId: ['1', String(2 + Math.floor(n / 50_000))],
    },
    sort: { name: `${first} ${last}`, timestamp: 1_790_000_000_000 + n, confidence: (n % 97) / 97 },
  };
}

const order = Uint32Array.from({ length: total }, (_none, n) => n);
if (shuffled) {
  for (let at = total - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
}

const dir = tempDir();
const path = join(dir.path, 'index.sqlite');
const search = process.argv[4] === 'elastic' ? testSearch() : null;
const index = search
  ? await openElasticIndex({ ...search, log: createLogger('bench', 'warn') })
  : await openEmbeddedIndex({ path });
const times: number[] = [];
let making = 0;
const cpu = process.cpuUsage();
for (let at = 0; at < total; at += BATCH) {
  const madeFrom = process.cpuUsage();
  const documents = Array.from(order.subarray(at, at + BATCH), (n) => packDocument(documentOf(n)));
  const made = process.cpuUsage(madeFrom);
  making += made.user + made.system;
  const begun = performance.now();
  await index.upsert(documents);
  times.push(performance.now() - begun);
}
const used = process.cpuUsage(cpu);
const spent = times.reduce((sum, ms) => sum + ms, 0);
console.log(
  `${total} documents ${shuffled ? 'shuffled' : 'in order of phones'}: ${Math.round(total / (spent / 1000)).toLocaleString()}/s, ` +
    `${(spent / times.length).toFixed(1)} ms for ${BATCH}, worst ${Math.max(...times).toFixed(0)} ms, ` +
    `${((used.user + used.system - making) / total).toFixed(1)} µs of CPU each${search ? '' : `, ${(statSync(path).size / 1e6).toFixed(0)} MB`}`,
);

const match = (field: IndexMatch['field'], all: string[], prefix = false): IndexMatch[] => [{ field, all, prefix }];
const page = { should: [], offset: 0, limit: 15, countUpTo: 10_000 };
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const queries: Record<string, () => IndexQuery> = {
  phone: () => ({ ...page, must: [match('phone', [phoneOf(skewed(total)).slice(1)], true)] }),
  'first and last name': () => ({
    ...page,
    must: [match('name', [word(skewed(400)), `${word(skewed(3000))}ov`], true)],
  }),
  'beginning of a name': () => ({ ...page, must: [match('name', [word(skewed(400)).slice(0, 1 + skewed(6))], true)] }),
  'beginning of a phone': () => ({
    ...page,
    must: [match('phone', [phoneOf(skewed(total)).slice(1, 3 + skewed(9))], true)],
  }),
  'name, network and job': () => ({
    ...page,
    must: [
      match('name', [word(skewed(400))], true),
      match('socialNetwork', [`n:${pick(networks)}`]),
      match('job', ['1']),
    ],
  }),
  'name or network or email': () => ({
    ...page,
    must: [],
    should: [
      match('name', [word(skewed(400))], true),
      match('socialNetwork', [`n:${pick(networks)}`]),
      match('email', ['an'], true),
    ],
  }),
  'job alone, exact': () => ({ ...page, must: [match('job', ['1'])], countUpTo: null }),
  'job alone, its last pages': () => ({ ...page, must: [match('job', ['1'])], offset: 9900, countUpTo: null }),
  'job, newest first': () => ({
    ...page,
    must: [match('job', ['1'])],
    sort: { field: 'timestamp', direction: 'DESC' },
  }),
  'name, most certain first': () => ({
    ...page,
    must: [match('name', [word(skewed(400))], true)],
    sort: { field: 'confidence', direction: 'DESC' },
  }),
  'name, by name': () => ({
    ...page,
    must: [match('name', [word(skewed(400))], true)],
    sort: { field: 'name', direction: 'ASC' },
  }),
  'network, by name': () => ({
    ...page,
    must: [match('socialNetwork', ['n:facebook'])],
    sort: { field: 'name', direction: 'ASC' },
  }),
};
for (const [name, make] of Object.entries(queries)) {
  const taken: number[] = [];
  let hits = 0;
  for (let run = 0; run < 100; run++) {
    const begun = performance.now();
    hits = Math.max(hits, (await index.search(make())).total);
    taken.push(performance.now() - begun);
  }
  taken.sort((a, b) => a - b);
  const at = (share: number): string => (taken[Math.floor(share * (taken.length - 1))] ?? 0).toFixed(1);
  console.log(`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(1)} ms (up to ${hits} hits)`);
}

const counted: Record<string, IndexConditions> = {
  everything: { must: [], should: [] },
  'the only job': { must: [match('job', ['1'])], should: [] },
  'four of five': { must: [match('country', ['uz'])], should: [] },
  'a network': { must: [match('socialNetwork', ['n:linkedin'])], should: [] },
  'a first name': { must: [match('name', [word(40)], true)], should: [] },
};
for (const [name, conditions] of Object.entries(counted)) {
  const hits = (await index.search({ ...conditions, offset: 0, limit: 0, countUpTo: null })).total;
  const taken: number[] = [];
  for (let run = 0; run < 20; run++) {
    const begun = performance.now();
    await index.facets(conditions, 20);
    taken.push(performance.now() - begun);
  }
  const [first = 0, ...again] = taken;
  console.log(
    `values of ${name}: first ${first.toFixed(1)} ms, then worst ${Math.max(...again).toFixed(1)} ms (${hits} hits)`,
  );
}
await index.close();
await search?.dispose();
dir.remove();
