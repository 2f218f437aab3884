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

it('drops all vectors', async () => {
  const { url, prefix, dispose } = elasticScope();
  const open = () => openElasticFaceIndex({ url, prefix, model: 'a', length: VECTOR_LENGTH });
  const faces = [...faceVectors(3)];
  const index = await open();
  await index.add(faces);
  await index.close();
  await dropElasticFaces({ url, prefix });
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
  expect(sizes).toEqual([1, 1, 1, 1, 32, 14]);
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
  await dropElasticFaces({ url, prefix });
  const found = await Promise.all(faces.map(({ vector }) => index.near(vector, 1)));
  expect(found.flat()).toEqual([]);
  expect(await index.identity()).not.toBe(before);
  await index.add(faces);
  expect(await index.near(faces[0]?.vector ?? new Float32Array(), 1)).toHaveLength(1);
  await close();
});
