import { expect, it } from '@jest/globals';
import { aroundAll } from '@numscope/testing/around';
import { scrape } from '@numscope/testing';
import { ON_ITS_WAY_MS } from '../src/commands/remove-unreferenced.ts';
import { type Setup, setUp } from './setup.ts';
import { jpeg } from './pictures.ts';

let setup: Setup;
aroundAll(setUp, (opened) => (setup = opened));

it('counts pictures and their bytes as they come and go, a repeated one once', async () => {
  const bytes = await jpeg();
  const image = await setup.store(bytes);
  await setup.store(bytes);
  setup.test.clock.advance(ON_ITS_WAY_MS + 1);
  await setup.clear();
  const figures = await scrape(setup.service.app);
  expect(figures('numscope_images_stored_total')).toBe(1);
  expect(figures('numscope_images_stored_bytes_total')).toBe(image.bytes);
  expect(figures('numscope_images_removed_total')).toBe(1);
  // The small one goes, too.
  expect(figures('numscope_images_freed_bytes_total')).toBeGreaterThan(image.bytes);
});
