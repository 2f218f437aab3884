import { describe, expect, it } from '@jest/globals';
import { array, assert, constantFrom, property } from 'fast-check';
import { loadCatalog } from '../src/i18n/load-catalog.ts';
import { catalogInCyrillic, textInCyrillic } from '../src/i18n/uzbek-cyrillic.ts';

const catalogs = { uz: () => import('../src/i18n/uz.ts'), ru: () => import('../src/i18n/ru.ts') };

describe('Uzbek in Cyrillic letters', () => {
  it.each([
    ['letters of two signs', 'O‘chirish, sho‘ba, yechish, tog‘, yulduz, yangi', 'Ўчириш, шўба, ечиш, тоғ, юлдуз, янги'],
    ['yo, and y before o‘', 'yozuv yo‘q', 'ёзув йўқ'],
    ['the two signs of e', 'Eslatma: ehtimol, poema, bekor', 'Эслатма: эҳтимол, поэма, бекор'],
    ['the sign within a word', 'e’lon qilingan ma’lumot', 'эълон қилинган маълумот'],
    ['capital letters', 'EMAS Shaxs Yangi', 'ЭМАС Шахс Янги'],
    [
      'loans as they are spelt',
      'Parol, parolni, filtrlar, funksiya, identifikatsiya',
      'Пароль, паролни, фильтрлар, функсия, идентификация',
    ],
  ])('has %s', (_, latin, cyrillic) => {
    expect(textInCyrillic(latin)).toBe(cyrillic);
  });

  it.each([
    [
      'values and forms',
      '{count, plural, one {# ta yozuv} other {# ta {name}}}',
      '{count, plural, one {# та ёзув} other {# та {name}}}',
    ],
    ['settings and abbreviations', 'AUDIT_RETENTION_DAYS=30 va JSON', 'AUDIT_RETENTION_DAYS=30 ва JSON'],
    ['names, whatever their ending', 'Kafkada MongoDB', 'Kafkaда MongoDB'],
    ['addresses', 'https://host/path ko‘rinishida', 'https://host/path кўринишида'],
    ['sizes and times', '10MB, 24h', '10MB, 24h'],
  ])('leaves %s', (_, latin, cyrillic) => {
    expect(textInCyrillic(latin)).toBe(cyrillic);
  });

  it('leaves what is in Cyrillic letters already, so that doing it twice is doing it once', () => {
    assert(
      property(
        array(constantFrom('o‘', 'sh', 'e', 'ye', 'a', 'n', 'q', ' ', 'Ch', '{n}', 'JSON'), { maxLength: 40 }),
        (parts) => {
          const once = textInCyrillic(parts.join(''));
          expect(textInCyrillic(once)).toBe(once);
        },
      ),
    );
  });
});

describe('the catalog of a language', () => {
  it('is its own, or for Cyrillic Uzbek the Latin one in other letters', async () => {
    expect(await loadCatalog(catalogs, 'ru')).toBe((await catalogs.ru()).default);
    expect(await loadCatalog(catalogs, 'uz_cyrl')).toEqual(catalogInCyrillic((await catalogs.uz()).default));
  });

  it('is none for English, and where a part has none', async () => {
    expect(await loadCatalog(catalogs, 'en')).toBeUndefined();
    expect(await loadCatalog({ ru: catalogs.ru }, 'uz_cyrl')).toBeUndefined();
    expect(await loadCatalog(catalogs, 'pt')).toBeUndefined();
  });
});
