import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEmbeddedIndex } from '@numscope/adapters/embedded';
import { ProfileFilter, wordForms, words } from '@numscope/contracts';
import type { SearchIndex } from '@numscope/platform';
import { buildObservation, tempDir } from '@numscope/testing';
import { foldProfile } from '../src/domain/fold-profile.ts';
import { newestObservations } from '../src/domain/newest-observations.ts';
import { indexDocument } from '../src/search/index-document.ts';
import { indexConditions } from '../src/search/index-query.ts';
import { NaiveIndex } from './naive-index.ts';

const AT = 1_750_000_000_000;
const names = [
  'Дмитрий',
  'Dmitriy',
  'Dmitrii',
  'Khurshid',
  'Хуршид',
  'Navoiy',
  'Жуковский',
  'Zhukovskiy',
  'Белый',
].concat(['Khudoyor', 'Niyozov', 'Shcherbakov', 'Yelena', 'Gʻani', 'G′ani', 'Бобур']);
const phoneAt = (place: number): string => `+99890${1_000_000 + place}`;

describe('a word that is being typed', () => {
  const dir = tempDir();
  const indexes: SearchIndex[] = [new NaiveIndex()];
  beforeAll(async () => {
    indexes.push(await openEmbeddedIndex({ path: join(dir.path, 'search.sqlite') }));
    const documents = names.map((name, place) => {
      const phone = phoneAt(place);
      const said = buildObservation({ phone, fields: { firstName: name, work: [`${name} LLC`] }, at: AT });
      const identity = { id: `p${place}`, phone, createdTimestamp: AT, jobs: [] };
      return indexDocument(foldProfile(identity, newestObservations([], [said])), 1, []);
    });
    for (const index of indexes) await index.upsert(documents);
  });
  afterAll(async () => {
    for (const index of indexes) await index.close();
    dir.remove();
  });

  const found = async (field: 'name' | 'work', value: string): Promise<string[]> => {
    const conditions = indexConditions(ProfileFilter.parse({ filters: { [field]: { values: [value] } } }).filters);
    const all = await Promise.all(
      indexes.map(async (index) =>
        conditions === null
          ? []
          : (await index.search({ ...conditions, offset: 0, limit: 100, countUpTo: null })).phones.toSorted(),
      ),
    );
    expect(all.slice(1)).toEqual(all.slice(1).map(() => all[0]));
    return names.filter((_name, place) => all[0]?.includes(phoneAt(place)));
  };

  it('finds the name at each of its letters, as it is spelled there', async () => {
    for (const name of names)
      for (let letters = 1; letters <= name.length; letters++)
        if (words(name.slice(0, letters)).length > 0)
          expect(await found('name', name.slice(0, letters))).toContain(name);
  });

  it('finds the other spellings of the name as well', async () => {
    const all = ['Дмитрий', 'Dmitriy', 'Dmitrii'];
    for (const begun of ['Дмит', 'Dmit', 'Дмитри', 'Dmitri', ...all]) expect(await found('name', begun)).toEqual(all);
    for (const begun of ['Жуковски', 'Жуковский', 'Zhukovski', 'Zhukovskiy', 'Zhukovsky'])
      expect(await found('name', begun)).toEqual(['Жуковский', 'Zhukovskiy']);
    for (const whole of ['Khurshid', 'Хуршид', 'Xurshid', 'khur'])
      expect(await found('name', whole)).toEqual(['Khurshid', 'Хуршид']);
    expect(await found('name', 'gan')).toEqual(['Gʻani', 'G′ani']);
  });

  it('finds employers from three letters on, and asks the words before the last as a whole', async () => {
    expect(await found('work', 'Nav')).toEqual(['Navoiy']);
    expect(await found('work', 'Navoi')).toEqual(['Navoiy']);
    expect(await found('work', 'Kh')).toEqual([]);
    expect(await found('work', 'Khu')).toEqual(['Khurshid', 'Khudoyor']);
    expect(await found('work', 'Navoiy LL')).toEqual([]);
    expect(await found('work', 'Navoiy LLC')).toEqual(['Navoiy']);
    expect(await found('work', 'Navoi LLC')).toEqual([]);
  });
});

it('a word whose spelling is as it folds has one form', () => {
  expect(wordForms("Бобур Azizov O'tkir 42")).toEqual([['bobur'], ['azizov'], ['otkir'], ['42']]);
  expect(wordForms('Zhukovskiy, Навоий')).toEqual([
    ['jukovsky', 'jukovskiy', 'zhukovskiy'],
    ['navoy', 'navoiy'],
  ]);
});
