import { describe, expect, it } from '@jest/globals';
import { aroundAll } from '@numscope/testing/around';
import { calls } from '@numscope/contracts';
import { type Setup, setUp } from './setup.ts';

let setup: Setup;
aroundAll(setUp, (opened) => (setup = opened));

describe('an entry on the topic', () => {
  it('is kept once, however often it comes', async () => {
    const events = await setup.log({ details: 'first' }, { details: 'second' });
    await setup.test.bus.deliver(...events, ...events);
    expect((await setup.search({})).map((entry) => entry.details)).toEqual(['second', 'first']);
    const chain = calls.auditChain.answer.parse((await setup.admin.call(calls.auditChain)).json());
    expect(chain).toEqual({
      whole: true,
      entries: 2,
      faults: 0,
      brokenAt: null,
      checkpoints: 0,
      vouchedUpTo: 0,
      at: expect.any(Number),
      by: 'root',
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
      begins: null,
      found: [],
    });
  });

  it('comes back as it was sent, whatever characters it has', async () => {
    const args = {
      nested: { list: [1, -0.5, 1e21, null, true, { b: 1, a: 2 }] },
      'ключ\u2028': '\u0000\ud800"\\\n',
      '10': 1,
      '9': 2,
    };
    const [event] = await setup.log({ details: 'odd', args });
    expect((await setup.search({ text: 'odd' }))[0]).toMatchObject({ id: event?.id, args });
  });

  it('is searchable in the trail of searches too', async () => {
    await setup.test.kit.audit.flush();
    await setup.test.bus.settled();
    expect((await setup.search({ actionTypes: ['AUDIT'], username: 'root' }))[0]).toMatchObject({
      outcome: 'OK',
      args: { text: 'odd' },
    });
  });
});
