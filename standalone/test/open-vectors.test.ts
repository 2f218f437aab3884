import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createTestKit } from '@numscope/testing';
import { faceVectors, VECTOR_LENGTH } from '@numscope/testing/face-vectors';
import { openVectors } from '../src/open-vectors.ts';

it('drops the vectors that are there where faces are turned off', async () => {
  const test = await createTestKit('images');
  const where = { dataDir: test.dir, searchUrl: null };
  const model = { id: 'a', length: VECTOR_LENGTH };
  const faces = [...faceVectors(3)];
  const ids = faces.map(({ id }) => id);
  const index = await openVectors(where, model, test.kit.log);
  await index?.add(faces);
  await index?.close();
  expect(existsSync(join(test.dir, 'faces'))).toBe(true);

  expect(await openVectors(where, null, test.kit.log)).toBeNull();
  expect(existsSync(join(test.dir, 'faces'))).toBe(false);
  const again = await openVectors(where, model, test.kit.log);
  expect(await again?.missing(ids)).toEqual(ids);
  await again?.close();
  await test.close();
});
