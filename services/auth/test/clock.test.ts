import { describe, expect, it } from '@jest/globals';
import { aroundEach } from '@numscope/testing/around';
import { calls } from '@numscope/contracts';
import { userChangedEvent } from '@numscope/testing';
import { bob, type Setup, setUpAlone, PASSWORD } from './setup.ts';

let setup: Setup & { close(): Promise<void> };
aroundEach(setUpAlone, (opened) => (setup = opened));

describe('a clock that was ahead and has gone back', () => {
  const hourAhead = () => Date.now() + 3_600_000;
  const logOut = (who: string) => setup.as(who).call(calls.logout, { params: { username: 'bob' } });

  it('leaves nobody out: the next login counts at once, and the older ones stay ended', async () => {
    const token = await setup.token();
    const early = setup.test.tokens.sign(bob, 3600, hourAhead());
    expect((await logOut(early)).statusCode).toBe(204);
    expect([await setup.me(token), await setup.me(early)]).toEqual([401, 401]);
    const next = await setup.token();
    expect([await setup.me(next), await setup.me(token), await setup.me(early)]).toEqual([200, 401, 401]);
    // Its time still counts from now.
    const { expiresAt } = setup.test.tokens.verify(next);
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + 12 * 3_600_000);
  });

  it('leaves nobody out for the failures that it counted', async () => {
    const statuses = async (times: number, password: string): Promise<number[]> => {
      const all: number[] = [];
      for (let time = 0; time < times; time++)
        all.push((await setup.login({ username: 'bob', password }, '203.0.113.7')).statusCode);
      return all;
    };
    setup.test.clock.advance(3_600_000);
    expect((await statuses(11, 'Wrong!2026')).at(-1)).toBe(429);
    setup.test.clock.advance(-3_600_000);
    expect(await statuses(1, PASSWORD)).toEqual([200]);
  });

  it('leaves no session that a logout does not end, also by somebody else', async () => {
    await setup.test.bus.deliver(userChangedEvent('bob', { at: hourAhead() }));
    const next = await setup.token();
    expect(await setup.me(next)).toBe(200);
    expect((await logOut(setup.test.tokenFor('ADMIN'))).statusCode).toBe(204);
    expect(await setup.me(next)).toBe(401);
    expect(await setup.me(await setup.token())).toBe(200);
  });
});
