import { expect, it } from '@jest/globals';
import type { Profile } from '@numscope/contracts';
import { foundWords, otherNames } from '../src/domain/found-name.ts';
import { profileOf } from './profile-of.ts';

const named = (...names: string[]) =>
  profileOf({ firstName: null, lastName: null, names: names.map((name) => ({ name, type: 'OK' })) });

const foundName = (profile: Profile, words: readonly string[]) => otherNames([profile], words).get(profile.phone);

it('says by which name a profile was found that has another one as its best', () => {
  expect(foundName(named('José Núñez', 'Anna Work', 'Annabel'), ['anna'])).toBe('Anna Work');
  const other = { ...named('José Núñez'), names: [{ name: 'José Núñez', type: 'OK', forms: ['Хосе Нуньес'] }] };
  expect(foundName(other, ['Нунь'])).toBe('Хосе Нуньес');
});

it('says nothing where the best name says it, where nobody searched for a name, and where none is written so', () => {
  expect(foundName(named('Anna Work', 'Anna'), ['anna'])).toBeUndefined();
  expect(foundName(named('José Núñez', 'Anna'), [''])).toBeUndefined();
  expect(foundName(named('José Núñez', 'Joanna'), ['anna'])).toBeUndefined();
});

it('says a name in another script or spelling than was typed, and which of its words', () => {
  expect(foundName(named('John Smith', 'Пётр', 'Иван Каримов'), ['ivan'])).toBe('Иван Каримов');
  expect(foundName(named('John Smith', 'Xurshid Karimov'), ['Хуршид Кар'])).toBe('Xurshid Karimov');
  expect(foundWords('Иван Каримов', ['Petr', 'ivan kar'])).toEqual(['Иван', 'Каримов']);
  expect(foundWords("(Иван) O'tkir", ['ivan'])).toEqual(['Иван)']);
  expect(foundWords('Иван Карим', ['iva kar'])).toEqual([]);
  expect(foundWords('Иван', ['', '?'])).toEqual([]);
});

it('says no other name where the best one says it in another script', () => {
  expect(foundName(named('Иван Каримов', 'Ваня', 'Иванушка'), ['Ivan'])).toBeUndefined();
  expect(foundName(named('Иван Каримов', 'Ivan K.'), ['Ivan'])).toBe('Ivan K.');
});
