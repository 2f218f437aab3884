import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, SourceInfo } from '@numscope/contracts';
import type { SettingsError } from '@numscope/platform';
import * as z from 'zod';
import { MAPPING_MESSAGE } from '../src/domain/health/mapping-watch.ts';
import { createElasticsearchConnector } from '../src/connectors/elasticsearch/elasticsearch-connector.ts';
import { ElasticsearchSource } from '../src/connectors/elasticsearch/elasticsearch-source.ts';
import { documents, elasticsearchCases } from './support/elasticsearch-cases.ts';
import { provide, type Reply, start } from './support/each-test.ts';
import { type FakeProvider, startProvider } from './support/fake-provider.ts';
import { PHONE, phones } from './support/sources-under-test.ts';

const Search = z.object({ query: z.record(z.string(), z.unknown()), _source: z.array(z.string()).optional() });
const Terms = z.object({ tel: z.array(z.string()) });
const Inner = z.object({ 'contact.tel': z.array(z.string()) });
const Filter = z.object({ filter: z.tuple([z.object({ terms: Terms })]) });

/** As Elasticsearch answers, where its client looks whether it is one. */
const answer =
  (body: unknown, status = 200): Reply =>
  (_call, response) => {
    response.writeHead(status, {
      'content-type': 'application/vnd.elasticsearch+json',
      'x-elastic-product': 'Elasticsearch',
    });
    response.end(JSON.stringify(body));
  };
const hits = (found: unknown[], more: object = {}) => ({
  took: 1,
  timed_out: false,
  _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
  hits: { hits: found.map((_source, place) => ({ _index: 'people', _id: String(place), _source })) },
  ...more,
});

let index: FakeProvider;
beforeAll(async () => {
  index = await startProvider((call, response) => {
    const { query, _source: fields = [] } = Search.parse(JSON.parse(call.body));
    const terms = Terms.safeParse(query['terms']).data ?? Filter.safeParse(query['bool']).data?.filter[0].terms;
    const inner = Inner.safeParse(query['terms']).data?.['contact.tel'];
    const asked = terms?.tel ?? inner;
    const numbersOf = ({ tel, contact }: (typeof documents)[number]) =>
      inner ? [contact ?? []].flat().map((one) => one.tel) : [tel ?? []].flat();
    const sent = new Set(fields.map((field) => field.split('.')[0]));
    const found = documents
      .filter((document) => numbersOf(document).some((number) => asked?.includes(number)))
      .map((document) => Object.fromEntries(Object.entries(document).filter(([field]) => sent.has(field))));
    const reply = asked
      ? answer(hits(found))
      : answer({ error: { type: 'parsing_exception', reason: 'unknown query [nothing_known]' }, status: 400 }, 400);
    return reply(call, response);
  });
});
afterAll(() => index.close());

elasticsearchCases('an index, as a stand-in answers', { url: () => index.url, index: 'people' });

const message = async (reply: Reply): Promise<string | undefined> => {
  const provider = await provide(reply);
  const sources = await start({
    yaml: `sources:\n  INDEX: { connector: elasticsearch, url: "${provider.url}", apiKey: "\${env:KEY}", index: people, retries: 0, timeoutMs: 300 }`,
    env: { KEY: 'secret-key' },
  });
  const [one] = await sources.lookUp([PHONE]);
  expect(provider.seen[0]?.headers.authorization).toBe('ApiKey secret-key');
  return one?.sources.find(({ source }) => source === 'INDEX')?.message;
};

it.each<[string, Reply, string]>([
  ['a wrong key', answer({ error: 'no' }, 401), 'refuses its key (401)'],
  ['a part of the index', answer(hits([], { timed_out: true })), 'searched only a part of its index in time'],
  ['trouble of its own', answer({ error: 'no' }, 503), 'failed with status 503'],
  ['no answer', () => undefined, 'did not answer within 300 ms'],
  [
    'documents about nobody who was asked for',
    answer(hits([{ phone: 'x' }])),
    'gave rows, but in the column phone of none stands a number that was asked for: name the column and, for national numbers, the region',
  ],
])('%s is told, and is never nothing', async (_what, reply, told) => {
  expect(await message(reply)).toBe(told);
});

