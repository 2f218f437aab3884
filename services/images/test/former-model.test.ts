import { expect, it } from '@jest/globals';
import { aroundEach } from '@numscope/testing/around';
import { type Setup, setUp } from './setup.ts';
import { jpeg } from './pictures.ts';

let setup: Setup;
aroundEach(setUp, (opened) => (setup = opened));

it('is forgotten, and not whose a picture is to look at now nor how often that was begun', async () => {
  const { id } = await setup.store(await jpeg());
  const { faces } = setup.deps.store;
  await faces.claim('former', 1, 1000, 2000);
  await faces.keep(id, 'former', [], 1000, []);
  expect(await faces.claim('new', 1, 1000, 2000)).toEqual([{ id, tries: 1 }]);
  expect(await faces.dropOthers('new', 10)).toBe(1);
  expect(await faces.counts('former')).toMatchObject({ looked: 0 });
  expect(await faces.claim('new', 1, 1999, 3000)).toEqual([]);
  expect(await faces.claim('new', 1, 2000, 3000)).toEqual([{ id, tries: 2 }]);
  expect(await faces.dropOthers('new', 10)).toBe(0);
});
