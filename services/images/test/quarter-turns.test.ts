import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { Pixels } from '../src/faces/encoder-protocol.ts';
import { boxBefore, cutOf, mirrored, type Turn, turned } from '../src/faces/quarter-turns.ts';

const turns = [0, 1, 2, 3] as const satisfies readonly Turn[];

/** Each pixel of another colour, so that each is known again. */
const picture = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })).map(([width, height]) => ({
  data: Uint8Array.from({ length: width * height * 3 }, (_none, n) => n % 251),
  width,
  height,
  scale: 0.5,
}));

describe('quarter turns of a picture', () => {
  it('come back to the same pixels after four, and after two mirrors', () => {
    fc.assert(
      fc.property(picture, (pixels) => {
        expect(turns.reduce<Pixels>((one) => turned(one, 1), pixels)).toEqual(pixels);
        expect(turned(turned(pixels, 1), 3)).toEqual(pixels);
        expect(turned(turned(pixels, 1), 1)).toEqual(turned(pixels, 2));
        expect(mirrored(mirrored(pixels))).toEqual(pixels);
      }),
    );
  });

  it('turn clockwise', () => {
    const row = { data: Uint8Array.of(1, 1, 1, 2, 2, 2), width: 2, height: 1, scale: 1 };
    expect(turned(row, 1)).toEqual({ data: row.data, width: 1, height: 2, scale: 1 });
    expect(turned(row, 3).data).toEqual(Uint8Array.of(2, 2, 2, 1, 1, 1));
    expect(mirrored(row).data).toEqual(Uint8Array.of(2, 2, 2, 1, 1, 1));
  });

  it('take a box with them: the same pixels lie in it before and after', () => {
    const box = fc.tuple(
      picture,
      fc.nat(11),
      fc.nat(11),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 12 }),
    );
    fc.assert(
      fc.property(box, fc.constantFrom(...turns), ([pixels, x, y, w, h], turn) => {
        const after = turned(pixels, turn);
        const left = Math.min(x, after.width - 1);
        const top = Math.min(y, after.height - 1);
        const width = Math.min(w, after.width - left);
        const height = Math.min(h, after.height - top);
        const parts = {
          left: left / after.width,
          top: top / after.height,
          width: width / after.width,
          height: height / after.height,
        };
        const before = boxBefore(parts, turn);
        const inside = cutOf(pixels, {
          x: Math.round(before.left * pixels.width),
          y: Math.round(before.top * pixels.height),
          width: Math.round(before.width * pixels.width),
          height: Math.round(before.height * pixels.height),
        });
        expect(turned(inside, turn)).toEqual(cutOf(after, { x: left, y: top, width, height }));
      }),
    );
  });
});
