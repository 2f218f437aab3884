import { expect, it } from '@jest/globals';
import { type Call, calls } from '../src/index.ts';

const outside = Object.entries<Call>(calls).filter(([, call]) => call.access !== 'service');

it('holds each caller to few of what leaves the product, takes a file, or makes us ask others', () => {
  const forOne = ([, call]: [string, Call]): boolean =>
    call.exports === true ||
    call.files !== undefined ||
    call.accepts === 'multipart' ||
    /\/(?:try|test|refresh|erase|access|preview|preflight|facets)$/.test(call.path);
  const free = outside.filter(([, call]) => !call.costly).filter(forOne);
  expect(free.map(([name]) => name)).toEqual([]);
  expect(outside.filter(([, call]) => call.costly).length).toBeGreaterThan(25);
});

it('holds nobody to few of what the console asks by itself', () => {
  const asked = ['me', 'listJobs', 'searchJobs', 'getJob', 'getImage', 'getThumbnail', 'getProfile', 'health'];
  expect(outside.filter(([name, call]) => asked.includes(name) && call.costly)).toEqual([]);
});
