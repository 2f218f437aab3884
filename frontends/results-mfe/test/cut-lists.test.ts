import { expect, it } from '@jest/globals';
import { wordsOnceAnswered } from '../../../packages/ui/test/failed-again.ts';
import { limits, type TimelineEntry } from '@numscope/contracts';
import { callKey } from '@numscope/ui';
import { createElement } from 'react';
import { AlsoOn } from '../src/features/profile/also-on.tsx';
import { TimelineCard } from '../src/features/profile/timeline-card.tsx';
import { profileOf } from './profile-of.ts';

const phone = '+447700900142';
const imageId = 'a'.repeat(64);
const entry = (at: number): TimelineEntry => ({
  kind: 'VALUE',
  field: 'city',
  from: null,
  to: `City ${at}`,
  at,
  observedAt: null,
  sources: ['A'],
});
const profile = (place: number) => profileOf({ id: String(place), phone: `+44770${9_000_000 + place}` });

const says = {
  'a timeline': (count: number): string =>
    wordsOnceAnswered(
      createElement(TimelineCard, { phone }),
      [[callKey('profileTimeline', { params: { phone } }), Array.from({ length: count }, (_, at) => entry(at))]],
      null,
    ),
  'the numbers of a picture': (count: number): string =>
    wordsOnceAnswered(
      createElement(AlsoOn, { imageId, phone }),
      [[callKey('profilesByImageIds', { body: [imageId] }), Array.from({ length: count }, (_, at) => profile(at))]],
      null,
    ),
};

it.each([
  ['a timeline', limits.timelineEntries],
  ['the numbers of a picture', limits.exportProfiles],
] as const)('%s says that there may be more where the server tells no more of them', (what, most) => {
  expect(says[what](most)).toMatch(/Only the? ?1,000 .*there may be more|Only 1,000 .*there may be more/);
  expect(says[what](most - 1)).not.toContain('there may be more');
});
