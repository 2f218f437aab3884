import { describe, expect, it } from '@jest/globals';
import { limits } from '@numscope/contracts';
import type { Criteria } from '@numscope/ui';
import { pictureFault } from '../src/domain/check-picture.ts';
import {
  keptBeside,
  narrowedTo,
  picturesFor,
  picturesIn,
  pictureSearch,
  pictureState,
  withoutPictures,
} from '../src/domain/picture-search.ts';
import { answer, entry, pictureId } from './faces.ts';

const none: Criteria = { items: [], must: [] };
const named: Criteria = { items: [{ field: 'name', value: 'mar' }], must: [] };
const file = new File([], 'face.jpg');
const searched = pictureSearch(file, answer(entry(0.1, ['a', 0.9]), entry(0.1, ['b', 0.3]), entry(0.6)));

describe('a search by picture', () => {
  it('begins with the best face, at the threshold of the model', () => {
    expect(searched).toMatchObject({ face: 0, threshold: 0.4 });
    expect(picturesFor(searched, none)).toEqual([pictureId('a')]);
  });

  it('narrows the results to its pictures, with all else that is searched for ticked', () => {
    const next = narrowedTo([pictureId('a')], named);
    expect(next.must).toEqual(['name']);
    expect(picturesIn(next)).toEqual([pictureId('a')]);
  });

  it('when it is narrowed anew, then a tick that was taken away stays away', () => {
    const first = { ...narrowedTo([pictureId('a')], named), must: [] };
    expect(narrowedTo([pictureId('b')], first)).toEqual({
      items: [...named.items, { field: 'images', value: pictureId('b') }],
      must: [],
    });
  });

  it('when it is cleared, then no picture is left among the criteria', () => {
    expect(withoutPictures({ ...narrowedTo([pictureId('a')], named), must: ['images'] })).toEqual(named);
  });

  it('never takes more criteria than a search may have', () => {
    const items = Array.from({ length: limits.bulkCriteria }, (_, i) => ({ field: 'name', value: String(i) }));
    expect(picturesFor(searched, { items, must: [] })).toEqual([]);
  });
});

describe('what the results show of it', () => {
  const found = narrowedTo([pictureId('a')], none);
  const kept = keptBeside(searched, none);

  it('when the address has its pictures, then they are what it found', () => {
    expect(pictureState(kept, found, true)).toBe('FOUND');
  });

  it('when nothing is as similar as asked for, then that is said', () => {
    expect(pictureState({ ...kept, threshold: 0.95 }, none, false)).toBe('NOTHING');
    expect(pictureState({ ...kept, face: 1 }, none, false)).toBe('NOTHING');
  });

  it('when something else is searched for since, then what that finds, until the person goes back', () => {
    const nobody = { ...searched, threshold: 0.95 };
    expect(pictureState(keptBeside(nobody, none), named, false)).toBe('NONE');
    expect(pictureState(keptBeside(nobody, named), none, false)).toBe('NONE');
    expect(pictureState(keptBeside(nobody, named), named, false)).toBe('NOTHING');
    // Pictures were found before the threshold was raised.
    const narrowed = narrowedTo([pictureId('a')], named);
    expect(pictureState(keptBeside(nobody, narrowed), withoutPictures(narrowed), false)).toBe('NOTHING');
  });

  it('when the page was loaded again, then the address alone narrows', () => {
    expect(pictureState(null, found, true)).toBe('GONE');
    expect(pictureState(kept, narrowedTo([pictureId('c')], none), true)).toBe('GONE');
  });

  it('when a person went back to before it, then nothing', () => {
    expect(pictureState(kept, none, false)).toBe('NONE');
    expect(pictureState(null, none, true)).toBe('NONE');
  });
});

describe('a file that is to be searched by', () => {
  const jpeg = [0xff, 0xd8, 0xff, 0xe0];
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const bytes = (head: number[], size: number): Blob =>
    new Blob([new Uint8Array(head), new Uint8Array(size - head.length)]);

  it('may be a JPEG or a PNG below 2 MB, whatever it is called', async () => {
    expect(await pictureFault(bytes(jpeg, 100))).toBeNull();
    expect(await pictureFault(bytes(png, limits.searchImageBytes - 1))).toBeNull();
  });

  it('is refused by its content and by its size', async () => {
    expect(await pictureFault(new Blob(['<svg/>'], { type: 'image/png' }))).toBe('type');
    expect(await pictureFault(new Blob([]))).toBe('type');
    expect(await pictureFault(bytes(jpeg, limits.searchImageBytes))).toBe('size');
  });
});
