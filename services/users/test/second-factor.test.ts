import { describe, expect, it } from '@jest/globals';
import { calls, limits, type User } from '@numscope/contracts';
import { aroundEach } from '@numscope/testing/around';
import { codeAt, STEP_MS } from './code-at.ts';
import { type Setup, setUp, PASSWORD } from './setup.ts';

let setup: Setup;
let bob: User;
let secret: string;
let recoveryCodes: string[];
aroundEach(setUp, async (opened) => {
  setup = opened;
  setup.test.clock.freeze(Date.now());
  bob = await setup.create();
  const begun = await setup.internal.call(calls.startSecondFactor, { body: { id: bob.id, password: PASSWORD } });
  ({ secret } = calls.startSecondFactor.answer.parse(begun.json()));
});

const now = () => setup.test.clock.now();
const confirm = (code: string) =>
  setup.internal.call(calls.turnOnSecondFactor, { body: { id: bob.id, code, keepIssuedAt: 0 } });
async function turnOn(): Promise<void> {
  const answer = await confirm(codeAt(secret, now()));
  ({ recoveryCodes } = calls.turnOnSecondFactor.answer.parse(answer.json()));
  setup.test.clock.advance(STEP_MS);
}
const check = async (code: string | null, password = PASSWORD) =>
  calls.checkPassword.answer.parse(
    (await setup.internal.call(calls.checkPassword, { body: { userName: 'bob', password, code } })).json(),
  );
const wrongCode = () => {
  const counting = [-1, 0, 1].map((step) => codeAt(secret, now() + step * STEP_MS));
  return ['000000', '000001', '000002', '000003'].find((code) => !counting.includes(code)) ?? '';
};

