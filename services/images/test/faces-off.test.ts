import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { calls, FacesState } from '@numscope/contracts';
import { authed, onMongo } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import type { FaceEncoder } from '../src/faces/face-encoder.port.ts';
import { EncoderEnded, FaceError } from '../src/faces/face-error.ts';
import { builtInModel } from '../src/faces/built-in-model.ts';
import { openFaceEncoder } from '../src/faces/open-encoder.ts';
import { type Setup, setUp } from './setup.ts';
import { png } from './pictures.ts';

const face = {
  boundingBox: { left: 0, top: 0, width: 1, height: 1 },
  confidence: 1,
  quality: { pixels: 100, sharpness: 1, yaw: 0, pitch: 0, roll: 0, faults: [] },
  estimates: {},
  vector: new Float32Array(builtInModel.length),
};

const encoderThat = (encode: FaceEncoder['encode']): FaceEncoder => ({
  model: builtInModel,
  threads: 1,
  encode,
  warm: () => undefined,
  close: async () => undefined,
});

const reached = (setup: Setup, id: string, state: string): Promise<object> =>
  askUntil(
    () => setup.faces(id),
    (faces) => faces.state === state,
  );

it('gives a picture up at once that cannot be looked at, and goes on with others', async () => {
  let calls = 0;
  const setup = await setUp(
    encoderThat(async () => {
      if (calls++ === 0) throw new FaceError('it is broken');
      return [face];
    }),
  );
  const broken = await setup.store(await png());
  await reached(setup, broken.id, 'FAILED');
  const fine = await setup.store(await png());
  await reached(setup, fine.id, 'LOOKED');
  expect(calls).toBe(2);
  // It is kept before it is told.
  await setup.test.bus.waitFor('image.faces', ({ key }) => key === fine.id);
  expect(setup.test.bus.published('image.faces').map(({ key }) => key)).toEqual([fine.id]);
  await setup.close();
});

it('tries a picture three times that ends its thread, and not for ever', async () => {
  let tries = 0;
  const setup = await setUp(
    encoderThat(async () => {
      tries++;
      throw new EncoderEnded('out of memory', true);
    }),
  );
  const { id } = await setup.store(await png());
  await reached(setup, id, 'FAILED');
  expect(tries).toBe(3);
  await setup.close();
});

it('counts no try of a thread that could not begin, and looks once one can', async () => {
  let begun = 0;
  const setup = await setUp(
    encoderThat(async () => {
      if (++begun <= 4) throw new EncoderEnded('its files are not there', false);
      return [face];
    }),
    { detectAgainMs: 20 },
  );
  const { id } = await setup.store(await png());
  await reached(setup, id, 'LOOKED');
  expect(begun).toBe(5);
  await setup.close();
});

it('removes what was kept of faces when they are turned off, from the files too, and says so', async () => {
  const setup = await setUp(null);
  const { id } = await setup.store(await png());
  const { faces } = setup.deps.store;
  const vector = new Float32Array(builtInModel.length).map((_none, place) => Math.sin(place + 1));
  const inFiles = (): boolean =>
    readdirSync(setup.test.dir)
      .filter((name) => name.startsWith('images.sqlite'))
      .some((name) => readFileSync(join(setup.test.dir, name)).includes(Buffer.from(vector.buffer)));
  const record = { ...face, vector, id: `${id}.0`, imageId: id, model: builtInModel.id };
  expect(await faces.keep(id, builtInModel.id, [record], Date.now(), [])).toBe(true);
  expect(await faces.counts(builtInModel.id)).toMatchObject({ looked: 1, faces: 1 });
  expect(inFiles()).toBe(!onMongo());
  await setup.service.start();
  await askUntil(
    () => faces.counts(builtInModel.id),
    (counts) => counts.faces === 0,
  );
  await askUntil(inFiles, (isThere) => !isThere);
  expect(await faces.counts(builtInModel.id)).toEqual({ looked: 0, waiting: 1, failed: 0, faces: 0 });
  expect(await setup.faces(id)).toEqual({ state: 'OFF', faces: [] });
  const user = authed(setup.service.app, setup.test.tokenFor('USER'));
  expect(FacesState.parse((await user.call(calls.facesState)).json())).toMatchObject({ enabled: false, model: null });
  await setup.close();
});

it('ends at once while pictures wait for a thread, and leaves them to whoever comes next', async () => {
  const encoder = openFaceEncoder({ threads: 1, gentle: false });
  const waiting = await Promise.all([png(), png(), png()]);
  const ended = Promise.allSettled(waiting.map((picture) => encoder.encode(picture)));
  await encoder.close();
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});
