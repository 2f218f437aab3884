import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type RunCalls, runCalls } from '../../../packages/ui/test/run-calls.ts';
import { limits } from '@numscope/contracts';
import { type Criteria, noCriteria, onToast, type Selection, type Toast } from '@numscope/ui';
import { resultsView } from '../src/features/results/results-view.ts';
import { type SelectFirst, useSelectFirst } from '../src/features/results/use-select-first.ts';
import { profileOf } from './profile-of.ts';

const PART = 250;
const partOf = (nth: number, count = PART) => ({
  content: Array.from({ length: count }, (_, i) =>
    profileOf({ phone: `+9989${String(nth * PART + i).padStart(8, '0')}` }),
  ),
  totalElements: 2041,
  totalPages: 9,
  number: nth,
  size: PART,
});
const refusal = { statusCode: 503, code: 'UNAVAILABLE', message: 'Away for now', requestId: 'r-2' };

describe('selecting the first that match', () => {
  const selected: Selection[] = [];
  const toasts: Toast[] = [];
  const given = {
    criteria: noCriteria,
    sort: resultsView.sort.fallback,
    total: { count: 2041, atLeast: false },
    onSelect: (selection: Selection) => void selected.push(selection),
  };
  let run: RunCalls<typeof given, SelectFirst>;
  beforeEach(() => {
    run = runCalls(useSelectFirst, given);
    onToast((toast) => toasts.push(toast));
  });
  afterEach(() => {
    run.end();
    selected.length = 0;
    toasts.length = 0;
  });

  it('tells how many are there of how many, and selects them once all are', async () => {
    expect(run.now().step).toBeNull();
    run.now().start();
    for (let part = 0; part * PART < limits.selectedProfiles; part += 1) {
      await run.until(({ step }) => step?.done === part * PART && step.total === limits.selectedProfiles);
      expect(selected).toEqual([]);
      await run.answer(part, partOf(part));
    }
    await run.until(({ step }) => step === null);
    expect(selected.map(({ ids }) => ids.size)).toEqual([limits.selectedProfiles]);
    expect(toasts).toEqual([]);
  });

  it('is told of no more than there are', async () => {
    run.give({ ...given, total: { count: 30, atLeast: false } });
    run.now().start();
    await run.until(({ step }) => step?.total === 30);
    await run.answer(0, partOf(0, 30));
    await run.until(({ step }) => step === null);
    expect(selected.map(({ ids }) => ids.size)).toEqual([30]);
  });

  it('can be stopped: nothing more is asked, and what was selected stays', async () => {
    run.now().start();
    await run.answer(0, partOf(0));
    await run.until(({ step }) => step?.done === PART);
    run.now().stop();
    await run.until(({ step }) => step === null);
    expect(run.isGivenUp(1)).toBe(true);
    expect(selected).toEqual([]);
    expect(toasts.map(({ tone, message }) => `${tone}: ${message}`)).toEqual([
      'general: Selecting ended. What was selected before stays',
    ]);
  });

  it('says after how many it broke off and why, once, and what was selected stays', async () => {
    run.now().start();
    await run.answer(0, partOf(0));
    await run.answer(1, refusal, 503);
    await run.until(({ step }) => step === null);
    expect(selected).toEqual([]);
    expect(toasts.map(({ tone, message }) => `${tone}: ${message}`)).toEqual([
      'error: Selecting broke off after 250 of 1,000 profiles, and what was selected before stays. Away for now',
    ]);
  });

  it('ends without a word where another search is asked for', async () => {
    run.now().start();
    await run.answer(0, partOf(0));
    await run.until(({ step }) => step?.done === PART);
    const other: Criteria = { items: [{ field: 'name', value: 'Ann' }], must: [] };
    run.give({ ...given, criteria: other });
    await run.until(({ step }) => step === null);
    expect(run.isGivenUp(1)).toBe(true);
    expect(selected).toEqual([]);
    expect(toasts).toEqual([]);
  });

  it('is not begun twice at once', async () => {
    run.now().start();
    run.now().start();
    await run.answer(0, partOf(0, 3));
    await run.until(({ step }) => step === null);
    expect(selected).toHaveLength(1);
  });
});
