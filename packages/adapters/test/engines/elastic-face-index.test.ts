import { expect, it } from '@jest/globals';
import { dropElasticFaces, openElasticFaceIndex } from '@numscope/adapters/elastic';
import { faceVectors, VECTOR_LENGTH } from '@numscope/testing/face-vectors';
import { faceIndexSuite } from '@numscope/testing/suites';
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
