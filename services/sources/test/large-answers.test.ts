import { expect, it, jest } from '@jest/globals';
import { limits } from '@numscope/contracts';
import { json } from './support/fake-provider.ts';
import { provide, start } from './support/each-test.ts';
import { httpLines, httpYaml, officeAnswers } from './support/office.ts';
import { PHONE, phones, type SourcesUnderTest } from './support/sources-under-test.ts';

const LONG = 'x'.repeat(19_000);
const asked = phones(2);
/** Texts of 19 KB each. */
const friends = (count: number): string[] => Array.from({ length: count }, (_, place) => `${place} ${LONG}`);
const photo = `data:image/png;base64,${'A'.repeat(1_500_000)}`;
const people = [
  { phone: asked[0], friends: friends(60) },
  { phone: asked[1], friends: friends(50), photos: [photo] },
];
const manyFriends = { phone: PHONE, friends: Array.from({ length: 400_000 }, (_none, place) => `F${place}`) };
const map = 'map: { friends: friends, photos: photos }';

it.each<[string, () => Promise<SourcesUnderTest>]>([
  [
    'a provider',
    async () => {
      const { url } = await provide((_call, response) => json(response, people));
      return start({
        yaml: httpYaml([
          `request: { url: "${url}/{phones}", batchSize: 2 }`,
          `answer: { items: body, phone: phone, ${map} }`,
        ]),
      });
    },
  ],
  [
    'a file',
    () =>
      start({
        yaml: `sources:\n  OFFICE: { connector: dataset, file: book.json, ${map} }`,
        files: { 'book.json': JSON.stringify(people) },
      }),
  ],
])('of %s: mapped values of more than 1 MB fail their number alone, and photos do not count', async (_what, begin) => {
  const answers = await officeAnswers(await begin(), asked);
  expect(answers.map(({ status, message }) => [status, message])).toEqual([
    ['FAILED', 'sent more than is taken'],
    ['FOUND', undefined],
  ]);
  expect(answers[0]?.observation.fields).toBeNull();
  expect(answers[1]?.observation.fields?.friends).toHaveLength(50);
  expect(answers[1]?.observation.fields?.photos).toHaveLength(1);
});

it.each<[string, (table: string) => Promise<SourcesUnderTest>]>([
  [
    'a provider',
    async (table) => {
      const { url } = await provide((_call, response) => void response.end(table));
      return start({
        yaml: httpYaml([`request: { url: "${url}/{phone}" }`, 'answer: { format: csv, map: { photos: Photo } }']),
      });
    },
  ],
  [
    'a file',
    (table) =>
      start({
        yaml: 'sources:\n  OFFICE: { connector: dataset, file: book.csv, phone: Tel, map: { photos: Photo } }',
        files: { 'book.csv': table },
      }),
  ],
])('a row of CSV of %s may hold a photo', async (_what, begin) => {
  const [answer] = await officeAnswers(await begin(`Tel;Photo\n${PHONE};"${photo}"\n`), [PHONE]);
  expect(answer).toMatchObject({ status: 'FOUND', observation: { fields: { photos: [expect.any(String)] } } });
});

it('what several sources found of a number goes out as one event of a size that any bus takes; who is left out says so', async () => {
  const { url, seen } = await provide((call, response) =>
    json(response, { friends: friends(call.url.endsWith('/large') ? 52 : 45), city: 'Tashkent' }),
  );
  const names = ['A', 'B', 'C', 'D', 'E', 'F'];
  const yaml = ['sources:'];
  for (const name of names)
    yaml.push(
      ...httpLines(
        [
          `request: { url: "${url}/{phone}/${name === 'B' ? 'large' : 'small'}" }`,
          'answer: { map: { friends: friends, city: city } }',
        ],
        name,
      ),
    );
  const sources = await start({ yaml: yaml.join('\n') });
  const [first] = await sources.lookUp([PHONE]);
  const told = first?.observations.filter(({ source }) => names.includes(source)).map(({ source }) => source);
  expect(told?.toSorted()).toEqual(['A', 'C', 'D', 'E']);
  expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(4_300_000);
  expect(first?.status).toBe('FOUND');
  const over = first?.sources.filter(({ status }) => status === 'FAILED');
  expect(over?.map(({ source }) => source).toSorted()).toEqual(['B', 'F']);
  expect(over?.[0]?.message).toMatch(/found more than fits beside what other sources found: .* 4 MB at most/);
  // What was paid for is kept, so asking again what failed costs nothing and says the same.
  const [again] = await sources.lookUp([PHONE], { only: ['B', 'F'] });
  expect(again?.sources.flatMap(({ source, message }) => (message === undefined ? [] : source)).toSorted()).toEqual([
    'B',
    'F',
  ]);
  expect(seen).toHaveLength(names.length);
});

