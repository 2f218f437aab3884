import { globSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { type Language, languages } from '@numscope/contracts';
import { languageNames } from '../src/i18n/languages.ts';
import { catalogInCyrillic } from '../src/i18n/uzbek-cyrillic.ts';
import { translationFaults } from './translation-faults.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const others = languages.filter((language): language is Exclude<Language, 'en'> => language !== 'en');
/** Uzbek in Cyrillic letters is made of the catalog in Latin ones. */
const fileName = (language: Language): string => (language === 'uz_cyrl' ? 'uz' : language);

/** Every English catalog of the console, and where its translation into a language stands: CONTRIBUTING.md, Texts. */
const catalogs = globSync(['packages/ui/src/{i18n,imports,needs-you}/en.ts', 'frontends/*/src/texts/{en,*-texts}.ts'], {
  cwd: root,
}).map((file) => ({
  file,
  translation: (language: Language): string =>
    file.endsWith('/en.ts')
      ? join(dirname(file), `${fileName(language)}.ts`)
      : join(dirname(file), fileName(language), relative(dirname(file), file)),
}));
const pairs = catalogs.flatMap(({ file, translation }) =>
  others
    .map((language) => ({ english: file, language, translated: translation(language) }))
    .filter(({ translated }) => globSync(translated, { cwd: root }).length > 0),
);

/** Words that docs/glossary.md has another one for, and letters and marks that only look like those of the language. */
const strangers: Readonly<Record<Exclude<Language, 'en'>, RegExp>> = {
  ru: /выгру[зж]|слить/iu,
  uz: /davlat|ulagich|o‘ylab topilgan|[ʻʼ'`](?=\p{L})/iu,
  uz_cyrl: /давлат|улагич|ўйлаб топилган|тсия|(?<=\p{Script=Cyrillic})[a-z]|\b[cw](?=\p{Script=Cyrillic})/iu,
  es: /por intervalo|un desacuerdo/iu,
  fr: /\p{L}'\p{L}/u,
  pt: /é desacordo/iu,
};

async function textsOf(file: string, language: Language): Promise<Record<string, string>> {
  const module: Record<string, unknown> = await import(join(root, file));
  const [catalog] = Object.values(module);
  if (typeof catalog !== 'object' || catalog === null) throw new TypeError(`${file} exports no catalog`);
  const texts = Object.fromEntries(Object.entries(catalog).map(([key, text]) => [key, String(text)]));
  return language === 'uz_cyrl' ? catalogInCyrillic(texts) : texts;
}

describe('translations', () => {
  it.each(pairs)('$translated says in $language what $english says', async ({ english, translated, language }) => {
    const [source, texts] = await Promise.all([textsOf(english, 'en'), textsOf(translated, language)]);
    expect(translationFaults(source, texts, languageNames[language].tag)).toEqual([]);
  });

  const ofServer = others.map((language) => ({
    language,
    translated: `packages/ui/src/server-texts/${fileName(language)}.ts`,
  }));
  it.each([...pairs, ...ofServer])(
    "$translated keeps to the glossary's words and to the letters of its language in $language",
    async ({ language, translated }) => {
      const texts = Object.entries(await textsOf(translated, language));
      expect(texts.filter(([, text]) => strangers[language].test(text))).toEqual([]);
    },
  );

  it('stand where an English catalog is', () => {
    const folders = `{${[...new Set(others.map(fileName))].join(',')}}`;
    const found = globSync(
      ['packages/ui/src/{i18n,imports,needs-you}', 'frontends/*/src/texts'].flatMap((at) => [
        `${at}/${folders}.ts`,
        `${at}/${folders}/*-texts.ts`,
      ]),
      { cwd: root },
    );
    expect(found.toSorted()).toEqual([...new Set(pairs.map(({ translated }) => translated))].toSorted());
  });
});

describe('what is wrong with a translation', () => {
  const entries = '{count, plural, one {# entry} other {# entries}} of {name}';
  it.each([
    ['is named for a key too many', { a: 'A' }, { a: 'А', b: 'Б' }, ['b: is no text in English']],
    ['is named for a key too few', { a: 'A', b: 'B' }, { a: 'А' }, ['b: is not translated']],
    ['is named for another value', { a: 'A {name}' }, { a: 'А {nom}' }, ['a: has the values {nom} and not {name}']],
    [
      'is named for a form that Russian needs',
      { a: entries },
      { a: '{count, plural, one {# запись} other {# записи}} {name}' },
      ['a: count: of the forms many, few all but one are missing'],
    ],
    [
      'is named for a form that Russian has not',
      { a: entries },
      { a: '{count, plural, two {# записи} other {записей: #}} {name}' },
      ['a: count: ru-RU has no form two'],
    ],
    [
      'is named for forms without the last one',
      { a: entries },
      { a: '{count, plural, one {# запись} few {# записи} many {# записей}} {name}' },
      ['a: count: the form other is missing'],
    ],
    [
      'is named for forms that nothing can read',
      { a: entries },
      { a: '{count, plural, one{# запись} other {записей: #}} {name}' },
      ['a: has the values {name} and not {count} {name}', 'a: its forms cannot be read'],
    ],
  ])('%s', (_, english, translated, faults) => {
    expect(translationFaults(english, translated, 'ru-RU')).toEqual(faults);
  });

  it.each([
    '{count, plural, one {# запись} few {# записи} other {# записей}} у {name}',
    '{count, plural, other {Записей у {name}: #}}',
    'Записей у {name}: {count}',
    '{count, plural, =1 {Одна запись у {name}} other {Записей: #}}',
  ])('is nothing in %s', (translated) => {
    expect(translationFaults({ a: entries }, { a: translated }, 'ru-RU')).toEqual([]);
  });
});
