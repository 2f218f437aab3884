import { beforeAll, describe, expect, it } from '@jest/globals';
import { markupOf } from '../../../packages/ui/test/markup.ts';
import { limits } from '@numscope/contracts';
import { createElement } from 'react';
import { takeEntries } from '../src/features/audit/export/take-entries.ts';
import { auditGiven } from '../src/features/audit/export/audit-given.ts';
import { ExportAudit } from '../src/features/audit/export/export-audit.tsx';
import { auditFilter, type AuditView, exportBody, noFilter } from '../src/features/audit/audit-view.ts';

const filterOf = (changes: Partial<AuditView>) =>
  auditFilter({ ...noFilter, sort: { field: 'createdTimestamp', direction: 'DESC' }, open: '', ...changes });

// Nobody is signed in, and the language is that of the page.
beforeAll(() => {
  const storage = { getItem: () => null };
  for (const [name, value] of Object.entries({ localStorage: storage, window: {} }))
    Object.defineProperty(globalThis, name, { value, configurable: true });
});

it.each([
  [null, true],
  [0, false],
  [7, false],
])('is not offered before it is known how many entries match: %s', (total, waits) => {
  const markup = markupOf(createElement(ExportAudit, { filter: filterOf({}), total }));
  expect(markup.includes('aria-busy="true"')).toBe(waits);
});

describe('what an export of the audit trail has', () => {
  it('is the newest entries where more match, or will with the next, however they are sorted on the screen', () => {
    for (const sort of [
      { field: 'createdTimestamp', direction: 'ASC' },
      { field: 'username', direction: 'DESC' },
    ] as const)
      for (const total of [limits.exportAudit, limits.exportAudit + 1])
        expect(exportBody(filterOf({ sort }), total)).toMatchObject({
          size: limits.exportAudit,
          sort: { field: 'createdTimestamp', direction: 'DESC' },
        });
  });

  it('is in the order of the screen where all are in it', () => {
    const sort = { field: 'createdTimestamp', direction: 'ASC' } as const;
    expect(exportBody(filterOf({ sort }), limits.exportAudit - 1)).toMatchObject({ size: limits.exportAudit, sort });
  });

  it.each([
    [
      'as many as matched when it was taken',
      { 'x-total-count': '501', 'x-total-is-lower-bound': 'false' },
      '500 of 501',
    ],
    [
      'that there are more where counting stopped',
      { 'x-total-count': '10000', 'x-total-is-lower-bound': 'true' },
      '500 of more than 10,000',
    ],
    ['no total that nobody told', {}, '500'],
  ])('says %s, whatever was counted before', async (_what, headers: Record<string, string>, value) => {
    const { fetch } = globalThis;
    const bodies: unknown[] = [];
    globalThis.fetch = async (_url, init) => {
      bodies.push(JSON.parse(String(init?.body)));
      const page = { content: [], totalElements: 499, totalPages: 499, number: 0, size: 1 };
      return bodies.length === 1 ? Response.json(page) : Response.json([], { headers });
    };
    const filter = filterOf({});
    const { matching } = await takeEntries('json', filter, {}, new AbortController().signal);
    globalThis.fetch = fetch;
    expect(bodies).toMatchObject([{ size: 1 }, { size: limits.exportAudit }]);
    const { facts } = auditGiven({ filter, count: limits.exportAudit, matching, said: {} });
    expect(facts.find(({ name }) => name === 'count')?.value).toBe(value);
  });

  it.each([
    ['OK', 'Allowed'],
    ['FORBIDDEN', 'FORBIDDEN: You are not allowed to do this'],
    ['NEWER_THAN_THIS', 'NEWER_THAN_THIS'],
  ])('says that only entries with the outcome %s are in it', (outcome, value) => {
    const { facts } = auditGiven({ filter: filterOf({ outcome }), count: 1, matching: null, said: {} });
    expect(facts.find(({ name }) => name === 'outcome')).toEqual({ name: 'outcome', label: 'Outcome', value });
  });

  it('says nothing of the outcome where it has every one', () => {
    const { facts } = auditGiven({ filter: filterOf({}), count: 1, matching: null, said: {} });
    expect(facts.map(({ name }) => name)).toEqual(['count', 'at']);
  });
});
