import { expect, it } from '@jest/globals';
import { dropElasticFaces, openElasticFaceIndex } from '@numscope/adapters/elastic';
import { faceVectors, VECTOR_LENGTH } from '@numscope/testing/face-vectors';
import { faceIndexSuite } from '@numscope/testing/suites';
import { openElasticProxy } from './elastic-proxy.ts';
import { elasticScope } from './elastic-scope.ts';

faceIndexSuite('elasticsearch', async () => {
  const { url, prefix, dispose } = elasticScope();
  return { open: () => openElasticFaceIndex({ url, prefix, model: 'a', length: VECTOR_LENGTH }), dispose };
});

it('drops vectors of another model, and is made anew where somebody dropped it', async () => {
  const { url, prefix, dispose } = elasticScope();
  const open = (model: string) => openElasticFaceIndex({ url, prefix, model, length: VECTOR_LENGTH });
  const faces = [...faceVectors(3)];
  const ids = faces.map(({ id }) => id);
  const first = await open('a');
  await first.add(faces);
  const second = await open('b');
  expect(await second.missing(ids)).toEqual(ids);
  await first.add(faces);
  expect(await first.missing(ids)).toEqual([]);
  expect(await second.missing(ids)).toEqual(ids);
  await first.close();
  await second.close();
  await dispose();
});

it('drops what another model has made anew since, and no index of somebody else', async () => {
  const { url, prefix, client, dispose } = elasticScope();
  const vectorsOf = (model: string) => ({ model, length: VECTOR_LENGTH });
  const open = (model: string) => openElasticFaceIndex({ url, prefix, ...vectorsOf(model) });
  const faces = [...faceVectors(3)];
  const ids = faces.map(({ id }) => id);
  await client.indices.create({ index: `${prefix}faces-archive` });
  const first = await open('a');
  const second = await open('b');
  await second.add(faces);
  await first.add(faces);
  await dropElasticFaces({ url, prefix }, vectorsOf('b'));
  expect(await first.missing(ids)).toEqual(ids);
  expect(await second.missing(ids)).toEqual([]);
  const left = Object.keys(await client.indices.getAlias({ index: `${prefix}faces-*` }));
  expect(left).toHaveLength(2);
  expect(left).toContain(`${prefix}faces-archive`);
  await first.close();
  await second.close();
  await dispose();
});

it('drops all vectors', async () => {
  const { url, prefix, dispose } = elasticScope();
  const open = () => openElasticFaceIndex({ url, prefix, model: 'a', length: VECTOR_LENGTH });
  const faces = [...faceVectors(3)];
  const index = await open();
  await index.add(faces);
  await index.close();
  await dropElasticFaces({ url, prefix }, null);
  const again = await open();
  expect(await again.missing(faces.map(({ id }) => id))).toHaveLength(faces.length);
  await again.close();
  await dispose();
});

/** An index behind a proxy that counts the requests of searches by how many searches they hold. */
async function gatheredScope(change: (answer: string, searches: number) => string = (answer) => answer) {
  const { url, prefix, dispose } = elasticScope();
  const sizes: number[] = [];
  const proxy = await openElasticProxy(url, ({ path, body }) => {
    if (!path.startsWith('/_msearch')) return 'pass';
    const searches = body.trim().split('\n').length / 2;
    sizes.push(searches);
    return (answer) => change(answer, searches);
  });
  const index = await openElasticFaceIndex({
    url: `http://${proxy.host}`,
    prefix,
    model: 'a',
    length: VECTOR_LENGTH,
  });
  const close = async (): Promise<void> => {
    await index.close();
    await proxy.close();
    await dispose();
  };
  return { index, sizes, url, prefix, close };
}

it('asks for the faces of many searches at once in few requests, and for one at once', async () => {
  const { index, sizes, close } = await gatheredScope();
  const faces = [...faceVectors(50)];
  await index.add(faces);
  await Promise.all(faces.map(({ vector }) => index.near(vector, 1)));
  // Of the last two the small one may come first.
  expect(sizes.toSorted((left, right) => left - right)).toEqual([1, 1, 1, 1, 14, 32]);
  await index.near(new Float32Array(VECTOR_LENGTH), 1);
  expect(sizes.at(-1)).toBe(1);
  await close();
});