it('a document that holds a number as it was asked for is about that number, whatever it might be in its region', async () => {
  const provider = await provide(answer(hits([{ phone: '4951234567', city: 'Nukus' }])));
  const sources = await start({
    yaml: `sources:\n  INDEX: { connector: elasticsearch, url: "${provider.url}", index: people, region: RU, query: { terms: { phone: "{phones}" } } }`,
  });
  const [one] = await sources.lookUp(['+4951234567']);
  expect(one?.observations.find(({ source }) => source === 'INDEX')?.fields).toEqual({ city: 'Nukus' });
});

it('an index that is asked too often is left alone for as long as it says, which uses up no retry', async () => {
  const provider = await provide((call, response) => {
    if (provider.seen.length > 1) return answer(hits([{ phone: PHONE, city: 'Nukus' }]))(call, response);
    response.setHeader('retry-after', '1');
    return answer({ error: { type: 'circuit_breaking_exception', reason: 'too much' }, status: 429 }, 429)(
      call,
      response,
    );
  });
  const sources = await start({
    yaml: `sources:\n  INDEX: { connector: elasticsearch, url: "${provider.url}", index: people, retries: 0 }`,
  });
  const [one] = await sources.lookUp([PHONE]);
  expect(one?.sources.find(({ source }) => source === 'INDEX')?.status).toBe('FOUND');
  const [first, second] = provider.seen;
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1000);
});

it('a query without a place for the numbers is a fault with its line, and so is a key that is written out', async () => {
  const yaml = `sources:\n  INDEX:\n    connector: elasticsearch\n    url: "https://search.example"\n    apiKey: abcdef\n    index: people\n    query: { match_all: {} }`;
  const faults = await start({ yaml }).then(
    () => [],
    (error: unknown) => (error as SettingsError).faults,
  );
  expect(faults).toEqual([
    'sources.yaml:5: sources.INDEX.apiKey: looks like a secret: refer to it as ${env:NAME} or ${file:path}',
    'sources.yaml:7: sources.INDEX.query: must ask for the numbers: { terms: { phone: "{forms}" } }, or "{e164s}" or "{phones}"',
  ]);
});

it.each([
  ['a path that no document has pauses it', '{ names: persn.name }', () => ({ person: { name: 'A' } }), 'PAUSED'],
  ['values that are no field pause it', '{ lastOnline: born }', () => ({ born: 'soon' }), 'PAUSED'],
  ['a number and a time, within others and alone, do not', '{ names: persn.name }', null, 'CLOSED'],
  [
    'fields that are there and empty do not',
    '{ names: person.name }',
    () => ({ vip: true, person: { name: null } }),
    'CLOSED',
  ],
  [
    'fields that most documents lack do not',
    '{ names: person.name }',
    (place: number) => ({ vip: true, ...(place === 0 ? { person: { name: 'A' } } : {}) }),
    'CLOSED',
  ],
] as const)('of sixty documents in a row %s', async (_what, map, documentOf, state) => {
  const asked = phones(60);
  const provider = await provide((call, response) => {
    const { terms } = Search.parse(JSON.parse(call.body)).query;
    const tel = documentOf ? Terms.parse(terms).tel : Inner.parse(terms)['contact.tel'];
    const place = asked.findIndex((phone) => tel.includes(phone));
    const number = { tel: asked[place] };
    const document = documentOf ? { ...number, ...documentOf(place) } : { contact: number, meta: { seen: '2015' } };
    return answer(hits([document]))(call, response);
  });
  const columns = documentOf ? 'phone: tel' : 'phone: contact.tel, observedAt: meta.seen';
  const sources = await start({
    yaml: `sources:\n  INDEX: { connector: elasticsearch, url: "${provider.url}", index: people, ${columns}, batchSize: 1, map: ${map}, limits: { concurrency: 1 } }`,
  });
  await sources.lookUp(asked);
  const info = SourceInfo.parse((await sources.admin.call(calls.getSource, { params: { name: 'INDEX' } })).json());
  expect(info.state).toBe(state);
  if (state === 'PAUSED')
    expect(info).toMatchObject({ cause: MAPPING_MESSAGE, keptAnswer: expect.stringContaining('tel') });
});

it('makes no more calls at once than it has connections', async () => {
  const config = { connector: 'elasticsearch', url: 'http://127.0.0.1:9200', index: 'people' };
  for (const [concurrency, most] of [
    [32, 10],
    [3, 3],
  ]) {
    const source = ElasticsearchSource.parse({ ...config, limits: { concurrency } });
    const connector = createElasticsearchConnector(source, Date.now);
    expect(connector.mostAtOnce).toBe(most);
    await connector.close();
  }
});
