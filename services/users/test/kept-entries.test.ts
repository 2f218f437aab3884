import { describe, expect, it } from '@jest/globals';
import { AuditRecord, calls, type CarriedEntry, type User } from '@numscope/contracts';
import { authed, type Caller } from '@numscope/testing';
import { aroundEach } from '@numscope/testing/around';
import { Secret, TOTP } from 'otpauth';
import * as z from 'zod';
import { createUsersService } from '../src/app.ts';
import type { UserStore } from '../src/store/user-store.port.ts';
import { type Setup, setUp, PASSWORD } from './setup.ts';

const Envelope = z.object({ id: z.string(), trace: z.string().optional(), data: AuditRecord });
const audit: CarriedEntry = {
  id: 'entry-1',
  trace: 'request-1',
  actionType: 'USER',
  createdTimestamp: 5,
  details: 'What was asked of auth',
  username: 'bob',
  userId: 'u1',
  ip: '203.0.113.9',
  args: { password: '***' },
  outcome: 'OK',
};
const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

let setup: Setup;
let bob: User;
aroundEach(setUp, async (opened) => {
  setup = opened;
  // So that what is to be told stays in the outbox, bob's making first.
  setup.test.bus.failWith(new Error('away'));
  bob = await setup.create();
});

/** The commits since bob was made that are to be told of: the topics of each, and the entries in them. */
async function pending() {
  const [, ...commits] = await setup.deps.store.pendingEvents(100);
  const entries = commits
    .flatMap(({ events }) => events)
    .filter(({ topic }) => topic === 'audit.logged')
    .map(({ json }) => Envelope.parse(JSON.parse(json)));
  return { topics: commits.map(({ events }) => events.map(({ topic }) => topic)), entries };
}
const start = (password = PASSWORD, by = setup.internal) =>
  by.call(calls.startSecondFactor, { body: { id: bob.id, password, audit } });
const begin = async (): Promise<string> => calls.startSecondFactor.answer.parse((await start()).json()).secret;
const confirm = (code: string) =>
  setup.internal.call(calls.turnOnSecondFactor, {
    body: { id: bob.id, code, keepIssuedAt: 0, audit: { ...audit, id: 'entry-2' } },
  });
const setPassword = (current = PASSWORD, by = setup.internal) =>
  by.call(calls.setPassword, { body: { userName: 'bob', current, password: 'Sunset!2026', audit } });
const signIn = (role: 'ADMIN' | 'USER', id: string) =>
  setup.internal.call(calls.signInByProvider, {
    body: {
      issuer: 'https://id.example',
      subject: 's1',
      name: 'ann',
      roles: [role],
      modules: [],
      audit: { ...audit, id, username: 'anonymous', userId: undefined, args: { roles: role } },
    },
  });

/** A service of the same users whose first change finds that somebody else has changed the user just before. */
async function withRival(run: (by: Caller) => Promise<{ statusCode: number; body: string }>): Promise<void> {
  const { store } = setup.deps;
  let isFirst = true;
  const change: UserStore['change'] = async (...given) => {
    const user = isFirst ? await store.find(bob.id) : null;
    isFirst = false;
    if (user) await store.change(user.id, user.revision, { ...user, modules: [] }, [], null);
    return store.change(...given);
  };
  const kept: UserStore = Object.assign(Object.create(store), {
    change,
    find: (id: string) => store.find(id),
    findByName: (name: string) => store.findByName(name),
    close: async () => undefined,
  });
  const service = await createUsersService({ ...setup.deps, store: kept });
  const answer = await run(authed(service.app, setup.test.serviceToken('auth')));
  await service.close();
  expect([isFirst, answer.statusCode < 300 || answer.body]).toEqual([false, true]);
}

describe('the entry of a change of the own account is kept in one commit with it', () => {
  it('for a new password', async () => {
    expect((await setPassword()).statusCode).toBe(204);
    const { topics, entries } = await pending();
    expect(topics).toEqual([['audit.logged', 'user.changed']]);
    const { id, trace, ...data } = audit;
    expect(entries).toEqual([{ id, trace, data }]);
  });

  it('for a second factor that is begun, turned on and turned off', async () => {
    const secret = await begin();
    expect((await pending()).topics).toEqual([['audit.logged']]);
    const confirmed = await confirm(codeOf(secret));
    const { recoveryCodes } = calls.turnOnSecondFactor.answer.parse(confirmed.json());
    expect((await pending()).topics).toEqual([['audit.logged'], ['audit.logged', 'user.changed']]);
    const body = { id: bob.id, password: PASSWORD, code: recoveryCodes[0] ?? '', audit: { ...audit, id: 'entry-3' } };
    expect((await setup.internal.call(calls.turnOffSecondFactor, { body })).statusCode).toBe(204);
    const { topics, entries } = await pending();
    expect(topics).toEqual([['audit.logged'], ['audit.logged', 'user.changed'], ['audit.logged']]);
    expect(entries.map(({ id }) => id)).toEqual(['entry-1', 'entry-2', 'entry-3']);
  });

  it('for what an identity provider gives, by the name that the user has here', async () => {
    const first = calls.signInByProvider.answer.parse((await signIn('USER', 'entry-1')).json());
    expect(first).toMatchObject({ created: true, kept: true });
    expect(calls.signInByProvider.answer.parse((await signIn('USER', 'entry-2')).json()).kept).toBe(false);
    expect(calls.signInByProvider.answer.parse((await signIn('ADMIN', 'entry-3')).json()).kept).toBe(true);
    const { topics, entries } = await pending();
    expect(topics).toEqual([['audit.logged'], ['audit.logged', 'user.changed']]);
    const ann = { username: 'ann', userId: first.user.id };
    expect(entries).toMatchObject([
      { id: 'entry-1', data: { ...ann, args: { roles: 'USER', created: true } } },
      { id: 'entry-3', data: { ...ann, args: { roles: 'ADMIN', created: false } } },
    ]);
  });

  it('once, where somebody changed the user meanwhile', async () => {
    await withRival((by) => setPassword(PASSWORD, by));
    expect((await pending()).topics).toEqual([['audit.logged', 'user.changed']]);
  });

  it('once for a second factor, too', async () => {
    await withRival((by) => start(PASSWORD, by));
    expect((await pending()).topics).toEqual([['audit.logged']]);
  });
});

it('no entry is kept of a change that is refused', async () => {
  const off = { id: bob.id, password: PASSWORD, code: '000000', audit };
  const refused = [
    await setPassword('Wrong!2026'),
    await start('Wrong!2026'),
    await confirm('000000'),
    await setup.internal.call(calls.turnOffSecondFactor, { body: off }),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 400, 409, 409]);
  expect((await pending()).topics).toEqual([]);
});
