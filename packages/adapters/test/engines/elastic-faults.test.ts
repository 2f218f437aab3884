import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openElasticIndex } from '@numscope/adapters/elastic';
import {
  createLogger,
  packDocument,
  phoneOf,
  reasonOf,
  type SearchIndex,
  TransientError,
  unpackDocument,
} from '@numscope/platform';
import { type Asked, type Doing, openElasticProxy } from './elastic-proxy.ts';
import { allOfJob, buildDocument, buildDocuments, elasticScope } from './elastic-scope.ts';

const log = createLogger('test', 'silent');
const CREDENTIALS = 'analyst:s3cret%2Fword';

/** How often something happened, and what to do the first times. */
const atFirst = (doings: Doing[], isMeant: (asked: Asked) => boolean) => {
  const seen: Asked[] = [];
  return {
    seen,
    decide(asked: Asked): Doing {
      if (!isMeant(asked)) return 'pass';
      seen.push(asked);
      return doings[seen.length - 1] ?? 'pass';
    },
  };
};
const isBulk = ({ path }: Asked): boolean => path.startsWith('/_bulk');
const isSearch = ({ path }: Asked): boolean => path.includes('/_search');

describe('an Elasticsearch that has its moments', () => {
  let scope: ReturnType<typeof elasticScope>;
  let decide: (asked: Asked) => Doing;
  let proxy: Awaited<ReturnType<typeof openElasticProxy>>;
  let index: SearchIndex;
  beforeEach(async () => {
    scope = elasticScope();
    decide = () => 'pass';
    proxy = await openElasticProxy(scope.url, (asked) => decide(asked));
    index = await openElasticIndex({ url: `http://${CREDENTIALS}@${proxy.host}`, prefix: scope.prefix, log });
  });
  afterEach(async () => {
    await index.close();
    await proxy.close();
    await scope.dispose();
  });
  const total = async (): Promise<number> => (await index.search(allOfJob)).total;

  it('when it is too busy, starting or drops the line, then the documents are sent again until it has them', async () => {
    const bulk = atFirst([429, 503, 'cut', 429], isBulk);
    ({ decide } = bulk);
    await index.upsert(buildDocuments(0, 50));
    expect(bulk.seen.length).toBeGreaterThan(4);
    expect(await total()).toBe(50);
  });

  it('when it has no room for one document, then only that one is sent again', async () => {
    const refuse = (answer: string): string => {
      const told = JSON.parse(answer) as { errors: boolean; items: Array<{ index: object }> };
      told.errors = true;
      told.items[3] = { index: { status: 429, error: { type: 'es_rejected_execution_exception' } } };
      return JSON.stringify(told);
    };
    const bulk = atFirst([refuse], isBulk);
    ({ decide } = bulk);
    await index.upsert(buildDocuments(0, 50));
    expect(bulk.seen.map(({ body }) => body.trim().split('\n').length)).toEqual([100, 2]);
    expect(bulk.seen[1]?.body).toContain(phoneOf(buildDocument(3)));
  });

  it('when a search meets a fault that passes, then it is asked again', async () => {
    await index.upsert(buildDocuments(0, 5));
    const search = atFirst([429, 'cut', 404], isSearch);
    ({ decide } = search);
    expect(await total()).toBe(5);
  });

  it('when it stays away, then the fault passes by itself for the caller, and tells no password', async () => {
    decide = () => 'cut';
    const calls = [
      () => index.upsert(buildDocuments(0, 1)),
      total,
      () => index.count(),
      () => index.check(),
      () => index.remove(['+1']),
    ];
    for (const call of calls) {
      const fault: unknown = await call().then(
        () => null,
        (error: unknown) => error,
      );
      expect(fault).toBeInstanceOf(TransientError);
      expect(JSON.stringify([reasonOf(fault), fault])).not.toMatch(/s3cret|analyst|authorization/i);
    }
  });

  it('sends user and password as they are meant', async () => {
    const all = atFirst([], () => true);
    ({ decide } = all);
    await index.check();
    const expected = `Basic ${Buffer.from('analyst:s3cret/word').toString('base64')}`;
    expect(new Set(all.seen.map(({ headers }) => headers.authorization))).toEqual(new Set([expected]));
  });

  it('when user or password are wrong, then it says where to look', async () => {
    decide = () => 401;
    const opening = openElasticIndex({ url: `http://${CREDENTIALS}@${proxy.host}`, prefix: scope.prefix, log });
    await expect(opening).rejects.toThrow(/SEARCH_URL: the engine does not take the user and password/);
  });

  it('when its indices take no writes, then the check fails until they do', async () => {
    await index.check();
    const name = `${scope.prefix}profiles-*`;
    await scope.client.indices.putSettings({ index: name, settings: { 'blocks.write': true } });
    await expect(index.check()).rejects.toThrow('cluster_block_exception');
    await scope.client.indices.putSettings({ index: name, settings: { 'blocks.write': false } });
    await index.check();
  });

  it('when its indices were dropped, then it has no answer, takes nothing and tells of its loss until it is rebuilt', async () => {
    const other = await openElasticIndex({ url: scope.url, prefix: scope.prefix, log });
    let losses = 0;
    index.onLoss?.(() => losses++);
    await index.upsert(buildDocuments(0, 3));
    const [live] = await scope.indices();
    await scope.client.indices.delete({ index: [live ?? '', `${scope.prefix}profiles.state`] });
    await expect(total()).rejects.toThrow(TransientError);
    await expect(index.upsert(buildDocuments(3, 5))).rejects.toThrow(TransientError);
    expect([losses, await index.isOutdated(), await scope.indices()]).toEqual([2, true, []]);
    const slices = async function* () {
      yield buildDocuments(0, 2);
      // What is written meanwhile goes into what is being built, and what is opened meanwhile puts nothing beside it.
      await index.upsert(buildDocuments(2, 5));
      const late = await openElasticIndex({ url: scope.url, prefix: scope.prefix, log });
      await late.close();
    };
    expect(await index.rebuild(slices())).toBe(true);
    expect([await total(), await other.count(), await index.isOutdated()]).toEqual([5, 5, false]);
    expect(await scope.indices()).toHaveLength(1);
    await other.close();
  });

  it('when its indices were dropped while nobody ran, then a start puts nothing empty in their place, and it is as after a loss until it is rebuilt', async () => {
    const lost = async (): Promise<void> => {
      const [live = ''] = await scope.indices();
      await scope.client.indices.delete({ index: [live, `${scope.prefix}profiles.state`] });
    };
    await lost();
    const openWith = (profiles: number) =>
      openElasticIndex({ url: scope.url, prefix: scope.prefix, log, records: { count: async () => profiles } });
    const [begun, other] = await Promise.all([openWith(2), openWith(2)]);
    let losses = 0;
    begun.onLoss?.(() => losses++);
    expect([await scope.indices(), await begun.isOutdated()]).toEqual([[], true]);
    await expect(total()).rejects.toThrow(TransientError);
    await expect(begun.upsert(buildDocuments(1, 2))).rejects.toThrow(TransientError);
    await expect(begun.check()).rejects.toThrow(TransientError);
    expect(losses).toBe(2);
    const slices = async function* () {
      yield buildDocuments(0, 2);
    };
    expect(await other.rebuild(slices())).toBe(true);
    expect([await total(), await begun.count(), await begun.isOutdated()]).toEqual([2, 2, false]);
    await lost();
    const fresh = await openWith(0);
    expect([await scope.indices(), await begun.count()]).toEqual([[expect.any(String)], 0]);
    for (const each of [begun, other, fresh]) await each.close();
  });

  it('when a search has more words than any node takes, then that is said in words, and not tried again', async () => {
    const search = atFirst([], isSearch);
    ({ decide } = search);
    const all = Array.from({ length: 10 }, (_none, n) => `w${n}`);
    const should = Array.from({ length: 20_000 }, (_none, n) => [
      { field: 'name', all: [...all, String(n)], prefix: true } as const,
    ]);
    const asking = index.search({ must: [], should, offset: 0, limit: 10, countUpTo: null });
    await expect(asking).rejects.toMatchObject({ code: 'CRITERIA_TOO_MANY', statusCode: 422 });
    expect(search.seen).toHaveLength(1);
  });

  it('when a document can never be taken, then that is said, and its text is not', async () => {
    const document = unpackDocument(buildDocument(1));
    const broken = packDocument({ ...document, sort: { ...document.sort, timestamp: Number.MAX_VALUE } });
    const fault: unknown = await index.upsert([buildDocument(0), broken]).catch((error: unknown) => error);
    expect(fault).not.toBeInstanceOf(TransientError);
    expect(reasonOf(fault)).toMatch(/400 document_parsing_exception/);
    expect(reasonOf(fault)).not.toContain(document.phone);
  });
});

it('makes one index when several processes begin at the same time', async () => {
  const scope = elasticScope();
  const all = await Promise.all(
    Array.from({ length: 5 }, () => openElasticIndex({ url: scope.url, prefix: scope.prefix, log })),
  );
  expect(await scope.indices()).toHaveLength(1);
  await Promise.all(all.map((index, n) => index.upsert(buildDocuments(n * 10, n * 10 + 10))));
  expect(await Promise.all(all.map((index) => index.count()))).toEqual([50, 50, 50, 50, 50]);
  for (const index of all) await index.close();
  await scope.dispose();
});

it.each(['elasticsearch://u:s3cret@host:9200', 'u:s3cret@host', ''])(
  'refuses the address %j without repeating it',
  async (url) => {
    const fault: unknown = await openElasticIndex({ url, log }).catch((error: unknown) => error);
    expect(reasonOf(fault)).toMatch(/SEARCH_URL.*http\(s\)/);
    expect(reasonOf(fault)).not.toContain('s3cret');
  },
);
