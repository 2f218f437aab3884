import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, it } from '@jest/globals';
import { portrait } from '@numscope/testing/portraits';
import { arcfaceCut } from '../src/faces/aligned-face.ts';
import { builtInModel } from '../src/faces/built-in-model.ts';
import { openFaces } from '../src/faces/open-faces.ts';
import { openFaceEncoder } from '../src/faces/open-encoder.ts';
import { openOwnModel } from '../src/faces/own-model.ts';
import { tinyModelFolder } from './tiny-model.ts';
import { tinyOnnx } from './tiny-onnx.ts';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

const folderWith = (...model: Parameters<typeof tinyModelFolder>): string => {
  const folder = tinyModelFolder(...model);
  folders.push(folder);
  return folder;
};

describe("an operator's own model", () => {
  it('encodes in the place of the built-in one, at the scale in which its threshold is the same distance', async () => {
    const own = await openOwnModel(folderWith({}));
    expect(own.model).toMatchObject({
      id: expect.stringMatching(/^tiny-[0-9a-f]{8}$/),
      length: 12,
      threshold: builtInModel.threshold,
      errors: { falseMatch: 0.01, falseNonMatch: 0.02, pairs: 6000 },
    });
    const encoder = openFaceEncoder({ threads: 1, own, gentle: false });
    try {
      const [face] = await encoder.encode(portrait('a-1'));
      expect(face?.vector).toHaveLength(12);
      // Of length 1 before, 1.2 apart at the threshold: 0.6 apart now.
      expect(Math.hypot(...(face?.vector ?? []))).toBeCloseTo(0.5, 5);
      expect(face?.quality.faults).toEqual([]);
      expect(new Set(face?.vector).size).toBeGreaterThan(6);
    } finally {
      await encoder.close();
    }
  });

  it('is another model once its file or its page is another', async () => {
    const ids = await Promise.all(
      [folderWith({}), folderWith({}), folderWith({ threshold: 1.1 })].map(async (folder) => {
        const { model } = await openOwnModel(folder);
        return model.id;
      }),
    );
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it.each([
    ['no page', () => tmpdir(), /FACE_MODEL: the folder has no model\.yaml/],
    ['an unknown word', () => folderWith({ more: 'size: 7\n' }), /model\.yaml:\d+: .*size/],
    ['a wrong threshold', () => folderWith({ threshold: 7 }), /model\.yaml:5: threshold: /],
    ['a wrong line of errors', () => folderWith({ errors: 'errors: { pairs: 0 }' }), /model\.yaml:6: errors\.pairs/],
    ['no such file', () => folderWith({ file: 'other.onnx' }), /the folder has no other\.onnx/],
    ['a file elsewhere', () => folderWith({ file: '../tiny.onnx' }), /must be the name of a file in this folder/],
    ['no model in the file', () => folderWith({}, Buffer.from('no model')), /FACE_MODEL: tiny\.onnx: /],
    ['another length', () => folderWith({ length: 16 }), /makes 12 numbers of a face, its page says 16/],
    ['another size', () => folderWith({ input: 'input: { side: 64 }' }), /FACE_MODEL: tiny\.onnx: /],
  ])(
    'is a fault of the start where it does not fit: %s',
    async (_case, folder, fault) => {
      await expect(openFaces({ faces: true, threads: 1, modelFolder: folder() })).rejects.toThrow(fault);
    },
    60_000,
  );

  it('is not opened where faces are turned off', async () => {
    expect(await openFaces({ faces: false, threads: 1, modelFolder: '/nowhere' })).toEqual({ encoder: null });
  });

  it('is not taken for what the start read once its file is another', async () => {
    const folder = folderWith({});
    const own = await openOwnModel(folder);
    const encoder = openFaceEncoder({ threads: 1, own, gentle: false });
    try {
      writeFileSync(own.file, tinyOnnx(32, { isFragile: true }));
      const encoding = encoder.encode(portrait('a-1'));
      await expect(encoding).rejects.toThrow('tiny.onnx has changed since the start');
      await expect(encoding).rejects.toMatchObject({ name: 'EncoderEnded', begun: false });
      writeFileSync(own.file, tinyOnnx(32));
      expect(await encoder.encode(portrait('a-1'))).toHaveLength(1);
    } finally {
      await encoder.close();
    }
  });

  it('that fails while it looks ends its thread, and is no fault of the picture', async () => {
    const input = 'input: { side: 32, cut: arcface, mean: 0, scale: 0.1 }';
    const own = await openOwnModel(folderWith({ input }, tinyOnnx(32, { isFragile: true })));
    const encoder = openFaceEncoder({ threads: 1, own, gentle: false });
    try {
      const encoding = encoder.encode(portrait('a-1'));
      await expect(encoding).rejects.toMatchObject({ name: 'EncoderEnded', begun: true });
    } finally {
      await encoder.close();
    }
  });
});

it("brings eyes, nose and mouth to where ArcFace's models want them", () => {
  // A picture of 200 by 200 in which the five points lie twice as far apart, moved, and turned by 90 degrees.
  const wanted = [
    [38.2946, 51.6963],
    [73.5318, 51.5014],
    [56.0252, 71.7366],
    [41.5493, 92.3655],
    [70.7299, 92.2041],
  ] as const;
  const placed = wanted.map(([x, y]) => ({ x: 200 - y * 2 + 10, y: x * 2 }));
  const landmarks = Array.from({ length: 68 }, (_none, place) => {
    if (place >= 36 && place < 42) return placed[0] ?? { x: 0, y: 0 };
    if (place >= 42 && place < 48) return placed[1] ?? { x: 0, y: 0 };
    return placed[[30, 48, 54].indexOf(place) + 2] ?? { x: 0, y: 0 };
  });
  const data = new Uint8Array(250 * 250 * 3);
  placed.forEach(({ x, y }, place) => {
    for (let dy = -3; dy <= 3; dy++)
      for (let dx = -3; dx <= 3; dx++)
        data.fill(
          50 * (place + 1),
          (Math.round(y + dy) * 250 + Math.round(x + dx)) * 3,
          (Math.round(y + dy) * 250 + Math.round(x + dx)) * 3 + 3,
        );
  });
  const cut = arcfaceCut({ data, width: 250, height: 250, scale: 1 }, landmarks, 112);
  const at = ([x, y]: readonly [number, number]): number | undefined => cut[(Math.round(y) * 112 + Math.round(x)) * 3];
  expect(wanted.map(at)).toEqual([50, 100, 150, 200, 250]);
});
