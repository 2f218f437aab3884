import { expect, it } from '@jest/globals';
import { type Language, languages } from '@numscope/contracts';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { profileColumns } from '../src/features/export/profile-columns.ts';
import { texts } from '../src/texts/texts.ts';

const catalogs: Record<Exclude<Language, 'en'>, () => Promise<{ default: Readonly<Record<string, string>> }>> = {
  ru: () => import('../src/texts/ru/texts.ts'),
  uz: () => import('../src/texts/uz/texts.ts'),
  uz_cyrl: () => import('../src/texts/uz-cyrl/texts.ts'),
  es: () => import('../src/texts/es/texts.ts'),
  fr: () => import('../src/texts/fr/texts.ts'),
  pt: () => import('../src/texts/pt/texts.ts'),
};

async function headingsIn(language: Language): Promise<(string | undefined)[]> {
  if (language === 'en') {
    fakeBrowser();
    return profileColumns.map(({ header }) => texts(header));
  }
  const { default: catalog } = await catalogs[language]();
  return profileColumns.map(({ header }) => catalog[header]);
}

// An import refuses a table whose columns share a name, and what the console writes must come back.
it.each(languages)('each column of an exported table has a name of its own, in %s', async (language) => {
  const headings = await headingsIn(language);
  expect(headings.filter((heading, at) => headings.indexOf(heading) !== at)).toEqual([]);
});
