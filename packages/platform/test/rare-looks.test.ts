import { expect, it } from '@jest/globals';
import { RareLooks } from '../src/index.ts';

it('is due at every turn while others write, and seldom while nobody does', () => {
  let isAlone = true;
  const looks = new RareLooks(() => isAlone);
  expect([looks.isDue(), looks.isDue(), looks.isDue()]).toEqual([true, false, false]);
  isAlone = false;
  expect([looks.isDue(), looks.isDue()]).toEqual([true, true]);
});

it('is not due after a look that was made for another reason', () => {
  const looks = new RareLooks(() => true);
  looks.looked();
  expect(looks.isDue()).toBe(false);
});
