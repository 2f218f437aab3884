import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { datesOf, mayBeSameDate } from '../src/domain/comparison/dates.ts';
import { genderOf } from '../src/domain/comparison/genders.ts';
import { areSameName, mayBeSamePerson, readName } from '../src/domain/comparison/person-name.ts';
import { mayBeSamePlace, placeWords } from '../src/domain/comparison/places.ts';
import { comparisonOf } from '../src/domain/comparison/single-values.ts';

const same = (one: string, other: string): boolean => areSameName(readName(one), readName(other));
const fit = (one: string, other: string): boolean => mayBeSamePerson(readName(one), readName(other));

/** People, each by given name and surname in several scripts. */
const people: ReadonlyArray<ReadonlyArray<readonly [string, string]>> = [
  [
    ['Anvar', 'Karimov'],
    ['Анвар', 'Каримов'],
    ['ANVAR', 'KARIMOFF'],
    ['Ανβάρ', 'Καρίμοφ'],
    ['Անվար', 'Կարիմով'],
    ['أنور', 'كريموف'],
    ['אנוואר', 'כרימוב'],
    ['अनवर', 'करीमोव'],
    ['ანვარ', 'კარიმოვი'],
  ],
  [
    ['Xurshid', 'Yusupov'],
    ['Khurshid', 'Yusupov'],
    ['Хуршид', 'Юсупов'],
    ['Xurshid', 'Iusupov'],
  ],
  [
    ['Aleksandr', 'Petrov'],
    ['Alexander', 'Petrov'],
    ['Александр', 'Петров'],
  ],
  [
    ['Evgeny', 'Zhukov'],
    ['Yevgeniy', 'Zhukov'],
    ['Евгений', 'Жуков'],
  ],
  [
    ['Dima', 'Sokolov'],
    ['Дмитрий', 'Соколов'],
    ['Dmitri', 'Sokolov'],
  ],
  [
    ["O'tkir", "G'aniyev"],
    ['Ўткир', 'Ғаниев'],
    ['Oʻtkir', 'Gʻaniyev'],
  ],
  [
    ['José', 'García'],
    ['Jose', 'Garcia'],
  ],
  [
    ['Bobur', 'Rahimov'],
    ['Бабур', 'Рахимов'],
    ['Bobur', 'Rakhimov'],
  ],
];
const written = people.flatMap((forms, person) => forms.map((name) => ({ person, name })));
const anyName = fc.tuple(fc.constantFrom(...written), fc.boolean(), fc.boolean()).map(
  ([
    {
      person,
      name: [given, family],
    },
    turned,
    loud,
  ]) => {
    const text = turned ? `${family} ${given}` : `${given}  ${family}.`;
    return { person, text: loud ? text.toUpperCase() : text };
  },
);