it('fails one search of many alone where the engine refuses it, and asks again for one that it had no room for', async () => {
  let noRoom = 3;
  const { index, close } = await gatheredScope((answer, searches) => {
    if (searches < 2 || noRoom-- <= 0) return answer;
    const told = JSON.parse(answer) as { responses: object[] };
    told.responses[0] = { error: { type: 'es_rejected_execution_exception' }, status: 429 };
    return JSON.stringify(told);
  });
  const faces = [...faceVectors(20)];
  await index.add(faces);
  const tooShort = index.near(new Float32Array(3), 1).catch((error: unknown) => String(error));
  const found = await Promise.all(faces.map(({ vector }) => index.near(vector, 1)));
  expect(found.map(([first]) => first?.id)).toEqual(faces.map(({ id }) => id));
  expect(await tooShort).toMatch(/^Error: Elasticsearch answered 400 \(search\)/);
  expect(noRoom).toBeLessThan(3);
  await close();
});

it('makes an index anew that goes while many search', async () => {
  const { index, url, prefix, close } = await gatheredScope();
  const faces = [...faceVectors(40)];
  await index.add(faces);
  const before = await index.identity();
  await dropElasticFaces({ url, prefix }, null);
  const found = await Promise.all(faces.map(({ vector }) => index.near(vector, 1)));
  expect(found.flat()).toEqual([]);
  expect(await index.identity()).not.toBe(before);
  await index.add(faces);
  expect(await index.near(faces[0]?.vector ?? new Float32Array(), 1)).toHaveLength(1);
  await close();
});

/** A filled index behind a proxy that counts askings to join segments. */
async function scatteredScope(quietMs: number) {
  const { url, prefix, client, dispose } = elasticScope();
  const asked: string[] = [];
  const proxy = await openElasticProxy(url, ({ path }) => {
    if (path.includes('/_forcemerge')) asked.push(path);
    return 'pass';
  });
  const index = await openElasticFaceIndex({
    url: `http://${proxy.host}`,
    prefix,
    model: 'a',
    length: VECTOR_LENGTH,
    quietMs,
  });
  const faces = [...faceVectors(1200)];
  /** So many writes, and as many segments unless the engine joined some of them itself. */
  const fill = async (from = 0, to = faces.length): Promise<void> => {
    for (let at = from; at < to; at += 150) await index.add(faces.slice(at, Math.min(at + 150, to)));
  };
  /** What a search goes through. */
  const segments = async (): Promise<number> => {
    await client.indices.refresh({ index: `${prefix}*` });
    const { indices } = await client.indices.segments({ index: `${prefix}*` });
    const copies = Object.values(indices).flatMap(({ shards }) => Object.values(shards).flat());
    return Math.max(...copies.map((copy) => Object.values(copy.segments).filter(({ search }) => search).length));
  };
  const close = async (): Promise<void> => {
    await index.close();
    await proxy.close();
    await dispose();
  };
  return { index, faces, fill, segments, asked, close };
}

it('has the engine join what many writes left in parts, once, and answers searches meanwhile', async () => {
  const { index, faces, fill, segments, asked, close } = await scatteredScope(0);
  expect(await index.join()).toBe(0);
  await fill();
  expect(await segments()).toBeGreaterThan(3);
  let joined = 0;
  // It says 0 while the engine joins some of them by itself.
  while (joined === 0) joined = await index.join();
  expect(joined).toBeGreaterThan(3);
  for (let parts = Infinity, n = 0; parts > 1; parts = await segments()) {
    const some = faces.slice(n, n + 20);
    n = (n + 20) % faces.length;
    const found = await Promise.all(some.map(({ vector }) => index.near(vector, 1)));
    expect(found.map(([first]) => first?.id)).toEqual(some.map(({ id }) => id));
  }
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('max_num_segments=1');

  // Nor for few that come after.
  await index.add([...faceVectors(5, 9)]);
  expect(await index.join()).toBe(0);
  expect([asked.length, await index.size()]).toEqual([1, faces.length + 5]);
  await close();
});

it('leaves what lies in parts as it is while faces come', async () => {
  const { index, fill, segments, asked, close } = await scatteredScope(3_600_000);
  await fill();
  expect(await segments()).toBeGreaterThan(3);
  expect([await index.join(), await index.join(), asked]).toEqual([0, 0, []]);
  await close();
});
