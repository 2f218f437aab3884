import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import { type House, openHouse } from './house.ts';
import { changeEntry } from './tampering.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse(false, { everyEntries: 3 });
});
afterAll(() => house.close());

const entries = (details: string) => house.log({ details }, { details }, { details });
const refusal = async () => calls.auditTrail.answer.parse((await house.admin.call(calls.auditTrail)).json()).refusal;
const shown = async () => {
  const metric = await house.test.kit.metrics.registry.getSingleMetric('numscope_audit_checkpoint_state')?.get();
  return metric?.values.map(({ labels, value }) => [labels['state'], value]);
};

it('a trail that is not as it was gets no signature from a service that goes on running, and everybody is told', async () => {
  await entries('before');
  await house.test.bus.waitFor('audit.checkpoint', ({ data }) => data.seq === 3);
  expect([await refusal(), await shown()]).toEqual([
    null,
    [
      ['SIGNED', 1],
      ['REFUSED', 0],
    ],
  ]);
  await house.log({ details: 'one' }, { details: 'two' });
  await changeEntry(house, 4);
  await entries('after');
  expect(await askUntil(refusal, (reason) => reason !== null)).toMatch(/^entry 4 is CHANGED: expected .*, found /);
  expect(await shown()).toEqual([
    ['SIGNED', 0],
    ['REFUSED', 1],
  ]);
  expect(house.test.bus.published('audit.checkpoint').map(({ data }) => data.seq)).toEqual([3]);
  expect((await house.store.checkpoints(0, 10)).map(({ seq }) => seq)).toEqual([3]);
});