it('of a bus that takes less a number fails that found more, says how much and what mends it, and is told once it is mended', async () => {
  const { url, seen } = await provide((call, response) =>
    json(response, { friends: friends(call.url.endsWith('/SMALL') ? 1 : 6), city: 'Tashkent' }),
  );
  const lines = (name: string): string[] =>
    httpLines(
      [`request: { url: "${url}/{phone}/${name}" }`, 'answer: { map: { friends: friends, city: city } }'],
      name,
    );
  const sources = await start({ yaml: ['sources:', ...lines('LARGE'), ...lines('SMALL')].join('\n') });
  sources.kit.bus.mostBytes = 64 * 1024;
  const [first] = await sources.lookUp([PHONE]);
  expect(first?.status).toBe('FOUND');
  expect(first?.observations.map(({ source }) => source)).toEqual([expect.any(String), 'SMALL']);
  sources.kit.bus.mostBytes = 16 * 1024;
  const [none] = await sources.lookUp([PHONE], { run: 2 });
  expect(none?.status).toBe('FAILED');
  expect(none?.sources.find(({ source }) => source === 'LARGE')).toMatchObject({
    status: 'FAILED',
    message: expect.stringMatching(
      /^found 11\d{4} bytes, which do not fit .* the event bus takes 16384 bytes \(raise max\.message\.bytes of its topic phone\.resolved, or map fewer fields\)$/,
    ),
  });
  sources.kit.bus.mostBytes = Number.POSITIVE_INFINITY;
  const [whole] = await sources.lookUp([PHONE], { run: 2, only: ['LARGE', 'SMALL'] });
  expect(whole?.status).toBe('FOUND');
  expect(whole?.observations.map(({ source }) => source)).toEqual(expect.arrayContaining(['LARGE', 'SMALL']));
  expect(seen).toHaveLength(2);
  expect(await sources.kit.bus.deadLetters(9)).toEqual([]);
});

/** What is kept of an answer, by number: its length as JSON; null: nothing. */
const keptOf = (sources: SourcesUnderTest, numbers: readonly string[]) =>
  Promise.all(
    numbers.map(async (phone) => {
      const [kept] = await sources.store().observationsOf(phone, 1, limits.asIsRawBytes);
      return kept?.raw === undefined ? null : JSON.stringify(kept.raw).length;
    }),
  );

it('an answer that no store can keep, because of how it is written, fails its number alone', async () => {
  const [most, more, refused] = phones(3);
  const texts = new Map([
    [most, '"'.repeat(3_100_000)],
    [more, '"'.repeat(4_190_000)],
    [refused, '"'.repeat(4_190_000)],
  ]);
  const { url } = await provide((call, response) => {
    const phone = `+${call.url.slice(1)}`;
    json(response, { city: 'Tashkent', notes: texts.get(phone) }, phone === refused ? 400 : 200);
  });
  const sources = await start({
    yaml: httpYaml([`request: { url: "${url}/{phone}" }`, 'answer: { map: { city: city } }']),
  });
  const answers = await officeAnswers(sources, phones(3));
  expect(answers.map(({ status, message }) => [status, message])).toEqual([
    ['FOUND', undefined],
    ['FAILED', 'sent more than is taken'],
    ['FAILED', 'refused with status 400'],
  ]);
  expect(await keptOf(sources, phones(3))).toEqual([expect.any(Number), null, null]);
});

