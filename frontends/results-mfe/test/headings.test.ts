import { expect, it } from '@jest/globals';
import { type Language, languages } from '@numscope/contracts';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { profileColumns } from '../src/features/export/profile-columns.ts';
import { texts } from '../src/texts/texts.ts';
import { storageKeys } from '@numscope/ui/session/storage-keys.ts';

/** The columns' names in a language, as a page that begins in it has them. */
async function headingsIn(language: Language): Promise<string[]> {
  fakeBrowser().localStorage.setItem(storageKeys.language, language);
  await texts.load();
  return profileColumns.map(({ header }) => texts(header));
}

// An import refuses a table whose columns share a name, and what the console writes must come back.
it.each(languages)('each column of an exported table has a name of its own, in %s', async (language) => {
  const headings = await headingsIn(language);
  expect(headings[0] === texts.english[profileColumns[0]?.header ?? 'phone']).toBe(language === 'en');
  expect(headings.filter((heading, at) => headings.indexOf(heading) !== at)).toEqual([]);
});
