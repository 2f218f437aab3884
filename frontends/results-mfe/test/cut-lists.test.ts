import { expect, it } from '@jest/globals';
import { wordsOnceAnswered } from '../../../packages/ui/test/failed-again.ts';
import { limits, type NearNumber, type TimelineEntry } from '@numscope/contracts';
import { callKey } from '@numscope/ui';
import { createElement } from 'react';
import { AlsoOn } from '../src/features/profile/also-on.tsx';
import { SameFaceCard } from '../src/features/profile/same-face-card.tsx';
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

it('a timeline holds all of its changes, of which the screen shows the first', () => {
  expect(says['a timeline'](40).match(/City \d+/g)).toHaveLength(40);
});

/** What is read of so many numbers with the same face. */
function saysNear(count: number, mayHaveMore = false): string {
  const face: NearNumber['own'] = {
    id: `${imageId}.0`,
    imageId,
    boundingBox: { left: 0.1, top: 0.1, width: 0.2, height: 0.2 },
    confidence: 0.9,
    quality: { pixels: 200, sharpness: 0.8, yaw: null, pitch: null, roll: null, faults: [] },
    estimates: {},
  };
  const near = Array.from({ length: count }, (_, at): NearNumber => ({
    phone: `+44770${9_000_000 + at}`,
    name: null,
    verdict: null,
    verdicts: [],
    near: true,
    own: face,
    other: face,
    distance: 0.4,
    similarity: 0.6,
    likelihood: { value: 0.98, low: 0.95, high: 0.99 },
    mayHaveMore,
  }));
  return wordsOnceAnswered(
    createElement(SameFaceCard, { phone }),
    [
      [callKey('facesState', {}), { enabled: true, notice: null, indexed: true, model: null }],
      [callKey('sameFace', { params: { phone } }), near],
    ],
    null,
  );
}

it('says on paper how many numbers with the same face are printed, as not all are unless they were opened', () => {
  expect(saysNear(9)).toContain('Only the 3 nearest of 9 numbers are printed');
  expect(saysNear(3)).not.toContain('are printed');
});

it('says that there may be more numbers with the same face where the server says so, however many are listed', () => {
  expect(saysNear(2, true)).toContain('there may be more');
  expect(saysNear(limits.sameFaceNumbers)).not.toContain('there may be more');
});
