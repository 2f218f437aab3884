import { expect, it } from '@jest/globals';
import { aroundAll } from '@numscope/testing/around';
import { calls } from '@numscope/contracts';
import { type Setup, setUp } from './setup.ts';

let setup: Setup;
/** Jobs that were looked for, by what they were called. */
const sought: string[] = [];

aroundAll(
  () =>
    setUp({}, (store) => ({
      ...store,
      find(ref) {
        sought.push(ref);
        return store.find(ref);
      },
    })),
  (opened) => (setup = opened),
);

it('looks a job up once for a call that reads something of it and names it in the audit', async () => {
  const job = await setup.created('+998901234561', { name: 'Harbour', hold: 'true' });
  const number = String(job.number);
  const params = { number };
  const reads = {
    job: () => setup.admin.call(calls.getJob, { params }),
    sources: () => setup.admin.call(calls.jobSources, { params }),
    passes: () => setup.admin.call(calls.jobPasses, { params }),
    progress: () => setup.admin.call(calls.jobProgress, { params, query: {} }),
    preflight: () => setup.admin.call(calls.jobPreflight, { params }),
  };
  for (const [what, read] of Object.entries(reads)) {
    sought.length = 0;
    await read();
    expect([what, ...sought]).toEqual([what, number]);
  }
});
