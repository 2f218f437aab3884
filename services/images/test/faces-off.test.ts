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
import { type House, openHouse } from './images-house.ts';
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

const reached = (house: House, id: string, state: string): Promise<object> =>
  askUntil(
    () => house.faces(id),
    (faces) => faces.state === state,
  );

it('gives a picture up at once that cannot be looked at, and goes on with others', async () => {
  let calls = 0;
  const house = await openHouse(
    encoderThat(async () => {
      if (calls++ === 0) throw new FaceError('it is broken');
      return [face];
    }),
  );
  const broken = await house.store(await png());
  await reached(house, broken.id, 'FAILED');
  const fine = await house.store(await png());
  await reached(house, fine.id, 'LOOKED');
  expect(calls).toBe(2);
  // It is kept before it is told.
  await house.test.bus.waitFor('image.faces', ({ key }) => key === fine.id);
  expect(house.test.bus.published('image.faces').map(({ key }) => key)).toEqual([fine.id]);
  await house.close();
});

it('tries a picture three times that ends its thread, and not for ever', async () => {
  let tries = 0;
  const house = await openHouse(
    encoderThat(async () => {
      tries++;
      throw new EncoderEnded('out of memory', true);
    }),
  );
  const { id } = await house.store(await png());
  await reached(house, id, 'FAILED');
  expect(tries).toBe(3);
  await house.close();
});

it('counts no try of a thread that could not begin, and looks once one can', async () => {
  let begun = 0;
  const house = await openHouse(
    encoderThat(async () => {
      if (++begun <= 4) throw new EncoderEnded('its files are not there', false);
      return [face];
    }),
    { lookAgainMs: 20 },
  );
  const { id } = await house.store(await png());
  await reached(house, id, 'LOOKED');
  expect(begun).toBe(5);
  await house.close();
});

it('removes what was kept of faces when they are turned off, from the files too, and says so', async () => {
  const house = await openHouse(null);
  const { id } = await house.store(await png());
  const { faces } = house.deps.store;
  const vector = new Float32Array(builtInModel.length).map((_none, place) => Math.sin(place + 1));
  const inFiles = (): boolean =>
    readdirSync(house.test.dir)
      .filter((name) => name.startsWith('images.sqlite'))
      .some((name) => readFileSync(join(house.test.dir, name)).includes(Buffer.from(vector.buffer)));
  const record = { ...face, vector, id: `${id}.0`, imageId: id, model: builtInModel.id };
  expect(await faces.keep(id, builtInModel.id, [record], Date.now(), [])).toBe(true);
  expect(await faces.counts(builtInModel.id)).toMatchObject({ looked: 1, faces: 1 });
  expect(inFiles()).toBe(!onMongo());
  await house.service.start();
  await askUntil(
    () => faces.counts(builtInModel.id),
    (counts) => counts.faces === 0,
  );
  await askUntil(inFiles, (isThere) => !isThere);
  expect(await faces.counts(builtInModel.id)).toEqual({ looked: 0, waiting: 1, failed: 0, faces: 0 });
  expect(await house.faces(id)).toEqual({ state: 'OFF', faces: [] });
  const user = authed(house.service.app, house.test.tokenFor('USER'));
  expect(FacesState.parse((await user.call(calls.facesState)).json())).toMatchObject({ enabled: false, model: null });
  await house.close();
});

it('ends at once while pictures wait for a thread, and leaves them to whoever comes next', async () => {
  const encoder = openFaceEncoder({ threads: 1, gentle: false });
  const waiting = await Promise.all([png(), png(), png()]);
  const ended = Promise.allSettled(waiting.map((picture) => encoder.encode(picture)));
  await encoder.close();
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});
