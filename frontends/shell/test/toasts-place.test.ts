import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { type Box, liftOver } from '../src/chrome/toasts-place.ts';

const toasts: Box = { left: 1000, right: 1420, top: 780, bottom: 858 };
const pager: Box = { left: 0, right: 1440, top: 838, bottom: 874 };
const bulk: Box = { left: 500, right: 1100, top: 780, bottom: 824 };

it.each([
  ['nothing is below them', [], 0],
  ['they would cover the pager', [pager], 24],
  ['they would then cover a bar of actions', [bulk, pager], 82],
  ['a bar stands beside them', [{ ...bulk, right: 990 }, pager], 24],
  ['a bar stands far above', [{ ...bulk, top: 100, bottom: 140 }], 0],
  ['there is no room above', [{ left: 0, right: 1440, top: 40, bottom: 860 }], 0],
])('when %s, then they go up by so much', (_case, bars, lift) => {
  expect(liftOver(toasts, bars)).toBe(lift);
});

it('covers no bar wherever there is room above all of them', () => {
  const bar = fc
    .record({ left: fc.nat(1400), width: fc.integer({ min: 1, max: 400 }), top: fc.integer({ min: 400, max: 880 }) })
    .map(({ left, width, top }) => ({ left, right: left + width, top, bottom: top + 30 }));
  fc.assert(
    fc.property(fc.array(bar, { maxLength: 3 }), (bars) => {
      const lift = liftOver(toasts, bars);
      for (const one of bars) {
        const beside = one.right <= toasts.left || one.left >= toasts.right;
        expect(beside || one.bottom <= toasts.top - lift || one.top >= toasts.bottom - lift).toBe(true);
      }
    }),
  );
});