describe('a second factor', () => {
  it('is asked for only after a first code of it was shown', async () => {
    expect((await check(null)).user?.userName).toBe('bob');
    expect((await confirm(wrongCode())).json()).toMatchObject({ statusCode: 422, code: 'CODE_WRONG' });
    await turnOn();
    expect(await check(null)).toEqual({ user: null, known: true, code: 'REQUIRED' });
    expect(await check(codeAt(secret, now()))).toMatchObject({ user: { userName: 'bob', secondFactor: true } });
  });

  it('says nothing to who has not the password', async () => {
    await turnOn();
    expect(await check(null, 'Wrong!2026')).toEqual({ user: null, known: true });
    expect(await check(codeAt(secret, now()), 'Wrong!2026')).toEqual({ user: null, known: true });
  });

  it('takes each code once, also of many that come at once, and none from before one that was used', async () => {
    await turnOn();
    const code = codeAt(secret, now());
    const before = codeAt(secret, now() - STEP_MS);
    const verdicts = await Promise.all(Array.from({ length: 5 }, () => check(code)));
    expect(verdicts.filter(({ user }) => user !== null)).toHaveLength(1);
    expect(verdicts.filter((verdict) => verdict.code === 'WRONG')).toHaveLength(4);
    expect(await check(before)).toMatchObject({ code: 'WRONG' });
  });

  it('does not take again the code by which it was turned on', async () => {
    const code = codeAt(secret, now());
    await confirm(code);
    expect(await check(code)).toMatchObject({ code: 'WRONG' });
  });

  it('takes each recovery code once, however it is written', async () => {
    await turnOn();
    const [first = '', second = ''] = recoveryCodes;
    expect(recoveryCodes).toHaveLength(limits.recoveryCodes);
    expect((await check(first)).user).not.toBeNull();
    expect(await check(first)).toMatchObject({ code: 'WRONG' });
    expect((await check(` ${second.replaceAll('-', ' ').toUpperCase()} `)).user).not.toBeNull();
    const state = await setup.internal.call(calls.secondFactorOf, { body: { id: bob.id } });
    expect(state.json()).toMatchObject({ recoveryCodes: limits.recoveryCodes - 2 });
  });

  it('looks at no code for a while after ten wrong ones, from wherever they came, and forgets them after that', async () => {
    await turnOn();
    const wrong = wrongCode();
    for (let time = 0; time < limits.codeFailures; time++) expect(await check(wrong)).toMatchObject({ code: 'WRONG' });
    const refused = await check(codeAt(secret, now()));
    expect(refused).toMatchObject({ user: null, code: 'TOO_MANY' });
    expect(refused.retryAfterMs).toBeLessThanOrEqual(limits.codeFailureWindowMs);
    expect(await check(recoveryCodes[0] ?? '')).toMatchObject({ code: 'TOO_MANY' });
    setup.test.clock.advance(limits.codeFailureWindowMs);
    expect((await check(codeAt(secret, now()))).user).not.toBeNull();
  });

  it('is begun by the password alone, and not while one is on', async () => {
    const begin = async (password: string) =>
      (await setup.internal.call(calls.startSecondFactor, { body: { id: bob.id, password } })).json();
    expect(await begin('Wrong!2026')).toMatchObject({ statusCode: 400, code: 'BAD_CREDENTIALS' });
    await turnOn();
    expect(await begin(PASSWORD)).toMatchObject({ statusCode: 409, code: 'SECOND_FACTOR_ON' });
    expect((await confirm(codeAt(secret, now()))).json()).toMatchObject({ code: 'SECOND_FACTOR_ON' });
  });

  it('is turned off by password and code together', async () => {
    await turnOn();
    const off = (password: string, code: string) =>
      setup.internal.call(calls.turnOffSecondFactor, { body: { id: bob.id, password, code } });
    expect((await off('Wrong!2026', codeAt(secret, now()))).json()).toMatchObject({ code: 'BAD_CREDENTIALS' });
    expect((await off(PASSWORD, wrongCode())).json()).toMatchObject({ statusCode: 422, code: 'CODE_WRONG' });
    expect((await off(PASSWORD, codeAt(secret, now()))).statusCode).toBe(204);
    expect((await check(null)).user).not.toBeNull();
    expect((await off(PASSWORD, recoveryCodes[0] ?? '')).json()).toMatchObject({ code: 'SECOND_FACTOR_OFF' });
  });

  it('stays through a change of the password, a rename and other roles', async () => {
    await turnOn();
    const body = { userName: 'bert', password: 'Sunrise!2027', roles: ['ADMIN' as const] };
    await setup.admin.call(calls.updateUser, { params: { id: bob.id }, body });
    const verdict = await setup.internal.call(calls.checkPassword, {
      body: { userName: 'bert', password: 'Sunrise!2027', code: null },
    });
    expect(verdict.json()).toMatchObject({ user: null, code: 'REQUIRED' });
  });

  it('that is only being set up goes with the password that it was begun by, and stays through another change', async () => {
    const change = (body: { roles: ['USER' | 'ADMIN']; password?: string }) =>
      setup.admin.call(calls.updateUser, { params: { id: bob.id }, body: { userName: 'bob', ...body } });
    await change({ roles: ['ADMIN'] });
    expect((await confirm(wrongCode())).json()).toMatchObject({ code: 'CODE_WRONG' });
    await change({ roles: ['ADMIN'], password: 'Sunrise!2027' });
    expect((await confirm(codeAt(secret, now()))).json()).toMatchObject({ code: 'SECOND_FACTOR_OFF' });
  });

  it('is taken away by an administrator, which ends the sessions and is audited', async () => {
    await turnOn();
    const reset = () => setup.admin.call(calls.resetSecondFactor, { params: { id: bob.id } });
    expect((await reset()).statusCode).toBe(204);
    expect((await check(null)).user).not.toBeNull();
    await setup.test.bus.waitFor(
      'user.changed',
      ({ data }) => data.userName === 'bob' && data.keepIssuedAt === undefined,
    );
    const { data } = await setup.test.bus.waitFor('audit.logged', ({ data: entry }) =>
      entry.details.startsWith('Take the second factor'),
    );
    expect(data).toMatchObject({ actionType: 'USER', username: 'root', outcome: 'OK', args: { id: bob.id } });
    expect((await reset()).json()).toMatchObject({ statusCode: 409, code: 'SECOND_FACTOR_OFF' });
  });

  it('ends the other sessions when it is turned on', async () => {
    await confirm(codeAt(secret, now()));
    const { data } = await setup.test.bus.waitFor('user.changed', (event) => event.data.userName === 'bob');
    expect(data).toMatchObject({ keepIssuedAt: 0, deleted: false });
  });

  it('is nothing that any answer tells of but that it is there', async () => {
    await turnOn();
    const users = await setup.admin.call(calls.searchUsers, { body: { size: 10 } });
    expect(users.body).not.toContain(secret);
    expect((await setup.all()).find(({ id }) => id === bob.id)).toMatchObject({ secondFactor: true });
    const kept = JSON.stringify(await setup.deps.store.find(bob.id));
    for (const code of recoveryCodes) expect(kept).not.toContain(code);
  });
});
