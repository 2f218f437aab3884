import { rmSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { askUntil } from '@numscope/testing/ask-until';
import { portrait } from '@numscope/testing/portraits';
import { builtInModel } from '../src/faces/built-in-model.ts';
import { openFaceEncoder } from '../src/faces/open-encoder.ts';
import { openOwnModel } from '../src/faces/own-model.ts';
import { setUp } from './setup.ts';
import { tinyModelFolder } from './tiny-model.ts';

it("an operator's own model looks anew at what another model has looked at, and that one is forgotten", async () => {
  const folder = tinyModelFolder({});
  const own = await openOwnModel(folder);
  const setup = await setUp(openFaceEncoder({ threads: 1, own, gentle: false }));
  try {
    const { faces } = setup.deps.store;
    const looked = (times: number): boolean => setup.test.bus.published('image.faces').length === times;
    const { id } = await setup.store(portrait('a-1'));
    await askUntil(() => looked(1));
    const [face] = await faces.facesOf([id], own.model.id);
    if (!face) throw new Error('no face was found');
    // As the built-in model leaves it.
    const former = { ...face, model: builtInModel.id, vector: new Float32Array(builtInModel.length) };
    expect(await faces.keep(id, builtInModel.id, [former], Date.now(), [])).toBe(true);
    await setup.store(portrait('b-1'));
    await askUntil(() => looked(3));
    expect((await faces.facesOf([id], own.model.id)).map(({ vector }) => vector.length)).toEqual([12]);
    expect(await faces.facesOf([id], builtInModel.id)).toEqual([]);
    expect(await setup.deps.index?.near(face.vector, 1)).toMatchObject([{ id: `${id}.0` }]);
  } finally {
    await setup.close();
    rmSync(folder, { recursive: true });
  }
});
