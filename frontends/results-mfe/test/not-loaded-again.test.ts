import { describe, expect, it } from '@jest/globals';
import { noAnswer, wordsOnceAnswered } from '../../../packages/ui/test/failed-again.ts';
import { ApiFailure } from '@numscope/client';
import { limits } from '@numscope/contracts';
import { callKey, noCriteria, noSelection, standardChoice } from '@numscope/ui';
import { createElement } from 'react';
import PrintPage from '../src/features/print/print-page.tsx';
import ProfilePage from '../src/features/profile/profile-page.tsx';
import { FoundList } from '../src/features/results/found-list.tsx';
import { resultsView } from '../src/features/results/results-view.ts';
import { searchBody } from '../src/features/results/use-found.ts';
import { profileOf } from './profile-of.ts';

const marta = profileOf({ names: [{ name: 'Marta', type: 'OK' }] });
const page = { content: [marta], totalElements: 1, totalPages: 1, number: 0, size: 1 };
const nothing = (): void => undefined;
const refetch = (): Promise<never> => Promise.reject(new Error('Nobody asks again here'));

const sort = resultsView.sort.fallback;
const body = { ...searchBody(noCriteria, sort), page: 0, size: limits.exportProfiles };

const saysOf = {
  profile: (error: Error | null): string =>
    wordsOnceAnswered(
      createElement(ProfilePage, { phone: marta.phone }),
      [[callKey('individualExport', { query: { phone: marta.phone } }), { target: marta, sources: [] }]],
      error,
    ),
  results: (error: Error | null, data = page): string =>
    wordsOnceAnswered(
      createElement(FoundList, {
        title: 'Results',
        found: { data, total: { count: 1, atLeast: false }, took: 1, stale: false, error, refetch, size: 1 },
        criteria: noCriteria,
        matches: [],
        view: { page: 0, sort, open: '', view: 'cards', mode: '' },
        onView: nothing,
        onOpen: nothing,
        onClear: nothing,
        onCriteria: nothing,
        choice: standardChoice,
        onChoice: nothing,
        selection: noSelection,
        onSelect: nothing,
      }),
      [],
      error,
    ),
  'results for paper': (error: Error | null): string =>
    wordsOnceAnswered(createElement(PrintPage), [[callKey('searchProfiles', { body }), page]], error),
};

describe.each(Object.entries(saysOf))('the %s', (_what, says) => {
  it('that could not be loaded again stay, and say that they may be old', () => {
    const words = says(noAnswer);
    expect(words).toContain('This could not be loaded again, so what is shown may be old.');
    expect(words).toContain('Marta');
  });

  it('that were loaded say nothing of that', () => {
    expect(says(null)).toContain('Marta');
    expect(says(null)).not.toContain('may be old');
  });
});

it('says of a page past the end of the results that it is empty, not that nothing was found', () => {
  const words = saysOf.results(null, { ...page, content: [], number: 9 });
  expect(words).toContain('This page of the list is empty');
  expect(words).toContain('Go to the first page');
  expect(words).not.toMatch(/No profile/);
});

it('a profile that is gone meanwhile is no longer shown', () => {
  const words = saysOf.profile(new ApiFailure({ status: 404, code: 'NOT_FOUND', message: 'Gone' }));
  expect(words).toContain('Nothing is known about this number');
  expect(words).not.toContain('Marta');
});
