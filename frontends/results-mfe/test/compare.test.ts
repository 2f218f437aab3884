import { describe, expect, it } from '@jest/globals';
import { wordsOnceAnswered } from '../../../packages/ui/test/failed-again.ts';
import { callKey } from '@numscope/ui';
import { createElement } from 'react';
import { comparedPhones } from '../src/domain/compared-phones.ts';
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
