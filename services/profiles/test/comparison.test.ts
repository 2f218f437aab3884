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
  const inLanguages = fc.constantFrom('en-GB', 'ru', 'uz', 'uz-Cyrl', 'es', 'fr', 'pt');
  /** A month of a year as it is written: alone, short, and as it stands in a date. */
  const anyMonth = fc
    .record({
      language: inLanguages,
      month: fc.integer({ min: 1, max: 12 }),
      year: fc.integer({ min: 1900, max: 2029 }),
    })
    .map(({ language, month, year }) => {
      const written = (form: Intl.DateTimeFormatOptions): string =>
        new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' })
          .formatToParts(Date.UTC(year, month - 1, 5))
          .find(({ type }) => type === 'month')?.value ?? '';
      return {
        long: written({ month: 'long' }),
        short: written({ month: 'short' }),
        inDate: written({ month: 'long', day: 'numeric' }),
        iso: `${year}-${String(month).padStart(2, '0')}`,
        year,
      };
    });

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

  it('a word that only begins as a month does is none', () => {
    const words = ['maybe', 'may be', 'married', 'Martin', 'mayor', 'marido', 'mais', 'setting', 'senior', 'outside'];
    for (const word of [...words, 'decided', 'novo', 'janela', 'sentenced', 'octave', 'Marina', 'Julian', 'Augustine'])
      for (const text of [`${word} 1990`, `5 ${word} 1990`, `1990 ${word}`])
        expect([text, datesOf(text)]).toEqual([text, []]);
    expect(mayBeSameDate('maybe 1990', '05.05.1990')).toBe(false);
    const tail = fc.stringMatching(/^[bcdfghjklmnpqrstvwxz]{3,8}$/);
    fc.assert(
      fc.property(anyMonth, tail, ({ long, year }, letters) => {
        const text = `${long}${letters} ${year}`;
        expect([text, datesOf(text)]).toEqual([text, []]);
      }),
    );
  });

  it('a month is known by its beginning and by its endings, in every language', () => {
    fc.assert(
      fc.property(anyMonth, ({ long, short, inDate, iso, year }) => {
        for (const word of [long, short, inDate, long.toLocaleUpperCase()])
          expect([word, datesOf(`${word} ${year}`)]).toEqual([word, [iso]]);
      }),
    );
    for (const text of [
      'в январе 1990',
      'январём 1990',
      '1990-yil yanvar oyida',
      'yanvarda 1990',
      '1990 yil yanvardagi',
    ])
      expect([text, datesOf(text)]).toEqual([text, ['1990-01']]);
  });

  it('is told from a long text in no time', () => {
    // By the square of its length this would take minutes.
    expect(datesOf(`5${' '.repeat(1_000_000)}x`)).toEqual([]);
  });

  it('every day is read back from every form of it', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2029-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, inLanguages, (date, language) => {
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
