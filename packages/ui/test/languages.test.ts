import { beforeEach, expect, it } from '@jest/globals';
import { currentLanguage, settleLanguage } from '../src/i18n/languages.ts';
import { formatCount } from '../src/format/numbers.ts';
import { type FakeBrowser, fakeBrowser } from './browser.ts';

let browser: FakeBrowser;
const page = { lang: '' };
beforeEach(() => {
  browser = fakeBrowser();
  Object.assign(document, { documentElement: page });
});

it('a page stays in the language in which it was begun when another tab chooses another', () => {
  browser.localStorage.setItem('language', 'ru');
  settleLanguage(['en', 'ru']);
  browser.localStorage.setItem('language', 'en');
  expect(currentLanguage()).toBe('ru');
  expect(formatCount(1_000_000)).toBe('1\u{A0}000\u{A0}000');
  // The next page has it.
  settleLanguage(['en', 'ru']);
  expect([currentLanguage(), page.lang]).toEqual(['en', 'en-GB']);
});

it('a language that is not enabled any more is forgotten', () => {
  browser.localStorage.setItem('language', 'ru');
  settleLanguage(['en', 'fr']);
  expect([currentLanguage(), browser.localStorage.getItem('language')]).toEqual(['en', null]);
});
