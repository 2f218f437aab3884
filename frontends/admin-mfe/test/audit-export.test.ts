import { beforeAll, describe, expect, it } from '@jest/globals';
import { markupOf } from '../../../packages/ui/test/markup.ts';
import { limits } from '@numscope/contracts';
import { createElement } from 'react';
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
  it('is the newest entries where more match, however they are sorted on the screen', () => {
    for (const sort of [
      { field: 'createdTimestamp', direction: 'ASC' },
      { field: 'username', direction: 'DESC' },
    ] as const)
      expect(exportBody(filterOf({ sort }), limits.exportAudit + 1)).toMatchObject({
        size: limits.exportAudit,
        sort: { field: 'createdTimestamp', direction: 'DESC' },
      });
  });

  it('is in the order of the screen where all are in it', () => {
    const sort = { field: 'createdTimestamp', direction: 'ASC' } as const;
    expect(exportBody(filterOf({ sort }), limits.exportAudit)).toMatchObject({ size: limits.exportAudit, sort });
  });

  it.each([
    ['OK', 'Allowed'],
    ['FORBIDDEN', 'FORBIDDEN: You are not allowed to do this'],
    ['NEWER_THAN_THIS', 'NEWER_THAN_THIS'],
  ])('says that only entries with the outcome %s are in it', (outcome, value) => {
    const { facts } = auditGiven({ filter: filterOf({ outcome }), count: 1, total: 1, said: {} });
    expect(facts.find(({ name }) => name === 'outcome')).toEqual({ name: 'outcome', label: 'Outcome', value });
  });

  it('says nothing of the outcome where it has every one', () => {
    const { facts } = auditGiven({ filter: filterOf({}), count: 1, total: 1, said: {} });
    expect(facts.map(({ name }) => name)).toEqual(['count', 'at']);
  });
});
