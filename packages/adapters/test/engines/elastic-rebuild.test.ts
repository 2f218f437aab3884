import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openElasticIndex } from '@numscope/adapters/elastic';
import { createLogger, type PackedDocument, phoneOf, type SearchIndex, TransientError } from '@numscope/platform';
import { allOfJob, buildDocument, buildDocuments, elasticScope } from './elastic-scope.ts';

const MANY = 20_000;
const SLICE = 1000;
const log = createLogger('test', 'silent');

async function* slicesOf(documents: readonly PackedDocument[]): AsyncGenerator<PackedDocument[]> {
  for (let at = 0; at < documents.length; at += SLICE) yield documents.slice(at, at + SLICE);
}

describe('a rebuild in Elasticsearch', () => {
  let scope: ReturnType<typeof elasticScope>;
  let index: SearchIndex;
  const open = (): Promise<SearchIndex> => openElasticIndex({ url: scope.url, prefix: scope.prefix, log });
  beforeEach(async () => {
    scope = elasticScope();
    index = await open();
  });
  afterEach(async () => {
    await index.close();
    await scope.dispose();
  });

  it('fails no search and hides no hit while all documents are put in a new index', async () => {
    // `npm run prove`: as many as the product promises.
    const many = process.env['SCALE'] === 'full' ? 1_000_000 : MANY;
    const times = process.env['SCALE'] === 'full' ? 1 : 3;
    async function* all(): AsyncGenerator<PackedDocument[]> {
      for (let at = 0; at < many; at += SLICE) yield buildDocuments(at, at + SLICE);
    }
    for await (const slice of all()) await index.upsert(slice);
    const other = await open();
    const ended = new AbortController();
    const first = buildDocuments(0, 10).map(phoneOf);
    let searches = 0;
    const searching = async (by: SearchIndex): Promise<void> => {
      for (; !ended.signal.aborted; searches++)
        expect(await by.search(allOfJob)).toEqual({ phones: first, total: many, totalIsLowerBound: false });
    };
    const scanning = async (): Promise<void> => {
      while (!ended.signal.aborted) {
        let phones = 0;
        for await (const slice of other.scan({ must: allOfJob.must, should: [] }, 500)) phones += slice.length;
        expect(phones).toBe(many);
      }
    };
    const watching = Promise.all([searching(index), searching(other), scanning()]);
    const before = await scope.indices();
    const begun = performance.now();
    for (let time = 0; time < times; time++) expect(await index.rebuild(all())).toBe(true);
    process.stdout.write(
      `rebuild of ${many}: ${Math.round((performance.now() - begun) / 1000 / times)} s, ${searches} searches meanwhile\n`,
    );
    ended.abort();
    await watching;
    expect(searches).toBeGreaterThan(3);
    const after = await scope.indices();
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
    await other.close();
  }, 1_800_000);

  it('misses nothing of what another process writes and removes meanwhile', async () => {
    await index.upsert(buildDocuments(0, MANY));
    const other = await open();
    const ended = new AbortController();
    const kept = new Set<string>();
    let next = MANY;
    const write = async (): Promise<void> => {
      for (; !ended.signal.aborted; next += 10) {
        await other.upsert([...buildDocuments(next, next + 10), buildDocument(next - MANY, 2)]);
        for (const document of buildDocuments(next + 1, next + 10)) kept.add(phoneOf(document));
        await other.remove([phoneOf(buildDocument(next))]);
      }
    };
    let writing: Promise<void> | undefined;
    const slices = async function* (): AsyncGenerator<PackedDocument[]> {
      // What was written before is in the records; what is written from now on is not in these.
      writing = write();
      yield* slicesOf(buildDocuments(0, MANY));
    };
    expect(await index.rebuild(slices())).toBe(true);
    ended.abort();
    await writing;
    const written = [...kept];
    expect(written.length).toBeGreaterThan(0);
    expect(await index.count()).toBe(MANY + written.length);
    const found = await index.search({ ...allOfJob, sort: { field: 'timestamp', direction: 'DESC' } });
    expect(found.phones).toEqual(written.slice(-10).reverse());
    await other.close();
  });

  it('is begun anew by another when its process is killed in the middle, and nothing of it stays', async () => {
    await index.upsert(buildDocuments(0, 200));
    const child = fork(join(import.meta.dirname, 'rebuild-until-killed.ts'), [scope.url, scope.prefix], {
      execArgv: [],
    });
    await once(child, 'message');
    expect(await scope.indices()).toHaveLength(2);
    expect(await index.rebuild(slicesOf(buildDocuments(0, 200)))).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await index.search(allOfJob)).total).toBe(200);
    await index.upsert([buildDocument(200)]);
    // Until the lease of the killed one is over.
    while (!(await index.rebuild(slicesOf(buildDocuments(0, 150)))));
    expect((await index.search(allOfJob)).total).toBe(150);
    expect(await scope.indices()).toHaveLength(1);
  });

  it('when another has taken over and dropped what was built, then it gives up and what is searched stays', async () => {
    await index.upsert(buildDocuments(0, 200));
    const [live] = await scope.indices();
    const slices = async function* (): AsyncGenerator<PackedDocument[]> {
      yield buildDocuments(0, 100);
      const built = (await scope.indices()).filter((name) => name !== live);
      await scope.client.indices.delete({ index: built });
      yield buildDocuments(100, 200);
    };
    await expect(index.rebuild(slices())).rejects.toThrow(TransientError);
    expect(await scope.indices()).toEqual([live]);
    expect((await index.search(allOfJob)).total).toBe(200);
  });

  it('when the index has the mapping of an older version, then it still answers, says so, and is of today after the rebuild', async () => {
    await index.upsert(buildDocuments(0, 20));
    const [live = ''] = await scope.indices();
    await scope.client.indices.putMapping({ index: live, _meta: { version: 0 } });
    await index.close();
    index = await open();
    expect(await index.isOutdated()).toBe(true);
    expect((await index.search(allOfJob)).total).toBe(20);
    expect(await index.rebuild(slicesOf(buildDocuments(0, 20)))).toBe(true);
    expect(await index.isOutdated()).toBe(false);
  });
});
