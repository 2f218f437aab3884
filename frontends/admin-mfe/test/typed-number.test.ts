import { expect, it } from '@jest/globals';
import { numberOf, type NumberText, shownNumber } from '../src/features/source/typed-number.ts';
import { readSourceText, withValue } from '../src/features/source/source-text.ts';

const place = ['cost'];
const valueIn = (text: string): NumberText => {
  const value = readSourceText(text)?.at(place);
  return typeof value === 'number' || typeof value === 'string' ? value : undefined;
};

it.each([
  ['0.05', 0.05],
  ['1.05', 1.05],
  ['10.0', 10],
  ['0.50', 0.5],
  ['007', 7],
  ['1.', '1.'],
  ['1,5', '1,5'],
])('%s typed key by key is shown so and stands in the text as %j', (keys, value) => {
  let text = 'OFFICE:\n  connector: http\n  cost: 0.2\n';
  let typed = '';
  text = withValue(text, place, numberOf(typed));
  for (const key of keys) {
    typed = shownNumber(typed, valueIn(text)) + key;
    text = withValue(text, place, numberOf(typed));
  }
  expect(shownNumber(typed, valueIn(text))).toBe(keys);
  expect(valueIn(text)).toBe(value);
});

it('shows what the text says as soon as that is another value than was typed', () => {
  expect(shownNumber('0.50', 0.5)).toBe('0.50');
  expect(shownNumber('0.50', 0.75)).toBe('0.75');
  expect(shownNumber('0.50', undefined)).toBe('');
  expect(shownNumber('', 3)).toBe('3');
});
