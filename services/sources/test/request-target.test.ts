import { expect, it } from '@jest/globals';
import { array, assert, constantFrom, property, tuple } from 'fast-check';
import { targetOf } from '../src/connectors/http/request-target.ts';

const read = (url: string): { origin: string; path: string } => {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
};

const origin = constantFrom(
  'http://api.example',
  'HTTP://API.example:80',
  'https://api.example:8443',
  'http://user:word@api.example',
  'http://127.1',
  'http://[::1]:7000',
);
const pieces = `/ // . .. %2e %2E. \\ ? # @ : \t " ' < | ^ \` { %41 a 998901234567 + &q= ; ü ~ - _ %zz * ( $`;
const piece = constantFrom(' ', ...pieces.split(' '));
const path = array(piece, { maxLength: 12 }).map((all) => all.join(''));

it('reads an address as an URL does, whatever its path and whatever was read before', () => {
  assert(
    property(array(tuple(origin, path), { minLength: 1, maxLength: 8 }), (addresses) => {
      for (const [before, after] of addresses) {
        const url = `${before}/a${after}`;
        targetOf(`${before}/known`);
        expect(targetOf(url)).toEqual(read(url));
      }
    }),
    { numRuns: 2000 },
  );
});

it.each([
  'http://api.example.evil/x',
  'http://api.example:8080/x',
  'http://api.example@evil/x',
  'http://api.example?x',
])('takes %s for no other origin that begins alike', (url) => {
  targetOf('http://api.example/known');
  expect(targetOf(url)).toEqual(read(url));
});
