import { limits, messages } from '@numscope/contracts';
import { describe, expect, it } from '@jest/globals';
import { changesOf, draftFaults, draftOf, emptyDraft, fieldsOf, formerOf, passesOf } from '../src/domain/job-draft.ts';
import { jobWith } from './jobs.ts';

const words = { purpose: 'a purpose', passes: 'a number' };

describe('what a person types about a job', () => {
  it('needs a name of at most 255 characters, and a purpose where the installation asks for one', () => {
    expect(draftFaults(emptyDraft, false, words)).toEqual({ name: messages.jobNameRequired });
    expect(draftFaults({ ...emptyDraft, name: 'x'.repeat(limits.jobNameChars + 1) }, false, words)).toEqual({
      name: messages.jobNameInvalid,
    });
    // Letters outside of the basic plane are one character each.
    expect(draftFaults({ ...emptyDraft, name: '𝔘'.repeat(limits.jobNameChars) }, false, words)).toEqual({});
    expect(draftFaults({ ...emptyDraft, name: 'x', purpose: ' ' }, true, words)).toEqual({ purpose: 'a purpose' });
  });

  it.each([
    ['0', 0],
    ['17', 17],
    ['1000000', 1_000_000],
    ['1000001', null],
    ['-1', null],
    ['1.5', null],
    ['', null],
  ])('reads %j passes as %j', (text, passes) => {
    expect(passesOf(text)).toBe(passes);
  });

  it('has no schedule when there is one pass only', () => {
    expect(fieldsOf({ ...emptyDraft, name: ' a ', passes: '1', schedule: 'daily' })).toMatchObject({
      name: 'a',
      schedule: null,
    });
    expect(fieldsOf({ ...emptyDraft, name: 'a', passes: '0', schedule: 'daily' })).toMatchObject({
      iteration: 0,
      schedule: 'daily',
    });
  });

  it('sends nothing when nothing changed, and takes a purpose away by null', () => {
    const job = jobWith({ purpose: 'Case 26-0417', iteration: 3, schedule: 'monthly', prioritized: true });
    expect(changesOf(job, draftOf(job))).toBeNull();
    expect(changesOf(job, { ...draftOf(job), purpose: '  ' })).toEqual({ name: job.name, purpose: null });
  });

  it('sends what was changed and no more, and takes just that back', () => {
    const job = jobWith({ name: 'A', purpose: 'Case 26-0417', iteration: 3, schedule: 'monthly', prioritized: true });
    const renamed = { ...draftOf(job), name: 'B' };
    expect(changesOf(job, renamed)).toEqual({ name: 'B' });
    expect(formerOf(job, { name: 'B' })).toEqual({ name: 'A' });
    const once = changesOf(job, { ...renamed, prioritised: false, passes: '1' });
    expect(once).toEqual({ name: 'B', prioritised: false, iteration: 1, schedule: null });
    expect(formerOf(job, once!)).toEqual({ name: 'A', prioritised: true, iteration: 3, schedule: 'monthly' });
    expect(formerOf(jobWith({ purpose: null }), { name: 'A', purpose: 'x' })).toMatchObject({ purpose: null });
  });
});