describe('names', () => {
  it('in any script and order they are the same for one person, and others for others; whoever asks', () => {
    fc.assert(
      fc.property(anyName, anyName, (one, other) => {
        expect([one.text, other.text, same(one.text, other.text)]).toEqual([
          one.text,
          other.text,
          one.person === other.person,
        ]);
        expect(same(other.text, one.text)).toBe(same(one.text, other.text));
      }),
      { numRuns: 1000 },
    );
  });

  it('of other words are others, in whatever scripts they are written', () => {
    const given = fc.constantFrom(
      'Anvar',
      'Акмал',
      'Dilshod',
      'Зулфия',
      'Nodira',
      'Ольга',
      'Pavel',
      'Rustam',
      'Шерзод',
    );
    const family = fc.constantFrom(
      'Karimov',
      'Алиев',
      'Tursunov',
      'Иванов',
      'Kim',
      'Каримова',
      'Rashidov',
      'Цой',
      'Yusupov',
    );
    const name = fc.tuple(given, family);
    fc.assert(
      fc.property(name, name, (one, other) => {
        const equal = one[0] === other[0] && one[1] === other[1];
        expect([one, other, fit(one.join(' '), other.toReversed().join(' '))]).toEqual([one, other, equal]);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['𝐀𝐧𝐯𝐚𝐫 𝓚𝓪𝓻𝓲𝓶𝓸𝓿', 'Ａｎｖａｒ　Ｋａｒｉｍｏｖ', 'Ⓐⓝⓥⓐⓡ ⓀⒶⓇⒾⓂⓄⓋ', 'An\u00ADvar Kari\u2060mov'])(
    'are read in letters of any shape, without what nobody sees: %s',
    (name) => expect(same(name, 'Anvar Karimov')).toBe(true),
  );

  it('of random words compare the same from both sides, and what is the same fits', () => {
    const word = fc.constantFrom(
      'a',
      'k',
      'Sasha',
      'Саша',
      'Aleksandr',
      'Александра',
      'Anvar',
      'أنور',
      'نور',
      'Nur',
      'Wali',
      'والی',
      '王伟',
      '!',
    );
    const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(name, name, (one, other) => {
        expect(same(one, other)).toBe(same(other, one));
        expect(fit(one, other)).toBe(fit(other, one));
        expect(fit(one, other) || !same(one, other)).toBe(true);
        expect(same(one, one)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['Anvar Karimov', 'A. Karimov'],
    ['Каримов А.', 'Anvar Karimov'],
    ['Каримов Анвар Рустамович', 'Anvar Karimov'],
    ["Anvar Rustam o'g'li Karimov", 'Karimov Anvar'],
    ['Anvar', 'Anvar Karimov'],
    ['Sasha Petrov', 'Александр Петров'],
    ['Саша Петрова', 'Alexandra Petrova'],
    ['علی', 'Ali'],
  ])('%s may be %s, and is not the same', (one, other) => {
    expect([same(one, other), fit(one, other)]).toEqual([false, true]);
  });

  it.each([
    ['Anvar Karimov', 'Anvar Aliev'],
    ['Anvar Karimov', 'Rustam Karimov'],
    ['Anvar Karimov', 'Anvara Karimova'],
    ['A. Karimov', 'Boris Karimov'],
    ['Anvar', 'Karimov'],
    ['Александр Петров', 'Александра Петрова'],
    ['أنور كريموف', 'Anvar Karim'],
    ['王伟', '李娜'],
  ])('%s is another one than %s', (one, other) => {
    expect([same(one, other), fit(one, other)]).toEqual([false, false]);
  });
});

describe('dates', () => {
  it.each([
    '1990-03-05',
    '05.03.1990',
    '5.3.1990',
    '1990/3/5',
    '19900305',
    '1990-03-05T00:00:00.000Z',
    '5 March 1990',
    'March 5th, 1990',
    '5 mar 1990',
    '5 марта 1990 г.',
    '1990-yil 5-mart',
    '5 de marzo de 1990',
    '5 mars 1990',
    ' 1990.03.05 ',
    '05.03.1990 г.',
    '05.03.1990 00:00:00',
    '5.3.1990, 9:30',
    '5er mars 1990',
  ])('%s is the fifth of March 1990', (text) => expect(datesOf(text)).toEqual(['1990-03-05']));

  it('with slashes the day is told only where it can be no month', () => {
    expect(datesOf('3/5/1990')).toEqual(['1990-03-05', '1990-05-03']);
    expect(datesOf('25/3/1990')).toEqual(['1990-03-25']);
    expect(datesOf('3/25/1990')).toEqual(['1990-03-25']);
    expect(mayBeSameDate('3/5/1990', '05.03.1990')).toBe(true);
    expect(mayBeSameDate('3/5/1990', '04.03.1990')).toBe(false);
  });

  it('a year or month alone, or a year of two digits, may be the date, and is not it', () => {
    expect([datesOf('1990'), datesOf('03.1990'), datesOf('июнь 1990')]).toEqual([['1990'], [], ['1990-06']]);
    expect(mayBeSameDate('1990', '05.03.1990')).toBe(true);
    expect(mayBeSameDate('05.03.90', '1990-03-05')).toBe(true);
    expect(mayBeSameDate('1991', '05.03.1990')).toBe(false);
  });

  it('what is no date is none', () => {
    for (const text of ['', 'spring', '31.02.1990', '1990-13-01', '12345678901']) expect(datesOf(text)).toEqual([]);
  });

  it('every day is read back from every form of it', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2029-12-31'), noInvalidDate: true });
    const languages = fc.constantFrom('en-GB', 'ru', 'uz', 'uz-Cyrl', 'es', 'fr', 'pt');
    fc.assert(
      fc.property(day, languages, (date, language) => {
        const iso = date.toISOString().slice(0, 10);
        const [year, month, number] = iso.split('-');
        const spoken = date.toLocaleDateString(language, {
          day: 'numeric',
          month: 'long',
          year: 'numeric',
          timeZone: 'UTC',
        });
        for (const form of [iso, `${number}.${month}.${year}`, `${year}/${month}/${number}`, spoken])
          expect([form, datesOf(form)]).toEqual([form, [iso]]);
        expect(datesOf(`${month}/${number}/${year}`)).toContain(iso);
      }),
    );
  });
});

describe('genders', () => {
  it.each([
    ['male', ['M', 'male', 'MALE', 'мужской', 'Муж.', 'erkak', 'Эркак', 'masculino', 'homme']],
    ['female', ['F', 'female', 'женский', 'жен', 'Ayol', 'аёл', 'mujer', 'femme']],
    ['unknown', ['UNKNOWN', 'неизвестно']],
  ])('%s in many words', (gender, words) => {
    for (const word of words) expect([word, genderOf(word)]).toEqual([word, gender]);
  });
});

describe('places', () => {
  it.each([
    ['Toshkent', 'Tashkent', 'Ташкент', 'Тошкент', 'Toshkent shahri', 'г. Ташкент', 'TASHKENT CITY'],
    ['Buxoro', 'Бухара', 'Bukhara', 'Бухоро'],
    ['Samarqand', 'Самарканд', 'Samarkand'],
    ['Санкт-Петербург', 'Saint Petersburg', 'St. Petersburg', 'СПб'],
    ['Moscow', 'Москва', 'Moskva', 'Moscú'],
    ['Köln', 'Cologne', 'Кёльн'],
  ])('%s has many names', (...names) => {
    const [first = ''] = names;
    for (const name of names) expect([name, placeWords(name)]).toEqual([name, placeWords(first)]);
  });

  it('a place told more exactly may be the same, another one is not', () => {
    expect(mayBeSamePlace('Tashkent, Uzbekistan', 'Ташкент')).toBe(true);
    expect(mayBeSamePlace('Tashkent', 'Bukhara')).toBe(false);
  });
});

it('every comparison is the same from both sides', () => {
  const text = fc.constantFrom(
    '3/5/1990',
    '1990',
    '05.03.1990',
    'M',
    'мужской',
    'UNKNOWN',
    'Toshkent',
    'Tashkent, UZ',
    'Саша',
    'A.',
    'Aleksandr',
    '',
  );
  fc.assert(
    fc.property(text, text, (one, other) => {
      for (const { fit: fits } of Object.values(comparisonOf)) expect(fits(one, other)).toBe(fits(other, one));
    }),
  );
});
