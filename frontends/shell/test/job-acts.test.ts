import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Job } from '@numscope/contracts';
import { buildJob } from '@numscope/testing/builders';
import { onToast, type Toast } from '@numscope/ui';
import { jobActs } from '../src/palette/job-acts.ts';

const real = globalThis.fetch;
let asked: string[] = [];
let toast: () => Promise<Toast>;

beforeEach(() => {
  asked = [];
  Object.assign(globalThis, { window: new EventTarget(), document: new EventTarget() });
  for (const storage of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, storage, { value: { getItem: () => null }, configurable: true });
  globalThis.fetch = async (url) => {
    asked.push(String(url));
    return Response.json(buildJob({ number: 5 }));
  };
  toast = () =>
    new Promise((resolve) => {
      const stop = onToast((shown) => {
        stop();
        resolve(shown);
      });
    });
});
afterEach(() => {
  globalThis.fetch = real;
});

/** What is said once this is done to a job from the palette. */
function after(act: 'PAUSE' | 'PLAY', change: Partial<Job>): Promise<Toast> {
  const said = toast();
  jobActs(buildJob({ number: 5, name: 'Night', actions: [act], ...change }))[0]?.run?.();
  return said;
}

it.each([
  ['had not begun', { status: 'CREATED' }],
  ['waited for its next pass', { status: 'SCHEDULED', nextPassAt: 5 }],
] as const)('when a paused job %s, then it is said and not taken back, which would begin it', async (_case, change) => {
  const { message, action } = await after('PAUSE', change);
  expect([message, action]).toEqual(['Job 5 Night is paused', undefined]);
});

it('when it ran, then one press lets it go on, which is said alone', async () => {
  const { action } = await after('PAUSE', { status: 'IN_PROGRESS' });
  const said = toast();
  action?.run();
  const { message, action: again } = await said;
  expect([message, again]).toEqual(['Job 5 Night goes on', undefined]);
  expect(asked.map((url) => url.split('/').at(-1))).toEqual(['PAUSED', 'IN_PROGRESS']);
});

it('when a paused one goes on, then one press pauses it again; what was over is not paused by it', async () => {
  const { action } = await after('PLAY', { status: 'PAUSED' });
  expect(action).toBeDefined();
  expect((await after('PLAY', { status: 'DONE' })).action).toBeUndefined();
});
