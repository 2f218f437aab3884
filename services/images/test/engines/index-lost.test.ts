import { expect, it } from '@jest/globals';
import { dropElasticFaces, openElasticFaceIndex } from '@numscope/adapters/elastic';
import { newId } from '@numscope/platform';
import { createTestKit, testEngine } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { builtInModel } from '../../src/faces/built-in-model.ts';
import { IndexUpkeep } from '../../src/faces/index-upkeep.ts';
import { nearFaces } from '../../src/faces/near-faces.ts';
import { openImageStore } from '../../src/store/sqlite/index.ts';
import { quickEncoder } from '../quick-encoder.ts';

const url = testEngine('elasticsearch');

it('says that it lacks faces while the index that was lost is filled anew, whoever made it again', async () => {
  const test = await createTestKit('images');
  const prefix = `test-${newId()}-`;
  const { id: model, length } = builtInModel;
  const store = await openImageStore({ dataDir: test.dir });
  const index = await openElasticFaceIndex({ url, prefix, model, length });
  const pictures = ['a', 'b', 'c'].map((digit) => digit.repeat(64));
  const encoder = quickEncoder({ threads: 1 });
  const faces = await Promise.all(
    pictures.map(async (imageId) => {
      const [seen] = await encoder.encode(Buffer.from(imageId));
      if (!seen) throw new Error('no face was seen');
      await store.begin({ id: imageId, type: 'image/png', width: 4, height: 3, bytes: 9 }, 1000, 0);
      await store.confirm(imageId, []);
      const face = { ...seen, id: `${imageId}.0`, imageId, model };
      await store.faces.keep(imageId, model, [face], 1000, []);
      return face;
    }),
  );
  const upkeep = new IndexUpkeep({ store, kit: test.kit, index, model });
  const [first, second] = faces;
  if (!first || !second) throw new Error('there are three');
  const near = async (): Promise<string[]> => {
    const wanted = { threshold: 0.9, limit: 1, model: builtInModel };
    return (await nearFaces(first.vector, wanted, { store, index })).near.map(({ face }) => face.id);
  };
  const whole = (): Promise<boolean> => askUntil(() => upkeep.isWhole());
  const found = async (): Promise<void> => {
    await whole();
    expect(await near()).toEqual([first.id]);
  };
  const missing = (): Promise<string[]> => index.missing(faces.map(({ id }) => id));
  /** Whether it says that it has all and lacks some. Where it has been filled meanwhile, it may say so. */
  const isWrong = async (): Promise<boolean> => (await upkeep.isWhole()) && (await missing()).length > 0;
  const lose = async (): Promise<void> => {
    const answer = await fetch(`${url}/_cat/indices/${prefix}*?h=index&format=json`);
    const names = (await answer.json()) as Array<{ index: string }>;
    expect(names).toHaveLength(1);
    for (const { index: name } of names) await fetch(`${url}/${name}`, { method: 'DELETE' });
  };
  try {
    upkeep.start();
    await found();
    await lose();
    // A search comes first ...
    expect([[], [first.id]]).toContainEqual(await near());
    expect(await isWrong()).toBe(false);
    await found();
    await lose();
    // ... or a write, as of another picture.
    await index.add([{ id: second.id, vector: second.vector }]);
    expect(await isWrong()).toBe(false);
    await found();
    expect(await missing()).toEqual([]);
  } finally {
    await upkeep.close();
    await index.close();
    await dropElasticFaces({ url, prefix }, null);
    await store.close();
    await test.close();
  }
});
