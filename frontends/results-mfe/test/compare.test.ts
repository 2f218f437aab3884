import { describe, expect, it } from '@jest/globals';
import { wordsOnceAnswered } from '../../../packages/ui/test/failed-again.ts';
import { callKey } from '@numscope/ui';
import { createElement } from 'react';
import { comparedPhones } from '../src/domain/compared-phones.ts';
import { compareRows } from '../src/features/compare/compare-rows.tsx';
import ComparePage from '../src/features/compare/compare-page.tsx';
import { profileOf } from './profile-of.ts';

describe('the address of a comparison', () => {
  it('names two to four numbers, each once, in any writing', () => {
    expect(comparedPhones(['+998 90 123 45 67', '998901234567', '+998901234568'])).toEqual([
      '+998901234567',
      '+998901234568',
    ]);
    expect(comparedPhones(['+998901234567', 'nobody'])).toEqual([]);
    const five = [1, 2, 3, 4, 5].map((n) => `+99890123456${n}`);
    expect(comparedPhones(five)).toEqual(five.slice(0, 4));
  });
});

const side = (changes: Parameters<typeof profileOf>[0]) =>
  profileOf({ names: [{ name: 'Marta', type: 'OK' }], ...changes });
const compared = (...profiles: ReturnType<typeof profileOf>[]): string =>
  wordsOnceAnswered(
    createElement(ComparePage, { phones: profiles.map(({ phone }) => phone), onPhones: () => undefined }),
    profiles.map((profile) => [callKey('getProfile', { params: { phone: profile.phone } }), profile] as const),
    null,
  );
const other = '+447700900143';

it('shows the first of a long list in a comparison, and opens the rest when asked', () => {
  const friends = Array.from({ length: 5000 }, (_, i) => `Friend ${i}`);
  const words = compared(side({ friends }), side({ phone: other }));
  expect(words.match(/Friend \d+/g)).toHaveLength(20);
  expect(words).toContain('All 5,000');
  expect(compared(side({ friends: friends.slice(0, 20) }), side({ phone: other }))).not.toMatch(/All \d/);
});

it('says in a comparison which people are made up', () => {
  const words = compared(side({ sources: ['SANDBOX'] }), side({ phone: other, sources: ['A'] }));
  expect(words.split('Made-up person')).toHaveLength(2);
});

it('compares a name that two kinds of sources have once, with all who say it', () => {
  const entry = { at: 1, observedAt: null, cached: false };
  const names = [
    { name: 'Marta', type: 'OK' },
    { name: 'Marta', type: 'VK', forms: ['Marta', 'Марта'] },
  ];
  const provenance = {
    names: [
      { ...entry, source: 'A', value: names[0] },
      { ...entry, source: 'B', value: { name: 'Марта', type: 'VK' } },
    ],
  };
  const row = compareRows([profileOf({ names, provenance })]).find(({ key }) => key.startsWith('names'));
  expect(row?.sides[0]).toHaveLength(1);
  const words = compared(side({ names, provenance }), side({ phone: other, names: [] }));
  expect(words).toMatch(/Marta\n.*A/);
  expect(words).toContain('+1');
});
