import { describe, expect, it } from '@jest/globals';
import { markupOf, wordsOf } from '../../../packages/ui/test/markup.ts';
import { type Criteria, noCriteria, noSelection, standardChoice } from '@numscope/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { type FoundTotal, foundTotal } from '../src/domain/found-total.ts';
import { exportWords } from '../src/features/export/export-words.ts';
import { profilesDocument } from '../src/features/export/profiles-document.ts';
import { PrintSheet } from '../src/features/print/print-sheet.tsx';
import { ResultsTools } from '../src/features/results/results-tools.tsx';
import { SelectItems } from '../src/features/results/select-items.tsx';
import { SelectionBar } from '../src/features/results/selection-bar.tsx';
import { texts } from '../src/texts/texts.ts';
import { profileOf } from './profile-of.ts';

const profiles = [profileOf({})];
const pageOf = (totalElements: number, totalIsLowerBound = false) => ({
  content: profiles,
  totalElements,
  totalPages: 1,
  number: 0,
  size: 1,
  totalIsLowerBound,
});
const counted = pageOf(2041);
const notCounted = pageOf(10_000, true);

const nothing = (): void => undefined;
const foundOf = (page: typeof counted, total: FoundTotal | null = foundTotal(page)) => ({
  data: page,
  total,
  took: 1,
  stale: total === null,
  error: null,
  refetch: () => Promise.reject(new Error('Nobody asks again here')),
  size: 1,
});
const selection = { ids: new Set(['+447700900142']), anchor: null };
const first = { step: null, start: nothing, stop: nothing };
const view = { page: 0, sort: { field: 'name', direction: 'ASC' }, open: '', view: 'table', mode: '' } as const;

const saysOf = {
  'an export': (page: typeof counted): string =>
    profilesDocument(profiles, {
      language: 'en-GB',
      words: exportWords((word) => texts(word)),
      total: foundTotal(page),
      facts: [],
    }).facts[0]?.value ?? '',
  'the menu of selections': (page: typeof counted): string =>
    wordsOf(
      createElement(SelectItems, {
        found: foundOf(page),
        view,
        onView: nothing,
        onSelect: nothing,
        first,
      }),
    ),
  'the bar of a selection': (page: typeof counted): string =>
    wordsOf(
      createElement(SelectionBar, {
        selection,
        onSelect: nothing,
        total: foundTotal(page),
        criteria: noCriteria,
        first,
        exporting: { step: null, start: nothing, stop: nothing },
        onCompare: nothing,
      }),
    ),
  'a paper': (page: typeof counted): string =>
    wordsOf(createElement(PrintSheet, { profiles, total: foundTotal(page), criteria: noCriteria, user: 'ann', at: 1 })),
};

describe.each(Object.entries(saysOf))('%s', (_what, says) => {
  it('says of how many it is where all were counted', () => {
    expect(says(counted)).toMatch(/of 2,041$/m);
  });

  it('says that it is of more where counting stopped', () => {
    expect(says(notCounted)).toMatch(/of more than 10,000$/m);
  });
});

describe('while it is not known of the present search how many match', () => {
  const bar = {
    selection,
    onSelect: nothing,
    criteria: noCriteria,
    first,
    exporting: { step: null, start: nothing, stop: nothing },
    onCompare: nothing,
  };
  const items = { found: foundOf(counted, null), view, onView: nothing, onSelect: nothing, first };
  const tools = {
    ...items,
    criteria: noCriteria,
    title: 'Results',
    matches: [],
    choice: standardChoice,
    onChoice: nothing,
    selection: noSelection,
    exporting: bar.exporting,
    rail: null,
    onSave: nothing,
    onImport: nothing,
  };
  const given = { language: 'en-GB', words: exportWords((word) => texts(word)), facts: [] };

  it('no number of the search before is told', () => {
    const client = new QueryClient();
    const words = [
      wordsOf(createElement(SelectionBar, { ...bar, total: null })),
      wordsOf(createElement(SelectItems, items)),
      wordsOf(createElement(QueryClientProvider, { client }, createElement(ResultsTools, tools))),
      ...profilesDocument(profiles, { ...given, total: null }).facts.map(({ value }) => value),
    ];
    expect(words.join('\n')).toMatch(/Export/);
    expect(words.join('\n')).not.toMatch(/2,041/);
  });

  it('nothing is exported, and what stands below is not selected', () => {
    const client = new QueryClient();
    const toolsOf = (found: typeof items.found): string =>
      markupOf(createElement(QueryClientProvider, { client }, createElement(ResultsTools, { ...tools, found })));
    const buttons = (markup: string): string[] => markup.match(/<button[^>]*aria-haspopup="menu"[^>]*>/g) ?? [];
    const waiting = buttons(toolsOf(items.found));
    expect(waiting.filter((button) => button.includes('aria-busy="true"')).length).toBe(2);
    expect(buttons(toolsOf(foundOf(counted))).filter((button) => button.includes('aria-busy'))).toEqual([]);
    expect(markupOf(createElement(SelectItems, items))).toMatch(/aria-disabled="true"[^>]*>This page/);
  });
});

describe('a paper of profiles', () => {
  const given = { profiles, total: { count: 1, atLeast: false }, criteria: noCriteria, user: 'ann', at: 1 };
  const paper = (changes: { purpose?: string; criteria?: Criteria }): string =>
    wordsOf(createElement(PrintSheet, { ...given, ...changes }));

  it('says what was searched for', () => {
    const criteria = { items: [{ field: 'name', value: 'Ann' }], must: [] };
    expect(paper({ criteria })).toMatch(/^Search\s+Profiles with a name that begins with “Ann”\s*\.$/m);
  });

  it('says what it was printed for', () => {
    expect(paper({ purpose: 'Case 12' })).toMatch(/^Purpose\s+Case 12$/m);
  });

  it('says nothing of a purpose that nobody was asked for, and of a total that is all on it', () => {
    expect(paper({})).toMatch(/^1 profile\nSearch\s+All profiles\.\nPrinted .* by ann\nBest name$/m);
  });
});
