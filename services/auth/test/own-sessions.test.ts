import { beforeEach, describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { userChangedEvent } from '@numscope/testing';
import { aroundEach } from '@numscope/testing/around';
import { bob, type House, openHouseAlone, PASSWORD } from './house.ts';

let house: House & { close(): Promise<void> };
aroundEach(openHouseAlone, (opened) => (house = opened));

const loginFrom = async (address: string, agent: string): Promise<string> => {
  const answer = await house.as(null).inject({
    method: 'POST',
    url: calls.login.path,
    remoteAddress: address,
    payload: JSON.stringify({ username: 'bob', password: PASSWORD }),
    headers: { 'content-type': 'application/json', 'user-agent': agent },
  });
  return calls.login.answer.parse(answer.json()).accessToken;
};
const listed = async (token: string) =>
  calls.listSessions.answer.parse((await house.as(token).call(calls.listSessions)).json());
const end = async (token: string, id: string) =>
  (await house.as(token).call(calls.endSession, { params: { id } })).statusCode;

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

  it('end one by one, for good and for everybody who checks tokens', async () => {
    const other = (await listed(office)).find(({ current }) => !current);
    expect(await end(office, other?.id ?? '')).toBe(204);
    expect([await house.me(phone), await house.me(office)]).toEqual([401, 200]);
    expect(await listed(office)).toMatchObject([{ agent: 'Firefox', current: true }]);
    const { users } = await house.deps.store.revocationsSince(0);
    expect(users.map(({ userName }) => userName)).toEqual([`session:${other?.id}`]);
    const { data } = await house.test.bus.waitFor('audit.logged', (event) => event.data.actionType === 'LOGOUT');
    expect(data).toMatchObject({ username: 'bob', userId: bob.id, outcome: 'OK', args: { agent: 'Telephone' } });
  });

  it('that were ended otherwise are not listed', async () => {
    await house.test.bus.deliver(userChangedEvent('bob', { at: Date.now() + 1 }));
    const later = await loginFrom('203.0.113.3', 'Later');
    expect(await listed(later)).toMatchObject([{ agent: 'Later' }]);
  });

  it("are nobody else's to see or end, not even of an administrator", async () => {
    const [session] = await listed(office);
    const admin = house.test.tokenFor('ADMIN');
    expect(await listed(admin)).toEqual([]);
    expect(await end(admin, session?.id ?? '')).toBe(404);
    expect([await house.me(office), await house.me(phone)]).toEqual([200, 200]);
  });

  it('end the one that asks as well', async () => {
    const own = (await listed(phone)).find(({ current }) => current);
    expect(await end(phone, own?.id ?? '')).toBe(204);
    expect(await house.me(phone)).toBe(401);
  });
});
