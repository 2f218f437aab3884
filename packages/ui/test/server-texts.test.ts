import { describe, expect, it } from '@jest/globals';
import { ApiFailure, clientMessages } from '@numscope/client';
import { messages, sessionEndTexts } from '@numscope/contracts';
import { errorCatalogue, reasonTexts } from '@numscope/contracts/errors';
import { catalogInCyrillic } from '../src/i18n/uzbek-cyrillic.ts';
import { storageKeys } from '../src/session/storage-keys.ts';
import { loadServerTexts, translate, translateFailure } from '../src/server-texts/translate.ts';
import { translated, translatedFailure } from '../src/server-texts/translator.ts';
import es from '../src/server-texts/es.ts';
import fr from '../src/server-texts/fr.ts';
import pt from '../src/server-texts/pt.ts';
import ru from '../src/server-texts/ru.ts';
import uz from '../src/server-texts/uz.ts';
import { fakeBrowser } from './browser.ts';

const uzCyrillic = catalogInCyrillic(uz);

const english = [
  ...Object.values(errorCatalogue).map(({ message }) => message),
  ...Object.values({
    ...messages,
    ...sessionEndTexts,
    ...reasonTexts,
    criteriaTooMany: messages.criteriaTooMany(100),
    columnsOfOneName: messages.columnsOfOneName('«Tel 2», «Name»'),
    wentWrong: messages.wentWrong('Jobs'),
    requiredParameter: messages.requiredParameter('page', 'searchJobs'),
  }),
  clientMessages.noAnswer,
  clientMessages.unreadable,
  clientMessages.failedStatus(502),
];

describe.each(Object.entries({ ru, uz, uzCyrillic, es, fr, pt }))('in %s', (_, catalog) => {
  it('every text of the server is said, with all its numbers', () => {
    for (const text of english) {
      const found = translated(catalog, text);
      expect([text, found]).not.toEqual([text, null]);
      expect([text, found]).not.toEqual([text, text]);
      expect([text, found?.match(/\{\d\}/)]).toEqual([text, null]);
      const digits = (of = ''): string[] =>
        [...of.replaceAll(/(?<=\d)[,.\s](?=\d{3})/g, '').matchAll(/\d+/g)].map(String).sort();
      expect([text, digits(found ?? '')]).toEqual([text, digits(text)]);
    }
  });
});

describe('what is said of a failure', () => {
  it('has the number that the server names, whatever the limit', () => {
    expect(translated(ru, messages.criteriaTooMany(1000).replace('1000', '7'))).toBe(
      'Условий поиска должно быть не больше 7',
    );
  });

  it('keeps words that its code does not always have behind its meaning', () => {
    expect(translatedFailure(fr, 'INVALID', 'from must be before to')).toBe(
      'Données non valides: from must be before to',
    );
  });

  it('is left as it came where the code is none of ours', () => {
    expect(translatedFailure(fr, 'BAD_GATEWAY', 'proxy error')).toBeNull();
  });

  it('is in the chosen language, and its code stays', async () => {
    const browser = fakeBrowser();
    expect(translate(messages.noProfiles)).toBe(messages.noProfiles);
    browser.localStorage.setItem(storageKeys.language, 'uz_cyrl');
    await loadServerTexts();
    expect(translate(messages.noProfiles)).toBe(uzCyrillic.noProfiles);
    expect(translate('Anna')).toBe('Anna');
    const failure = new ApiFailure({ status: 409, code: 'WRONG_STATE', message: errorCatalogue.WRONG_STATE.message });
    translateFailure(failure);
    expect(failure).toMatchObject({ code: 'WRONG_STATE', message: uzCyrillic.WRONG_STATE });
  });
});
