import { beforeEach, describe, expect, it } from '@jest/globals';
import { defineTexts } from '../src/i18n/define-texts.ts';
import { currentLanguage, offeredLanguages } from '../src/i18n/languages.ts';
import { type FakeBrowser, fakeBrowser } from './browser.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = fakeBrowser();
});

describe('texts', () => {
  it('fills in values by name and leaves unknown names visible', () => {
    const t = defineTexts({ range: '{from} to {to} of {from}' });
    expect(t('range', { from: 1, to: '$&' })).toBe('1 to $& of 1');
    expect(t('range', { from: 1 })).toBe('1 to {to} of 1');
  });

  it.each([
    ['en', 1, '1 entry, checked'],
    ['en', 1200, '1,200 entries, checked'],
    ['ru', 1, '1 запись, проверено'],
    ['ru', 3, '3 записи, проверено'],
    ['ru', 21, '21 запись, проверено'],
    ['ru', 25, '25 записей, проверено'],
  ])('in %s take for %d the form that the language has', async (language, count, said) => {
    browser.localStorage.setItem('language', language);
    const t = defineTexts(
      { found: '{count, plural, one {# entry} other {# entries}}, {what}' },
      {
        ru: async () => ({
          default: { found: '{count, plural, one {# запись} few {# записи} other {# записей}}, {what}' },
        }),
      },
    );
    await t.load();
    expect(t('found', { count, what: language === 'en' ? 'checked' : 'проверено' })).toBe(said);
  });

  it('take more texts from another file, in the language that is loaded', async () => {
    const t = defineTexts({ first: 'First' }, { ru: async () => ({ default: { first: 'Первое', later: 'Второе' } }) });
    const more = t.with({ later: 'Second', untranslated: 'Third {name}' });
    expect([more('first'), more('later')]).toEqual(['First', 'Second']);
    browser.localStorage.setItem('language', 'ru');
    await t.load();
    expect([more('first'), more('later')]).toEqual(['Первое', 'Второе']);
    expect(more('untranslated', { name: 3 })).toBe('Third 3');
  });

  it('have forms of exact numbers, and names within a form', () => {
    const t = defineTexts({ range: '{count, plural, =1 {Only {from}} other {# from {from} to {to}}}' });
    expect(t('range', { count: 1, from: 'a', to: 'b' })).toBe('Only a');
    expect(t('range', { count: 2, from: 'a', to: 'b' })).toBe('2 from a to b');
  });

  it('when a text is not translated, then its forms follow the rules of English', async () => {
    browser.localStorage.setItem('language', 'ru');
    const t = defineTexts({ found: '{count, plural, one {# entry} other {# entries}}' });
    await t.load();
    expect(t('found', { count: 21 })).toBe('21 entries');
  });

  it('when a language is chosen, then its texts load and count', async () => {
    browser.localStorage.setItem('language', 'ru');
    const t = defineTexts({ jobs: 'Jobs' }, { ru: async () => ({ default: { jobs: 'Задания' } }) });
    expect(t('jobs')).toBe('Jobs');
    await t.load();
    expect(t('jobs')).toBe('Задания');
  });

  it('offers only enabled languages that are known, English when none is', () => {
    expect(offeredLanguages(['fr', 'xx', 'uz_cyrl', 'en'])).toEqual(['en', 'uz_cyrl', 'fr']);
    expect(offeredLanguages(['xx'])).toEqual(['en']);
  });

  it('when the stored language is unknown, then it is English', () => {
    browser.localStorage.setItem('language', 'xx');
    expect(currentLanguage()).toBe('en');
  });
});
