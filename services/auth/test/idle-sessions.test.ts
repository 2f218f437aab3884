import { describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { authed } from '@numscope/testing';
import { aroundEach } from '@numscope/testing/around';
import { askUntil } from '@numscope/testing/ask-until';
import { IdleSessions } from '../src/idle-sessions.ts';
import { SessionNews } from '../src/session-news.ts';
import { type Setup, setUp, setUpAlone } from './setup.ts';

const IDLE_MS = 600_000;
const settings = { idleMs: IDLE_MS, idleLookMs: 20 };

let setup: Setup & { close(): Promise<void> };
aroundEach(
  () => setUpAlone(settings),
  (opened) => (setup = opened),
);

/** In which nobody looks for unused logins. */
async function setUpBeside(): Promise<Setup> {
  await setup.service.close();
  setup = { ...setup, ...(await setUp(setup.test)) };
  return setup;
}

const idOf = (token: string): string => setup.test.tokens.verify(token).tokenId ?? '';
/** As the gateway tells it. */
const tell = (token: string, at = setup.test.clock.now(), from = at) =>
  authed(setup.service.app, setup.test.serviceToken('gateway')).call(calls.noteActivity, {
    body: { sessions: [{ id: idOf(token), from, at }] },
  });
async function ended(token: string): Promise<void> {
  await askUntil(
    () => setup.me(token),
    (status) => status !== 200,
  );
}

describe('logins that nobody uses', () => {
  it('end after the time of the setting, for everybody who checks tokens; used ones go on', async () => {
    const [used, unused] = [await setup.token(), await setup.token()];
    setup.test.clock.advance(IDLE_MS / 2 + 1);
    expect((await tell(used)).statusCode).toBe(204);
    setup.test.clock.advance(IDLE_MS / 2);
    await ended(unused);
    expect(await setup.me(used)).toBe(200);
    expect((await setup.as(unused).call(calls.me)).json()).toMatchObject({
      code: 'UNAUTHORIZED',
      details: { end: 'UNUSED' },
    });
    const { users } = await setup.deps.store.revocationsSince(0);
    expect(users.map(({ userName }) => userName)).toEqual([`idle:${idOf(unused)}`]);
    const left = await setup.as(used).call(calls.listSessions);
    expect(calls.listSessions.answer.parse(left.json())).toHaveLength(1);
  });

  it('go on where their first use that is told of came in time', async () => {
    const { store } = (await setUpBeside()).deps;
    await Promise.all([setup.token(), setup.token()]);
    const all = await store.idleSessions(Number.MAX_SAFE_INTEGER, 2);
    const seen = all.map(({ id, seenAt }, n) => ({ id, from: seenAt + IDLE_MS - 1 + n, at: seenAt + IDLE_MS + 9 }));
    await store.noteSeen(seen, IDLE_MS);
    const left = await store.idleSessions(Number.MAX_SAFE_INTEGER, 2);
    const seenAt = (id: string | undefined) => left.find((one) => one.id === id)?.seenAt;
    expect(seen.map(({ id }) => seenAt(id))).toEqual([seen[0]?.at, all[1]?.seenAt]);
  });

  it('are not brought back by a use that comes after their end', async () => {
    const token = await setup.token();
    setup.test.clock.advance(IDLE_MS + 1);
    await tell(token);
    await ended(token);
  });

  it('are left alone until gateways must have told of the uses within their time', async () => {
    const { test, deps } = await setUpBeside();
    const { clock } = test;
    clock.freeze(Date.now());
    const token = await setup.token();
    let looks = 0;
    const store = Object.create(deps.store, {
      idleSessions: {
        value: (seenUpTo: number, most: number) => {
          looks++;
          return deps.store.idleSessions(seenUpTo, most);
        },
      },
    });
    const lookMs = 30;
    const news = new SessionNews(deps.store, deps.tokens);
    const idle = new IdleSessions({ ...deps, store, news, settings: { ...deps.settings, idleMs: IDLE_MS } }, lookMs);
    clock.advance(IDLE_MS + 2 * lookMs - 1);
    idle.start();
    await askUntil(() => looks > 1);
    expect(await setup.me(token)).toBe(200);
    clock.advance(1);
    await ended(token);
    await idle.close();
    news.close();
  });

  it('are not ended where a use is told of between the look and the end', async () => {
    const token = await setup.token();
    const { store } = setup.deps;
    const [read] = await store.idleSessions(Number.MAX_SAFE_INTEGER, 1);
    if (!read) throw new Error('there is no login');
    const ended = { userName: `idle:${read.id}`, notBefore: read.createdAt, keepIssuedAt: null };
    await tell(token, read.seenAt + 1);
    expect(await store.removeUnused(read, ended, read.createdAt)).toBe(false);
    expect((await store.revocationsSince(0)).users).toEqual([]);
    expect(await store.removeUnused({ ...read, seenAt: read.seenAt + 1 }, ended, read.createdAt)).toBe(true);
    expect((await store.revocationsSince(0)).users).toMatchObject([{ userName: ended.userName }]);
    expect(await store.idleSessions(Number.MAX_SAFE_INTEGER, 1)).toEqual([]);
  });

  it('end at the next start if that was while nothing ran', async () => {
    const token = await setup.token();
    await setup.service.close();
    setup.test.clock.advance(IDLE_MS + 1);
    setup = { ...setup, ...(await setUp(setup.test, settings)) };
    await ended(token);
  });

  it('do not go back by a message that comes late', async () => {
    const token = await setup.token();
    const at = setup.test.clock.now();
    await tell(token, at + 5000);
    await tell(token, at + 1000);
    expect(await setup.deps.store.idleSessions(at + 4999, 10)).toEqual([]);
    expect(await setup.deps.store.idleSessions(at + 5000, 10)).toMatchObject([{ id: idOf(token), seenAt: at + 5000 }]);
  });
});

describe('without the setting', () => {
  it('a login lasts its hours, used or not', async () => {
    const patient = await setUpAlone({ idleMs: null, idleLookMs: 1 });
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
