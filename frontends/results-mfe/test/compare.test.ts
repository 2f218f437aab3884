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

it('says in a comparison which people are made up', () => {
  const profiles = [
    profileOf({ names: [{ name: 'Marta', type: 'OK' }], sources: ['SANDBOX'] }),
    profileOf({ phone: '+447700900143', names: [{ name: 'Ivo', type: 'OK' }], sources: ['A'] }),
  ];
  const words = wordsOnceAnswered(
    createElement(ComparePage, { phones: profiles.map(({ phone }) => phone), onPhones: () => undefined }),
    profiles.map((profile) => [callKey('getProfile', { params: { phone: profile.phone } }), profile] as const),
    null,
  );
  expect(words.split('Made-up person')).toHaveLength(2);
});
