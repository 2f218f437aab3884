import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { matchPath, screenAt, withoutEndSlashes } from '../src/index.ts';

// By the square of their length these would take minutes, and be ended as stuck.
const slashes = '/'.repeat(1_000_000);

describe('a path', () => {
  it('loses the slashes at its end alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('/', 'a') }), (text) => {
        expect(withoutEndSlashes(text)).toBe(text.replace(/\/+$/, ''));
      }),
    );
  });

  it('of many slashes is told from another one in no time', () => {
    expect(withoutEndSlashes(`${slashes}x`)).toBe(`${slashes}x`);
    expect(matchPath('/ext/job/{id}', `/ext/job/7${slashes}x`)).toBeNull();
    expect(screenAt(`${slashes}x`)).toBeUndefined();
    expect(matchPath('/ext/job/{id}', `/ext/job/7${slashes}`)).toEqual({ id: '7' });
  });
});
