import { expect, it } from '@jest/globals';
import { noAnswer, wordsOnceAnswered } from '../../../packages/ui/test/failed-again.ts';
import { ApiFailure } from '@numscope/client';
import { callKey } from '@numscope/ui';
import { createElement, type ReactNode } from 'react';
import JobPage from '../src/features/job/job-page.tsx';
import JobPanel from '../src/features/job/job-panel.tsx';
import { jobWith } from './jobs.ts';

const nothing = (): void => undefined;
const answers = [[callKey('getJob', { params: { number: '7' } }), jobWith({})]] as const;
const panel = {
  label: 'Job 7',
  number: '7',
  tab: 'overview',
  onTab: nothing,
  show: 'all',
  onShow: nothing,
  onClose: nothing,
} as const;

const shown: [what: string, node: ReactNode][] = [
  ['page', createElement(JobPage, { id: '7' })],
  ['panel', createElement(JobPanel, panel)],
];

it.each(shown)(
  'the %s of a job that could not be loaded again keeps it, and says that it may be old',
  (_what, node) => {
    const words = wordsOnceAnswered(node, answers, noAnswer, '/ext/job/7');
    expect(words).toContain('This could not be loaded again, so what is shown may be old.');
    expect(words).toContain('Lost parcels');
    expect(wordsOnceAnswered(node, answers, null, '/ext/job/7')).not.toContain('may be old');
  },
);

it.each(shown)('the %s of a job that is there no more says so, and shows nothing of it', (_what, node) => {
  const gone = new ApiFailure({ status: 404, code: 'NOT_FOUND', message: 'Not found', requestId: 'r-2' });
  const words = wordsOnceAnswered(node, answers, gone, '/ext/job/7');
  expect(words).toContain('There is no job 7');
  expect(words).not.toContain('Lost parcels');
});
