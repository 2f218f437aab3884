import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { authed } from '@numscope/testing';
import type { Setup } from './setup.ts';

const phone = '+998901234567';

/** What every store of the audit must tell of a phone. */
export function phoneSuite(open: () => Promise<Setup>): void {
  let setup: Setup;
  beforeAll(async () => {
    setup = await open();
    await setup.log(
      { details: 'as an argument', args: { phone } },
      { details: `in words: ${phone}.`, args: {}, createdTimestamp: 1_700_000_000_005 },
      { details: 'in a list, without the plus', args: { phones: ['12025550123', '998901234567'] } },
      { details: 'as a number', args: { from: 998_901_234_567 } },
      { details: 'behind a character that JSON writes by its number', args: { text: '\u0001998901234567' } },
      { details: 'a longer number', args: { phone: '+9989012345678' } },
      { details: 'part of a long text of digits', args: { text: `00${phone.slice(1)}00` } },
      { details: 'another', args: { phone: '+998901234568' } },
    );
  });
  afterAll(() => setup.close());

  const named = async (asked: string): Promise<string[]> => {
    const by = authed(setup.service.app, setup.test.serviceToken('profiles'));
    const answer = await by.call(calls.auditOfPhone, { body: { phone: asked } });
    return calls.auditOfPhone.answer.parse(answer.json()).map(({ details }) => details);
  };

  it('are found wherever it stands, newest first, and no other number is', async () => {
    expect(await named(phone)).toEqual([
      `in words: ${phone}.`,
      'behind a character that JSON writes by its number',
      'as a number',
      'in a list, without the plus',
      'as an argument',
    ]);
    expect(await named('+998901234568')).toEqual(['another']);
    expect(await named('+99890')).toEqual([]);
    expect(await named('+99')).toEqual([]);
  });

  it('are told to other services alone', async () => {
    expect((await setup.admin.call(calls.auditOfPhone, { body: { phone } })).statusCode).toBe(403);
  });
}
