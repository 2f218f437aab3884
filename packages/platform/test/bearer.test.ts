import { expect, it } from '@jest/globals';
import { bearerOf } from '../src/index.ts';

const bearer = (authorization?: string): string | null =>
  bearerOf({ headers: authorization === undefined ? {} : { authorization } });

it.each(['Bearer a.b.c', 'bearer a.b.c', 'BEARER a.b.c', 'Bearer   a.b.c'])('%s carries a token', (header) => {
  expect(bearer(header)).toBe('a.b.c');
  expect(bearer(header)).toBe('a.b.c');
});

it.each([undefined, '', 'Bearer', 'Bearera.b.c', 'Basic a.b.c'])('%s carries none', (header) =>
  expect(bearer(header)).toBeNull(),
);
