import { describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { authed } from '@numscope/testing';
import { aroundEach } from '@numscope/testing/around';
import { askUntil } from '@numscope/testing/ask-until';
import { type House, openHouse, openHouseAlone } from './house.ts';

const IDLE_MS = 600_000;
const settings = { idleMs: IDLE_MS, idleLookMs: 20 };

let house: House & { close(): Promise<void> };
aroundEach(
  () => openHouseAlone(settings),
  (opened) => (house = opened),
);

const idOf = (token: string): string => house.test.tokens.verify(token).tokenId ?? '';
/** As the gateway tells it. */
const tell = (token: string, at = house.test.clock.now()) =>
  authed(house.service.app, house.test.serviceToken('gateway')).call(calls.noteActivity, {
    body: { sessions: [{ id: idOf(token), at }] },
  });
async function ended(token: string): Promise<void> {
  await askUntil(
    () => house.me(token),
    (status) => status !== 200,
  );
}

describe('logins that nobody uses', () => {
  it('end after the time of the setting, for everybody who checks tokens; used ones go on', async () => {
    const [used, unused] = [await house.token(), await house.token()];
    house.test.clock.advance(IDLE_MS / 2 + 1);
    expect((await tell(used)).statusCode).toBe(204);
    house.test.clock.advance(IDLE_MS / 2);
    await ended(unused);
    expect(await house.me(used)).toBe(200);
    expect((await house.as(unused).call(calls.me)).json()).toMatchObject({
      code: 'UNAUTHORIZED',
      details: { end: 'UNUSED' },
    });
    const { users } = await house.deps.store.revocationsSince(0);
    expect(users.map(({ userName }) => userName)).toEqual([`idle:${idOf(unused)}`]);
    const left = await house.as(used).call(calls.listSessions);
    expect(calls.listSessions.answer.parse(left.json())).toHaveLength(1);
  });

  it('are not brought back by a use that comes after their end', async () => {
    const token = await house.token();
    house.test.clock.advance(IDLE_MS + 1);
    await tell(token);
    await ended(token);
  });

  it('end at the next start if that was while nothing ran', async () => {
    const token = await house.token();
    await house.service.close();
    house.test.clock.advance(IDLE_MS + 1);
    house = { ...house, ...(await openHouse(house.test, settings)) };
    await ended(token);
  });

  it('do not go back by a message that comes late', async () => {
    const token = await house.token();
    const at = house.test.clock.now();
    await tell(token, at + 5000);
    await tell(token, at + 1000);
    expect(await house.deps.store.idleSessions(at + 4999, 10)).toEqual([]);
    expect(await house.deps.store.idleSessions(at + 5000, 10)).toMatchObject([{ id: idOf(token), seenAt: at + 5000 }]);
  });
});

describe('without the setting', () => {
  it('a login lasts its hours, used or not', async () => {
    const patient = await openHouseAlone({ idleMs: null, idleLookMs: 1 });
    const token = await patient.token();
    patient.test.clock.advance(11 * 3_600_000);
    expect(await patient.me(token)).toBe(200);
    expect(
      (await patient.as(patient.test.serviceToken('gateway')).call(calls.noteActivity, { body: { sessions: [] } }))
        .statusCode,
    ).toBe(204);
    await patient.close();
  });
});
