import { expect, it } from '@jest/globals';
import { noAnswer, wordsOnceAnswered } from '../../../packages/ui/test/failed-again.ts';
import { callKey } from '@numscope/ui';
import { createElement, type ReactNode } from 'react';
import { FirstPhones } from '../src/features/job/first-phones.tsx';
import JobPhones from '../src/features/job/job-phones.tsx';
import { ProgressChart } from '../src/features/job/progress-chart.tsx';
import { jobWith } from './jobs.ts';

const OLD = 'This could not be loaded again, so what is shown may be old.';
const nothing = (): void => undefined;
const job = jobWith({});
const phones = {
  content: [{ phone: '+998901234567', status: 'FOUND', sources: [] }],
  totalElements: 1,
  totalPages: 1,
  number: 0,
  size: 1,
};
const phonesKey = (body: { page: number; size: number; filters?: object }) =>
  callKey('jobPhones', { params: { id: job.id }, body });
const progress = {
  points: [
    { at: 1, found: 1, answered: 2 },
    { at: 60_001, found: 2, answered: 4 },
  ],
  stretches: [],
};

it.each<[what: string, node: ReactNode, answers: Parameters<typeof wordsOnceAnswered>[1], shows: string]>([
  [
    'list of its numbers',
    createElement(JobPhones, { job, show: 'all', onShow: nothing }),
    [[phonesKey({ filters: {}, page: 0, size: 200 }), phones]],
    '1 to 1 of 1',
  ],
  [
    'first of its numbers',
    createElement(FirstPhones, { job, onAll: nothing }),
    [[phonesKey({ page: 0, size: 4 }), phones]],
    '+998901234567',
  ],
  [
    'curve of its answers',
    createElement(ProgressChart, { job }),
    [[callKey('jobProgress', { params: { number: String(job.number) }, query: {} }), progress]],
    'Answered over time',
  ],
])('the %s that could not be loaded again stays, and says that it may be old', (_what, node, answers, shows) => {
  const words = wordsOnceAnswered(node, answers, noAnswer);
  expect(words.split(OLD)).toHaveLength(2);
  expect(words).toContain(shows);
  expect(wordsOnceAnswered(node, answers, null)).toContain(shows);
  expect(wordsOnceAnswered(node, answers, null)).not.toContain('may be old');
});
