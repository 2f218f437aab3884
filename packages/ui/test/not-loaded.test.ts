import { expect, it } from '@jest/globals';
import { markupOf, wordsOf } from './markup.ts';
import { createElement } from 'react';
import { NotLoaded } from '../src/components/not-loaded.tsx';
import { noAnswer } from './failed-again.ts';

const asked = { error: null, refetch: () => undefined };
const failed = { ...asked, error: noAnswer };

it('while it is asked for is a skeleton of so many rows, or what is said instead', () => {
  expect(markupOf(createElement(NotLoaded, { query: asked, rows: 3 })).match(/<div>/g)).toHaveLength(3);
  expect(wordsOf(createElement(NotLoaded, { query: asked, waiting: 'Counting' }))).toBe('Counting');
});

it('once that failed says what failed and why, with the request and a retry, in the box that it is given', () => {
  const node = createElement(NotLoaded, {
    query: failed,
    title: 'No towns',
    waiting: 'Counting',
    errorClass: 'middle',
  });
  const words = wordsOf(node);
  for (const word of ['No towns', 'The server does not answer.', 'r-1', 'Retry']) expect(words).toContain(word);
  expect(words).not.toContain('Counting');
  expect(markupOf(node)).toMatch(/^<div class="middle">/);
  expect(markupOf(createElement(NotLoaded, { query: failed }))).toMatch(/^<div class="ns-state"/);
});
