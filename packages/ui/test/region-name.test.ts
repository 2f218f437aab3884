import { afterEach, expect, it, jest } from '@jest/globals';
import { regionName } from '../src/phone/region-name.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

it('names a country in the chosen language, in English where the browser has no name in that, and else by what it was given', () => {
  expect([regionName('fr-FR', 'UZ'), regionName('uz-Cyrl-UZ', 'UZ')]).toEqual(['Ouzbékistan', 'Ўзбекистон']);
  expect([regionName('en-GB', 'QQ'), regionName('en-GB', 'no country')]).toEqual(['QQ', 'no country']);
  jest.spyOn(Intl.DisplayNames.prototype, 'of').mockReturnValueOnce(undefined);
  expect(regionName('uz-Cyrl-UZ', 'UZ')).toBe('Uzbekistan');
});
