import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import { type Setup, setUp } from './setup.ts';
import { changeEntry } from './tampering.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await setUp(false, { everyEntries: 3 });
});
afterAll(() => setup.close());

const entries = (details: string) => setup.log({ details }, { details }, { details });
const refusal = async () => calls.auditTrail.answer.parse((await setup.admin.call(calls.auditTrail)).json()).refusal;
const shown = async () => {
  const metric = await setup.test.kit.metrics.registry.getSingleMetric('numscope_audit_checkpoint_state')?.get();
  return metric?.values.map(({ labels, value }) => [labels['state'], value]);
};

it('a trail that is not as it was gets no signature from a service that goes on running, and everybody is told', async () => {
  await entries('before');
  await setup.test.bus.waitFor('audit.checkpoint', ({ data }) => data.seq === 3);
  expect([await refusal(), await shown()]).toEqual([
    null,
    [
      ['SIGNED', 1],
      ['REFUSED', 0],
    ],
  ]);
  await setup.log({ details: 'one' }, { details: 'two' });
  await changeEntry(setup, 4);
  await entries('after');
  expect(await askUntil(refusal, (reason) => reason !== null)).toMatch(/^entry 4 is CHANGED: expected .*, found /);
  expect(await shown()).toEqual([
    ['SIGNED', 0],
    ['REFUSED', 1],
  ]);
  expect(setup.test.bus.published('audit.checkpoint').map(({ data }) => data.seq)).toEqual([3]);
  expect((await setup.store.checkpoints(0, 10)).map(({ seq }) => seq)).toEqual([3]);
});
