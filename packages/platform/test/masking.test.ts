import { expect, it } from '@jest/globals';
import { mask } from '@numscope/platform';

it('keeps no secret, however deep, and no bytes', () => {
  const masked = mask({
    user: 'a',
    password: 'x',
    nested: [{ accessToken: 'y', API_KEY: 'z' }],
    Authorization: 'Bearer q',
    file: Buffer.from('abc'),
  });
  expect(masked).toEqual({
    user: 'a',
    password: '***',
    nested: [{ accessToken: '***', API_KEY: '***' }],
    Authorization: '***',
    file: '***',
  });
});

it('cuts long lists and texts and says so', () => {
  const masked = mask({ phones: Array.from({ length: 25 }, (_none, n) => n), text: 'a'.repeat(600) });
  expect(masked).toEqual({
    phones: [...Array.from({ length: 20 }, (_none, n) => n), '… (25 items)'],
    text: `${'a'.repeat(500)}… (600 characters)`,
  });
});

it('leaves plain values as they are', () => {
  expect(mask({ a: 1, b: null, c: true, d: undefined })).toEqual({ a: 1, b: null, c: true, d: undefined });
});
