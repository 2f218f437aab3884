import { expect, it } from '@jest/globals';
import { wordsOf } from '../../../packages/ui/test/markup.ts';
import type { ProfileDetail } from '@numscope/contracts';
import { createElement } from 'react';
import { SocialIdsCard } from '../src/features/profile/networks-card.tsx';
import { sections } from '../src/features/profile/sections.ts';
import { profileOf } from './profile-of.ts';

it('the list of sections counts as many social ids as their section shows', () => {
  const other = { VK: [{ socialNetworkId: '1' }, { socialNetworkId: '2' }] };
  const detail: ProfileDetail = {
    target: profileOf({ socialNetworks: [{ id: '17', socialNetwork: 'TELEGRAM' }] }),
    sources: [{ lmSource: 'DEEPWEB', at: 1, observedAt: null, cached: false, profile: { other, valueTimes: {} } }],
  };
  expect(wordsOf(createElement(SocialIdsCard, { detail }))).toMatch(/^Social IDs\n3\n/);
  expect(sections.find(({ id }) => id === 'social-ids')?.count(detail)).toBe(3);
});
