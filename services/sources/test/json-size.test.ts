import { expect, it, jest } from '@jest/globals';
import * as fc from 'fast-check';
import { fitsAsJson } from '../src/domain/json/json-size.ts';

it('knows of any value whether its JSON has room', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.integer({ min: -2, max: 2 }), (value, less) => {
      const bytes = Buffer.byteLength(JSON.stringify(value));
      expect(fitsAsJson(value, bytes + less)).toBe(less >= 0);
    }),
  );
});

it('takes no control character for less than it is written with', () => {
  const text = '\u0001'.repeat(100);
  expect(fitsAsJson([text], 604)).toBe(true);
  expect(fitsAsJson([text], 603)).toBe(false);
  expect(fitsAsJson({ [text]: -1.5e-300 }, 600)).toBe(false);
});

it('writes no small value only to know its size', () => {
  const write = jest.spyOn(JSON, 'stringify');
  expect(fitsAsJson({ names: [{ name: 'Anvar', type: 'OK' }], city: 'Tashkent' }, 1_000_000)).toBe(true);
  expect(write).not.toHaveBeenCalled();
  write.mockRestore();
});
