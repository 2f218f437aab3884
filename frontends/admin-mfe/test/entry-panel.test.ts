import { expect, it } from '@jest/globals';
import {
  markupAskedAgain,
  noAnswer,
  OLD,
  wordsOnceAnswered,
  wordsOnceRefused,
} from '../../../packages/ui/test/failed-again.ts';
import { type AuditEntry, calls } from '@numscope/contracts';
import { callKey } from '@numscope/ui';
import { createElement } from 'react';
import { auditRows } from '../src/features/audit/audit-rows.ts';
import { EntryPanel } from '../src/features/audit/entry-panel.tsx';

const entry: AuditEntry = {
  id: 'e-7',
  actionType: 'PROFILE',
  createdTimestamp: 1,
  username: 'ann',
  ip: '127.0.0.1',
  details: calls.getProfile.summary,
  args: { phone: '998901234567' },
  outcome: 'OK',
};
const key = callKey('auditEntry', { params: { id: entry.id } });
const FAILED = 'This entry could not be loaded';
const CHAIN = 'In the chain';
const chain = {
  seq: 3,
  hash: 'aa',
  previousHash: null,
  fits: true,
  before: null,
  after: null,
  checkpoint: null,
};
const [row] = auditRows([entry]);
const panel = (known: boolean) =>
  createElement(EntryPanel, { id: entry.id, row: known ? row : undefined, onClose: () => undefined });

it('says of an entry that could not be loaded what went wrong, and offers to ask again', () => {
  const words = wordsOnceRefused(panel(false), [key]);
  expect(words).toContain(FAILED);
  expect(words).toContain('The server does not answer.');
  expect(words).toContain('Retry');
});

it('shows what the list knows of an entry whose place in the chain could not be loaded, and says that', () => {
  const words = wordsOnceRefused(panel(true), [key]);
  expect(words).toContain('ann: reading profile +998901234567');
  expect(words).toContain(FAILED);
});

it.each([false, true])(
  'shows that the entry is asked for again after an error, no longer the error: %s',
  async (known) => {
    const { refused, again, answered } = await markupAskedAgain(panel(known), key, { entry, chain });
    expect(refused).toContain(FAILED);
    expect(refused).not.toContain('ns-skeleton');
    expect(again).toContain('ns-skeleton');
    expect(again).not.toContain(FAILED);
    expect(answered).toContain(CHAIN);
    expect(answered).not.toContain('ns-skeleton');
  },
);

it('keeps an entry that could not be loaded again, and says that it may be old, not that it could not be loaded', () => {
  const words = wordsOnceAnswered(panel(false), [[key, { entry, chain }]], noAnswer);
  expect(words).toContain('ann: reading profile +998901234567');
  expect(words.split(OLD)).toHaveLength(2);
  expect(words).not.toContain(FAILED);
});
