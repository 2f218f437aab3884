import { expect, it } from '@jest/globals';
import { faultKinds } from '@numscope/contracts';
import { stepsOf } from '../src/features/sources/test-steps.ts';

const http = { connector: 'http' } as const;

it('when a source answers, then all steps went well', () => {
  expect(stepsOf(http, { ok: true, kind: null })).toEqual(
    ['reached', 'admitted', 'answered', 'read'].map((step) => ({ step, ok: true })),
  );
});

it.each(faultKinds)('when a test meets %s, then what went well comes before the one step that did not', (kind) => {
  const steps = stepsOf(http, { ok: false, kind });
  expect(steps.filter(({ ok }) => !ok)).toHaveLength(1);
  expect(steps.at(-1)?.ok).toBe(false);
});

it('when a provider refuses by its state, then nothing is said of the key that it may not have looked at', () => {
  expect(stepsOf(http, { ok: false, kind: 'PROVIDER' })).toEqual([
    { step: 'reached', ok: true },
    { step: 'answered', ok: false },
  ]);
});

it('when a source is no other machine, or the fault has no kind, then no step is told', () => {
  expect(stepsOf({ connector: 'dataset' }, { ok: true, kind: null })).toEqual([]);
  expect(stepsOf({ connector: 'numbering-plan' }, { ok: true, kind: null })).toEqual([]);
  expect(stepsOf(http, { ok: false, kind: null })).toEqual([]);
});
