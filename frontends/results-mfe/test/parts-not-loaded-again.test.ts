import { expect, it } from '@jest/globals';
import {
  noAnswer,
  partsSayThatTheyMayBeOld,
  type ShownPart,
  wordsOnceAnswered,
  wordsOnceRefused,
} from '../../../packages/ui/test/failed-again.ts';
import { ApiFailure } from '@numscope/client';
import { facetFields, type TimelineEntry } from '@numscope/contracts';
import { callKey, formatDay, noCriteria } from '@numscope/ui';
import { createElement } from 'react';
import ComparePage from '../src/features/compare/compare-page.tsx';
import RawAnswers from '../src/features/profile/raw-answers.tsx';
import { SameFaceCard } from '../src/features/profile/same-face-card.tsx';
import { TimelineCard } from '../src/features/profile/timeline-card.tsx';
import { AlsoOn } from '../src/features/profile/also-on.tsx';
import Facets from '../src/features/results/facets.tsx';
import ResultMap from '../src/features/results/map/result-map.tsx';
import { ProfilePanel } from '../src/features/results/profile-panel.tsx';
import { SavedRail } from '../src/features/saved/saved-rail.tsx';
import { SavedItems } from '../src/features/saved/saved-menu.tsx';
import { profileOf } from './profile-of.ts';

const nothing = (): void => undefined;

const marta = profileOf({ names: [{ name: 'Marta', type: 'OK' }] });
const ivo = profileOf({ phone: '+447700900143', names: [{ name: 'Ivo', type: 'OK' }] });
const { phone } = marta;
const keyOf = (of: string) => callKey('getProfile', { params: { phone: of } });
const renamed: TimelineEntry = {
  kind: 'VALUE',
  field: 'names',
  from: null,
  to: { name: 'Marta', type: 'OK' },
  at: 1,
  observedAt: null,
  sources: ['A'],
};
const everything = { body: { filters: {} } };
const places = { countries: [{ value: 'UZ', profiles: 3 }], cities: [], moreCities: false };
const noPlaces = { countries: [], cities: [], moreCities: false };
const facets = { ...Object.fromEntries(facetFields.map((field) => [field, []])), country: places.countries };
const commons = createElement(Facets, {
  criteria: noCriteria,
  ready: true,
  onChange: nothing,
  gathering: [null, nothing],
  several: false,
  onSeveral: nothing,
});
const timelineKey = callKey('profileTimeline', { params: { phone } });
const placesKey = callKey('profilePlaces', everything);
const timeline = createElement(TimelineCard, { phone });
const map = createElement(ResultMap, { criteria: noCriteria, onChange: nothing });
const comparison = createElement(ComparePage, { phones: [phone, ivo.phone], onPhones: nothing });
const compared = [
  [keyOf(phone), marta],
  [keyOf(ivo.phone), ivo],
] as const;

const parts: readonly ShownPart[] = [
  ['comparison', comparison, compared, 'Marta'],
  ['timeline', timeline, [[timelineKey, [renamed]]], `asked ${formatDay(renamed.at)}`],
  ['timeline without an entry', timeline, [[timelineKey, []]], 'Nobody says'],
  ['map', map, [[placesKey, places]], 'Uzbekistan'],
  ['map without a place', map, [[placesKey, noPlaces]], 'No profile'],
  ['what a result has in common', commons, [[callKey('profileFacets', everything), facets]], 'Uzbekistan'],
  [
    'other numbers of a picture',
    createElement(AlsoOn, { imageId: 'i', phone }),
    [[callKey('profilesByImageIds', { body: ['i'] }), [marta, ivo]]],
    'is also on 1',
  ],
  [
    'panel of a profile that is not in the list',
    createElement(ProfilePanel, { phone, known: undefined, search: null, onClose: nothing }),
    [[keyOf(phone), marta]],
    'Marta',
  ],
  [
    'what sources answered',
    createElement(RawAnswers, { phone, onClose: nothing }),
    [[callKey('individualExportAsIs', { query: { phone } }), []]],
    'No source',
  ],
  [
    'numbers of the same face',
    createElement(SameFaceCard, { phone }),
    [
      [callKey('facesState', {}), { enabled: true, notice: null, indexed: true, model: null }],
      [callKey('sameFace', { params: { phone } }), []],
    ],
    'No other number',
  ],
];

partsSayThatTheyMayBeOld(parts);

it('compares a profile that is deleted meanwhile no longer', () => {
  const words = wordsOnceAnswered(
    comparison,
    compared,
    new ApiFailure({ status: 404, code: 'NOT_FOUND', message: 'Gone' }),
  );
  expect(words).not.toContain('Marta');
  expect(words).not.toContain('may be old');
});

it('says in the menu of saved searches that they could not be loaded', () => {
  const items = createElement(SavedItems, { q: [], onOpen: nothing, onSave: nothing, onManage: nothing });
  const answered = [[callKey('listSavedSearches', {}), []]] as const;
  expect(wordsOnceAnswered(items, answered, noAnswer)).toContain('The saved searches could not be loaded');
  expect(wordsOnceAnswered(items, answered, null)).not.toContain('could not be loaded');
});

it.each([
  ['The values could not be counted', commons, callKey('profileFacets', everything)],
  [
    'Other numbers with this picture could not be loaded',
    createElement(AlsoOn, { imageId: 'i', phone }),
    callKey('profilesByImageIds', { body: ['i'] }),
  ],
  [
    'The saved searches could not be loaded',
    createElement(SavedRail, { q: [], onOpen: nothing, onSave: nothing }),
    callKey('listSavedSearches', {}),
  ],
])('offers to ask again: %s', (said, node, key) => {
  expect(wordsOnceRefused(node, [key])).toMatch(new RegExp(`${said}\\s+Retry`));
});
