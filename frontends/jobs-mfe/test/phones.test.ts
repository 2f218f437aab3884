import type { JobPhone, JobPhoneSource } from '@numscope/contracts';
import { describe, expect, it } from '@jest/globals';
import { firstAction, resultsPath, retriable } from '../src/domain/job-actions.ts';
import { answersOf } from '../src/domain/phone-answers.ts';
import { refusedLines } from '../src/domain/refused-lines.ts';
import { jobWith } from './jobs.ts';

const said = (source: string, status: JobPhoneSource['status']): JobPhoneSource => ({
  source,
  status,
  at: 1,
  cached: false,
});
const found: JobPhone = {
  phone: '+998901234567',
  status: 'FOUND',
  sources: [said('NUMBERING_PLAN', 'FOUND'), said('VIBER', 'FOUND'), said('HIYA', 'FAILED')],
};
const unknown: JobPhone = {
  ...found,
  status: 'NOT_FOUND',
  sources: [said('NUMBERING_PLAN', 'FOUND'), said('VIBER', 'NOT_FOUND')],
};

describe('what sources said of phones', () => {
  it('names the source that knows the person before the numbering plan', () => {
    expect(answersOf(found)).toEqual({ found: ['VIBER', 'NUMBERING_PLAN'], failed: ['HIYA'] });
    expect(answersOf(unknown)).toEqual({ found: [], failed: [] });
  });

  it('takes from a refusal only what is a line', () => {
    expect(refusedLines([{ line: 3, text: 'call me' }, { field: 'name' }, null, 'x'])).toEqual([
      { line: 3, text: 'call me' },
    ]);
    expect(refusedLines({ line: 1, text: '' })).toEqual([]);
  });
});

describe('what may be done to a job', () => {
  it('puts the likely action into the row', () => {
    expect(firstAction(jobWith({}))).toBe('PAUSE');
    expect(firstAction(jobWith({ status: 'CREATED', actions: ['PLAY', 'PAUSE', 'DELETE'] }))).toBe('PLAY');
    expect(firstAction(jobWith({ status: 'CANCELED', actions: ['MERGE', 'DELETE'] }))).toBeNull();
  });

  it('offers to retry what the server says can be asked again, and found numbers that lack an answer', () => {
    const counts = { PENDING: 0, SENT: 0, FOUND: 9, NOT_FOUND: 0, FAILED: 1, NOT_VALID: 0 };
    expect(retriable(jobWith({ status: 'DONE', counts, toRetry: 1 }), 0)).toBe(1);
    expect(retriable(jobWith({ status: 'DONE', counts, toRetry: 0 }), 2)).toBe(2);
    expect(retriable(jobWith({ status: 'CANCELED', counts, toRetry: null }), 2)).toBe(0);
  });

  it('leads to the results by the criterion of the job', () => {
    expect(resultsPath({ number: 1284 }, ({ field, value }) => [`${field}:${value}`])).toBe(
      '/ext/results?q=jobId%3A1284',
    );
  });
});
