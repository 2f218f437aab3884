import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { type Figures, scrape } from '@numscope/testing';
import { foundPhone, type Setup, setUp } from './setup.ts';

let setup: Setup;
let figures: Figures;
beforeAll(async () => {
  setup = await setUp();
  await setup.resolve(foundPhone('+998901234561', { names: [] }), foundPhone('+998901234562', { names: [] }));
  await setup.user.call(calls.searchProfiles, { body: {} });
  figures = await scrape(setup.service.app);
});
afterAll(() => setup.close());

it('counts the profiles that were folded', () => {
  expect(figures('numscope_profiles_folded_total')).toBe(2);
});

it('times what the index is asked to do', () => {
  expect(figures('numscope_index_seconds_count', { operation: 'write' })).toBeGreaterThan(0);
  expect(figures('numscope_index_seconds_count', { operation: 'search' })).toBe(1);
});
