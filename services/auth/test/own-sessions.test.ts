import { beforeEach, describe, expect, it } from '@jest/globals';
import { calls, limits } from '@numscope/contracts';
import { userChangedEvent } from '@numscope/testing';
import { aroundEach } from '@numscope/testing/around';
import { bob, type Setup, setUpAlone, PASSWORD } from './setup.ts';

let setup: Setup & { close(): Promise<void> };
aroundEach(setUpAlone, (opened) => (setup = opened));

const loginFrom = async (address: string, agent: string): Promise<string> => {
  const answer = await setup.as(null).inject({
    method: 'POST',
    url: calls.login.path,
    remoteAddress: address,
    payload: JSON.stringify({ username: 'bob', password: PASSWORD }),
    headers: { 'content-type': 'application/json', 'user-agent': agent },
  });
  return calls.login.answer.parse(answer.json()).accessToken;
};
const listed = async (token: string) =>
  calls.listSessions.answer.parse((await setup.as(token).call(calls.listSessions)).json());
const end = async (token: string, id: string) =>
  (await setup.as(token).call(calls.endSession, { params: { id } })).statusCode;

describe('the own logins', () => {
  let office: string;
  let phone: string;
  beforeEach(async () => {
    office = await loginFrom('203.0.113.1', 'Firefox');
    phone = await loginFrom('203.0.113.2', 'Telephone');
  });

  it('are listed with from where and with what, and which one asks', async () => {
    const sessions = await listed(office);
    expect(
      sessions
        .map(({ address, agent, current }) => ({ address, agent, current }))
        .toSorted((a, b) => a.address.localeCompare(b.address)),
    ).toEqual([
      { address: '203.0.113.1', agent: 'Firefox', current: true },
      { address: '203.0.113.2', agent: 'Telephone', current: false },
    ]);
    expect(Math.min(...sessions.map(({ expiresAt }) => expiresAt))).toBeGreaterThan(Date.now() + 11 * 3_600_000);
  });

  it('hold the one that asks, however many newer ones there are', async () => {
    for (let newer = 0; newer < limits.listedSessions; newer++) await loginFrom('203.0.113.9', 'Program');
    const sessions = await listed(office);
    expect(sessions).toHaveLength(limits.listedSessions + 1);
    expect(sessions.at(-1)).toMatchObject({ agent: 'Firefox', current: true });
    expect((await listed(phone)).filter(({ current }) => current)).toMatchObject([{ agent: 'Telephone' }]);
  });

  it('end one by one, for good and for everybody who checks tokens', async () => {
    const other = (await listed(office)).find(({ current }) => !current);
    expect(await end(office, other?.id ?? '')).toBe(204);
    expect([await setup.me(phone), await setup.me(office)]).toEqual([401, 200]);
    expect(await listed(office)).toMatchObject([{ agent: 'Firefox', current: true }]);
    const { users } = await setup.deps.store.revocationsSince(0);
    expect(users.map(({ userName }) => userName)).toEqual([`session:${other?.id}`]);
    const { data } = await setup.test.bus.waitFor('audit.logged', (event) => event.data.actionType === 'LOGOUT');
    expect(data).toMatchObject({ username: 'bob', userId: bob.id, outcome: 'OK', args: { agent: 'Telephone' } });
  });

  it('that were ended otherwise are not listed', async () => {
    await setup.test.bus.deliver(userChangedEvent('bob', { at: Date.now() + 1 }));
    const later = await loginFrom('203.0.113.3', 'Later');
    expect(await listed(later)).toMatchObject([{ agent: 'Later' }]);
  });

  it('that were ended all together, in whatever way, take no places of those that count', async () => {
    const { store, kit } = setup.deps;
    const ofBob = () => store.sessionsOf(bob.id, kit.clock.now(), 10);
    await setup.as(phone).call(calls.logout, { params: { username: 'BOB' } });
    expect(await ofBob()).toEqual([]);
    await nextMillisecond();
    const later = await loginFrom('203.0.113.3', 'Later');
    await nextMillisecond();
    await loginFrom('203.0.113.4', 'Other');
    const keepIssuedAt = setup.test.tokens.verify(later).issuedAt;
    await setup.test.bus.deliver(userChangedEvent('bob', { at: Date.now(), keepIssuedAt }));
    expect(await ofBob()).toMatchObject([{ agent: 'Later' }]);
    expect(await listed(later)).toMatchObject([{ agent: 'Later', current: true }]);
  });

  it('are forgotten with the user, and when there were tokens', async () => {
    const { store, kit } = setup.deps;
    const now = kit.clock.now();
    const times = { createdAt: now + 5000, expiresAt: now + 9000, seenAt: now };
    const other = { address: '203.0.113.9', agent: 'Firefox', ...times };
    await store.addSession({ ...other, id: 'of ann', userId: 'u2', userName: 'ann' });
    // Dated ahead, so that the deletion alone does not end it.
    await store.addSession({ ...other, id: 'ahead', userId: bob.id, userName: 'former' });
    expect(await store.lastIssue('bob')).toBeGreaterThan(0);
    await setup.test.bus.deliver(userChangedEvent('bob', { at: now, deleted: true, userId: bob.id }));
    expect(await store.lastIssue('bob')).toBe(0);
    expect(await store.sessionsOf(bob.id, now, 10)).toEqual([]);
    expect(await store.sessionsOf('u2', now, 10)).toHaveLength(1);
  });

  it("are nobody else's to see or end, not even of an administrator", async () => {
    const [session] = await listed(office);
    const admin = setup.test.tokenFor('ADMIN');
    expect(await listed(admin)).toEqual([]);
    expect(await end(admin, session?.id ?? '')).toBe(404);
    expect([await setup.me(office), await setup.me(phone)]).toEqual([200, 200]);
  });

  it('end the one that asks as well', async () => {
    const own = (await listed(phone)).find(({ current }) => current);
    expect(await end(phone, own?.id ?? '')).toBe(204);
    expect(await setup.me(phone)).toBe(401);
  });
});

/** Tokens and ends are told apart by the millisecond. */
async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  while (Date.now() === now) await new Promise(setImmediate);
}
