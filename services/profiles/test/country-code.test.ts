import { expect, it } from '@jest/globals';
import { countryCode } from '../src/domain/country-code.ts';

it.each([
  ['UZ', 'uz', ' Uzbekistan ', 'Узбекистан', 'UZB', 'uzb', 'Oʻzbekiston', "O'zbekiston", 'OʼZBEKISTON', 'Ўзбекистон'],
  ['GB', 'UK', 'uk', 'GBR', 'United Kingdom', 'Великобритания'],
  ['US', 'USA', 'United States', 'États-Unis', 'Etats-Unis', 'США', 'АҚШ'],
  ['KH', 'KHM', 'Cambodia'],
  ['CI', 'Côte d’Ivoire', "Cote d'Ivoire"],
  // Names that former countries share with those of today.
  ['DE', 'DD', 'DEU', 'Germany', 'Германия', 'Alemanha'],
  ['VN', 'VNM', 'Vietnam', 'Вьетнам'],
  ['RS', 'SRB', 'CS', 'YU', 'Serbia'],
  ['XK', 'XKX', 'Kosovo'],
])('%s is found however it is written', (code, ...written) => {
  for (const text of written) expect([text, countryCode(text)]).toEqual([text, code]);
});

it.each(['001', 'Qq', 'xqx', 'xm', 'Atlantis', 'Tashkent'])('%s is no country, and stays as it is', (text) =>
  expect(countryCode(text)).toBe(text),
);

it('every code is what today is called by its own name', () => {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  for (const code of ['MM', 'YE', 'ZW', 'CW', 'BJ', 'BF', 'VU', 'TL', 'CD', 'FR', 'RU', 'PA', 'JP', 'CA', 'AC', 'TA'])
    expect([code, countryCode(names.of(code) ?? '')]).toEqual([code, code]);
});
