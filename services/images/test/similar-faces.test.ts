import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, SimilarFacesAnswer } from '@numscope/contracts';
import { authed } from '@numscope/testing';
import type { FaceEncoder } from '../src/faces/face-encoder.port.ts';
import { builtInModel } from '../src/faces/built-in-model.ts';
import { type Setup, setUp } from './setup.ts';
import { png } from './pictures.ts';

/** More than are compared of each face with those of others, and more pairs than an answer holds. */
const OWN = 130;
const APART = 0.3;

let setup: Setup;
let own: string[];
let other: string;

/** The next picture shows the other person's face, at 0.3 from all others, which are nearly the same. */
let isOther = false;
let looked = 0;
const vectorOf = (): Float32Array => {
  const vector = new Float32Array(builtInModel.length);
  vector[0] = 0.5;
  vector[isOther ? 1 : 2] = isOther ? APART : looked++ / 10_000;
  return vector;
};
const encoder: FaceEncoder = {
  model: builtInModel,
  threads: 1,
  encode: async () => [
    {
      boundingBox: { left: 0, top: 0, width: 1, height: 1 },
      confidence: 1,
      quality: { pixels: 100, sharpness: 1, yaw: 0, pitch: 0, roll: 0, faults: [] },
      estimates: {},
      vector: vectorOf(),
    },
  ],
  warm: () => undefined,
  close: async () => undefined,
};

async function stored(): Promise<string> {
  const { id } = await setup.store(await png(16, 16));
  await setup.test.bus.waitFor('image.faces', ({ key }) => key === id);
  return id;
}

beforeAll(async () => {
  setup = await setUp(encoder);
  own = await Promise.all(Array.from({ length: OWN }, stored));
  isOther = true;
  other = await stored();
});
afterAll(() => setup.close());

const answerTo = async (ids: string[], limit: number) => {
  const profiles = authed(setup.service.app, setup.test.serviceToken('profiles'));
  const answer = await profiles.call(calls.similarFaces, { body: { ids, limit, userId: 'id-of-reader' } });
  return SimilarFacesAnswer.parse(answer.json());
};
const matchesOf = async (ids: string[], limit: number) => (await answerTo(ids, limit)).matches;

it('finds the face on a picture of others behind more pictures of the profile than it may answer pairs', async () => {
  const matches = await matchesOf(own, 1000);
  expect(matches).toHaveLength(OWN + 1);
  expect(new Set(matches.slice(0, OWN).map((match) => match.other.imageId))).toEqual(new Set(own));
  const last = matches.at(-1);
  expect(last?.other.imageId).toBe(other);
  expect(last?.distance).toBeCloseTo(APART, 3);
});

it('answers each face once, with the nearest of those that are compared', async () => {
  const [first = '', second = ''] = own;
  const matches = await matchesOf([first, second], 1000);
  const ids = matches.map((match) => match.other.id);
  expect(new Set(ids).size).toBe(ids.length);
  const same = matches
    .filter(({ distance }) => distance === 0)
    .map((match) => [match.own.imageId, match.other.imageId]);
  expect(same.sort()).toEqual(
    [
      [first, first],
      [second, second],
    ].sort(),
  );
  const cut = await answerTo(own, 7);
  expect([cut.matches.length, cut.mayHaveMore]).toEqual([7, true]);
  expect((await answerTo(own, 1000)).mayHaveMore).toBe(false);
});