it.each([
  ['says nothing of all', 404, 'NOT_FOUND'],
  ['refuses all', 400, 'FAILED'],
])('one large answer that %s numbers of a call is kept once, a small one with each', async (_what, code, status) => {
  let text = 'x'.repeat(5_000_000);
  const { url } = await provide((_call, response) => json(response, { text }, code));
  const yaml = httpYaml([
    `request: { url: "${url}/{phones}", batchSize: 3 }`,
    'answer: { items: body, phone: phone, notFoundStatus: [404] }',
  ]);
  const sources = await start({ yaml });
  const statuses = (await officeAnswers(sources, phones(3))).map((answer) => answer.status);
  expect(statuses).toEqual([status, status, status]);
  const large = await keptOf(sources, phones(3));
  expect(large.toSorted()).toEqual([expect.any(Number), null, null]);
  text = 'x';
  const small = await start({ yaml });
  await officeAnswers(small, phones(3));
  expect(await keptOf(small, phones(3))).toEqual([12, 12, 12]);
});

it.each<[string, () => Promise<SourcesUnderTest>]>([
  [
    'items of a provider',
    async () => {
      const { url } = await provide((_call, response) => json(response, [manyFriends, manyFriends]));
      return start({
        yaml: httpYaml([
          `request: { url: "${url}/{phones}", batchSize: 2 }`,
          'answer: { items: body, phone: phone, map: { friends: friends } }',
        ]),
      });
    },
  ],
  [
    'a row of a file',
    () =>
      start({
        yaml: 'sources:\n  OFFICE: { connector: dataset, file: book.json, map: { friends: friends } }',
        files: { 'book.json': JSON.stringify([manyFriends]) },
      }),
  ],
])('%s may have a list of any length, of which a thousand are taken', async (_what, begin) => {
  const [answer] = await officeAnswers(await begin(), [PHONE]);
  expect([answer?.status, answer?.observation.fields?.friends?.length]).toEqual(['FOUND', 1000]);
});

it.each([
  [490, 'FOUND', undefined],
  [510, 'FAILED', 'sent an answer that is nested deeper than 500'],
  [100_000, 'FAILED', 'sent an answer that is nested deeper than 500'],
])('an answer that is nested %d deep is %s', async (depth, status, message) => {
  const { url } = await provide((_call, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"city":"Tashkent","other":{"X":[{"in":${'['.repeat(depth)}${']'.repeat(depth)}}]}}`);
  });
  const sources = await start({
    yaml: httpYaml([
      `request: { url: "${url}/{phone}" }`,
      'answer: { map: { city: city, other: other } }',
      'retries: 0',
    ]),
  });
  const [answer] = await officeAnswers(sources, [PHONE]);
  expect([answer?.status, answer?.message]).toEqual([status, message]);
});

/** Some 1.5 MB of short values: what is parsed in one go holds everybody else up. */
const shortCells = Array.from({ length: 15_000 }, () => Array.from({ length: 30 }, () => 'ab'));
const columns = Array.from({ length: 30 }, (_none, place) => `C${place}`);

it.each<[string, () => Promise<SourcesUnderTest>]>([
  [
    'a table of a provider',
    async () => {
      const text = [columns, ...shortCells].map((cells) => cells.join(';')).join('\n');
      const { url } = await provide((_call, response) => void response.end(text));
      return start({
        yaml: httpYaml([
          `request: { url: "${url}/{phone}" }`,
          'answer: { format: csv, map: { city: C1 } }',
          'timeoutMs: 30000',
        ]),
      });
    },
  ],
  [
    'a search of an index',
    async () => {
      const hits = shortCells.slice(0, 900).map((tags) => ({ _source: { phone: PHONE, city: 'ab', tags } }));
      const found = { timed_out: false, _shards: { failed: 0 }, hits: { hits, more: shortCells } };
      const { url } = await provide((_call, response) => {
        response.setHeader('x-elastic-product', 'Elasticsearch');
        json(response, found);
      });
      const index = `connector: elasticsearch, url: "${url}", index: people, timeoutMs: 30000`;
      return start({ yaml: `sources:\n  OFFICE: { ${index}, map: { city: city } }` });
    },
  ],
])('the long answer of %s is read in short pieces', async (_what, begin) => {
  const sources = await begin();
  const parse = jest.spyOn(JSON, 'parse');
  const [answer] = await officeAnswers(sources, [PHONE]);
  const longest = Math.max(...parse.mock.calls.map(([text]) => text.length));
  parse.mockRestore();
  expect(answer).toMatchObject({ status: 'FOUND', observation: { fields: { city: 'ab' } } });
  expect(longest).toBeLessThan(500_000);
});
