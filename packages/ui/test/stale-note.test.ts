import { expect, it } from '@jest/globals';
import { wordsOf } from './markup.ts';
import { noAnswer } from './failed-again.ts';
import { createElement } from 'react';
import { StaleNote } from '../src/components/stale-note.tsx';

const said = (data: unknown, error: Error | null): string =>
  wordsOf(createElement(StaleNote, { query: { data, error, refetch: () => undefined } }));

it('says of what could not be loaded again that it may be old, why, and by which request', () => {
  expect(said([], noAnswer)).toBe(
    'This could not be loaded again, so what is shown may be old. The server does not answer. Request r-1\nRetry',
  );
});

it('says nothing of what was loaded, and leaves it to others to say that nothing could be', () => {
  expect([said([], null), said(undefined, noAnswer)]).toEqual(['', '']);
});
