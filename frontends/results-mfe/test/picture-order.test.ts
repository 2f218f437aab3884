import { expect, it } from '@jest/globals';
import { bestKnownFirst, orderWithoutPictures, orderWithPictures } from '../src/domain/picture-order.ts';

const byName = { field: 'name', direction: 'ASC' } as const;
const mostAlikeFirst = { field: 'images', direction: 'DESC' };

it('shows what a picture found most alike first, unless another order was asked for', () => {
  expect(orderWithPictures(bestKnownFirst)).toEqual(mostAlikeFirst);
  expect(orderWithPictures({ ...bestKnownFirst, direction: 'ASC' })).toEqual({ field: 'confidence', direction: 'ASC' });
  expect(orderWithPictures(byName)).toEqual(byName);
});

it('goes back to the usual order with the picture, and leaves one that was asked for', () => {
  expect(orderWithoutPictures(orderWithPictures(bestKnownFirst))).toEqual(bestKnownFirst);
  expect(orderWithoutPictures({ field: 'images', direction: 'ASC' })).toEqual(bestKnownFirst);
  expect(orderWithoutPictures(byName)).toEqual(byName);
});
