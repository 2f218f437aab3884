import { expect, it } from '@jest/globals';
import type { Face } from '@numscope/contracts';
import { aroundAll } from '@numscope/testing/around';
import sharp, { type Sharp } from 'sharp';
import { ON_ITS_WAY_MS } from '../src/commands/remove-unreferenced.ts';
import { openFaceEncoder } from '../src/faces/open-encoder.ts';
import { builtInModel } from '../src/faces/built-in-model.ts';
import { boxBefore, type Turn } from '../src/faces/quarter-turns.ts';
import { type Setup, setUp } from './setup.ts';
import { png } from './pictures.ts';
import { portrait } from '@numscope/testing/portraits';

const full = process.env['SCALE'] === 'full';
const nowhere = { left: 9, top: 9, width: 9, height: 9 };

let setup: Setup;
aroundAll(
  () => setUp(openFaceEncoder({ threads: 1, gentle: false })),
  (opened) => (setup = opened),
);

/** The vector of the one face of a picture, when it was looked at. */
async function stored(bytes: Uint8Array): Promise<Float32Array> {
  const { id } = await setup.store(bytes);
  await setup.test.bus.waitFor('image.faces', ({ key }) => key === id);
  const [face] = await setup.deps.store.faces.facesOf([id], builtInModel.id);
  return face?.vector ?? new Float32Array();
}

const apart = (a: Float32Array, b: Float32Array): number =>
  Math.sqrt(a.reduce((sum, value, n) => sum + (value - (b[n] ?? 0)) ** 2, 0));

it('tells one person on two pictures from another', async () => {
  const [a1, a2, b1] = await Promise.all((['a-1', 'a-2', 'b-1'] as const).map(async (name) => stored(portrait(name))));
  if (!a1 || !a2 || !b1) throw new Error('a picture was lost');
  expect([a1.length, a2.length, b1.length]).toEqual([128, 128, 128]);
  expect(apart(a1, a2)).toBeLessThan(0.5);
  expect(apart(a1, b1)).toBeGreaterThan(0.7);
  expect(apart(a2, b1)).toBeGreaterThan(0.7);
});

it('finds nothing where nothing is to be seen', async () => {
  const { id } = await setup.store(await png(300, 200));
  await setup.test.bus.waitFor('image.faces', ({ key }) => key === id);
  expect(await setup.faces(id)).toEqual({ state: 'LOOKED', faces: [] });
});

/** What is told of the largest face of a picture, which is looked at once however often it is stored. */
async function told(bytes: Uint8Array): Promise<Face | undefined> {
  const { id } = await setup.store(bytes);
  await setup.test.bus.waitFor('image.faces', ({ key }) => key === id);
  const { state, faces } = await setup.faces(id);
  expect(state).toBe('LOOKED');
  return faces[0];
}
const upright = async (change: (picture: Sharp) => Sharp): Promise<Face | undefined> =>
  told(
    await change(sharp(portrait('a-1')))
      .jpeg()
      .toBuffer(),
  );

it('tells where a face is, how good it is, and what the models guess', async () => {
  const face = await upright((picture) => picture.resize({ width: 600 }));
  expect(face?.boundingBox.left).toBeGreaterThan(0.35);
  expect(face?.boundingBox.left).toBeLessThan(0.5);
  expect(face?.quality).toMatchObject({ faults: [] });
  expect(Math.abs(face?.quality.yaw ?? 90)).toBeLessThan(10);
  expect(face?.estimates).toMatchObject({
    gender: { value: 'MALE' },
    age: { plusMinus: 4.54 },
    smile: { value: true },
  });
  expect(face?.estimates).not.toHaveProperty('glasses');
});

it('tells to which side a head is tilted, and by how much', async () => {
  const [right, left, tilted] = await Promise.all([
    upright((picture) => picture.resize({ width: 500 }).rotate(10)),
    upright((picture) => picture.resize({ width: 500 }).rotate(-10)),
    upright((picture) => picture.resize({ width: 500 }).rotate(30)),
  ]);
  expect(right?.quality.roll).toBeGreaterThan(5);
  expect(left?.quality.roll).toBeLessThan(-5);
  expect(tilted?.quality.roll).toBeGreaterThan(20);
});

it.each([
  [90, 'a-1'],
  [270, 'a-2'],
  [180, 'a-2'],
  ...(full
    ? ([
        [270, 'a-1'],
        [90, 'a-2'],
      ] as const)
    : []),
] as const)(
  'tells who is on a picture that lies turned by %d degrees without saying so (%s)',
  async (degrees, name) => {
    const small = await sharp(portrait(name)).resize({ width: 500 }).jpeg().toBuffer();
    const lying = await sharp(small).rotate(degrees).jpeg().toBuffer();
    const vector = await stored(lying);
    for (const same of ['a-1', 'a-2'] as const) expect(apart(vector, await stored(portrait(same)))).toBeLessThan(0.6);
    expect(apart(vector, await stored(portrait('b-1')))).toBeGreaterThan(0.65);

    const [own, face] = [await told(small), await told(lying)];
    expect(face?.quality.faults).toEqual([]);
    const tilt = (face?.quality.roll ?? 0) - (own?.quality.roll ?? 0) - degrees;
    expect(Math.abs(Math.cos((tilt * Math.PI) / 180) - 1)).toBeLessThan(0.02);
    const box = boxBefore(face?.boundingBox ?? nowhere, (degrees / 90) as Turn);
    for (const side of ['left', 'top', 'width', 'height'] as const)
      expect(Math.abs(box[side] - (own?.boundingBox[side] ?? 1))).toBeLessThan(0.1);
  },
);

it.each([
  ['SMALL', (picture: Sharp) => picture.resize({ width: 100 })],
  ['BLURRED', (picture: Sharp) => picture.blur(6)],
])('keeps a face that is %s, and compares it with none', async (fault, change) => {
  const face = await upright(change);
  expect(face?.quality.faults).toContain(fault);
  expect(await setup.deps.store.faces.fitIdsAfter('', 1000, builtInModel.id)).not.toContain(face?.id);
});

it('compares nobody by a face that lies on its side beside an upright one', async () => {
  const side = await sharp(portrait('a-2')).resize(300, 300, { fit: 'cover' }).rotate(90).toBuffer();
  const picture = await sharp({ create: { width: 1000, height: 700, channels: 3, background: 'white' } })
    .composite([
      { input: await sharp(portrait('a-1')).resize({ height: 700 }).toBuffer(), left: 0, top: 0 },
      { input: side, left: 680, top: 200 },
    ])
    .jpeg()
    .toBuffer();
  const { id } = await setup.store(picture);
  await setup.test.bus.waitFor('image.faces', ({ key }) => key === id);
  const { faces } = await setup.faces(id);
  expect(faces.map(({ quality }) => quality.faults)).toEqual([[], expect.arrayContaining(['TURNED'])]);
});

it('loses the faces of a picture with the picture', async () => {
  const { id } = await setup.store(await sharp(portrait('a-1')).resize({ width: 450 }).png().toBuffer());
  await setup.test.bus.waitFor('image.faces', ({ key }) => key === id);
  expect(await setup.deps.store.faces.facesOf([id], builtInModel.id)).toHaveLength(1);
  setup.test.clock.advance(ON_ITS_WAY_MS + 1);
  await setup.clear();
  expect(await setup.deps.store.faces.facesOf([id], builtInModel.id)).toEqual([]);
  expect((await setup.deps.store.faces.counts(builtInModel.id)).faces).toBe(0);
});
