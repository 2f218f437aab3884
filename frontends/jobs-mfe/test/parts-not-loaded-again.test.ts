import { expect, it } from '@jest/globals';
import { OLD, partsSayThatTheyMayBeOld, wordsOnceRefused } from '../../../packages/ui/test/failed-again.ts';
import { limits, type PassDifference, phoneStatuses } from '@numscope/contracts';
import { callKey } from '@numscope/ui';
import { createElement } from 'react';
import { BySource } from '../src/features/job/by-source.tsx';
import { FirstPhones } from '../src/features/job/first-phones.tsx';
import JobPhones from '../src/features/job/job-phones.tsx';
import JobPasses from '../src/features/job/job-passes.tsx';
import JobRest from '../src/features/job/job-rest.tsx';
import { PassComparison } from '../src/features/job/pass-comparison.tsx';
import { PassValues } from '../src/features/job/pass-values.tsx';
import { ProgressChart } from '../src/features/job/progress-chart.tsx';
import SubTasks from '../src/features/job/sub-tasks.tsx';
import { jobWith } from './jobs.ts';

const nothing = (): void => undefined;
const job = jobWith({});
const asked = jobWith({ phonesSent: 4 });
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

const progressKey = callKey('jobProgress', { params: { number: String(job.number) }, query: {} });
const countedKey = callKey('jobSources', { params: { number: String(job.number) } });
const sourcesKey = callKey('listSources', {});
const counted = {
  phones: 10,
  foundIncomplete: 0,
  at: 1,
  sources: [{ source: 'PARCELS', asked: 4, found: 2, failed: 0, cached: 0, notAsked: 0 }],
};
const sources = [{ name: 'PARCELS', state: 'PAUSED' }];
const restKey = phonesKey({
  filters: { status: phoneStatuses.filter((status) => status !== 'FOUND') },
  page: 0,
  size: limits.pageSize.jobPhones,
});
const subTasksKey = callKey('searchJobs', {
  body: {
    page: 0,
    size: limits.pageSize.jobs,
    parentNumber: job.number,
    sort: { field: 'number', direction: 'ASC' },
  },
});
const subTasks = { ...phones, content: [jobWith({ number: 8 })] };
const passesKey = callKey('jobPasses', { params: { number: String(job.number) } });
const passes = [2, 1].map((pass) => ({ pass, startedOn: 1, finishedOn: 2, counts: null }));
const comparisonKey = callKey('comparePasses', {
  params: { number: String(job.number) },
  query: { from: 1, to: 2, page: 0, size: limits.pageSize.jobPhones },
});
const difference: PassDifference = {
  phone: '+998901234567',
  change: 'CHANGED',
  fields: ['names'],
  saidFrom: [],
  saidTo: [],
};
const comparison = { ...phones, content: [difference], counts: { NEW: 0, CHANGED: 1, GONE: 0 } };
const none = { ...phones, content: [], totalElements: 0, totalPages: 0 };
const bySource = createElement(BySource, { job: asked });

partsSayThatTheyMayBeOld([
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
  ['curve of its answers', createElement(ProgressChart, { job }), [[progressKey, progress]], 'Answered over time'],
  [
    'count of answers by source',
    bySource,
    [
      [countedKey, counted],
      [sourcesKey, sources],
    ],
    'PARCELS',
  ],
  ['list of what has no profile', createElement(JobRest, { job }), [[restKey, phones]], '1 to 1 of 1'],
  ['list of its sub-tasks', createElement(SubTasks, { job }), [[subTasksKey, subTasks]], '1 to 1 of 1'],
  ['list of its passes', createElement(JobPasses, { job }), [[passesKey, passes]], 'Pass 2'],
  [
    'comparison of two passes',
    createElement(PassComparison, { job, from: 1, to: 2, beside: false }),
    [[comparisonKey, comparison]],
    '1 to 1 of 1',
  ],
  ['empty list of what has no profile', createElement(JobRest, { job }), [[restKey, none]], 'Every number was found'],
  ['empty list of its sub-tasks', createElement(SubTasks, { job }), [[subTasksKey, none]], 'No sub-tasks'],
  [
    'list of its one pass',
    createElement(JobPasses, { job }),
    [[passesKey, passes.slice(0, 1)]],
    'Only one pass so far',
  ],
  [
    'comparison of two passes without a difference',
    createElement(PassComparison, { job, from: 1, to: 2, beside: false }),
    [[comparisonKey, { ...comparison, ...none }]],
    'No difference',
  ],
  [
    'comparison of a number in two passes',
    createElement(PassValues, { difference, from: 1, to: 2 }),
    [[callKey('individualExportAsIs', { query: { phone: difference.phone } }), []]],
    'Nobody says',
  ],
]);

it('says beside the answers by source that how the sources stand is not known', () => {
  const words = wordsOnceRefused(bySource, [sourcesKey], [[countedKey, counted]]);
  expect(words).toContain('PARCELS');
  expect(words).toContain('How the sources stand could not be loaded');
  expect(words).not.toContain(OLD);
});

it.each([
  [
    'The phones could not be loaded',
    createElement(FirstPhones, { job, onAll: nothing }),
    phonesKey({ page: 0, size: 4 }),
  ],
  ['The curve could not be loaded', createElement(ProgressChart, { job }), progressKey],
  ['How often the sources answered could not be loaded', bySource, countedKey],
])('says that %s instead of leaving the part out', (said, node, key) => {
  const words = wordsOnceRefused(node, [key]);
  expect(words).toContain(said);
  expect(words).toContain('Retry');
  expect(words).not.toContain('The curve begins');
});
