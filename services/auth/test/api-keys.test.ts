import { createHash } from 'node:crypto';
import { expect, it, describe } from '@jest/globals';
import { type ApiKeyDraft, calls, limits } from '@numscope/contracts';
import { userChangedEvent } from '@numscope/testing';
import { aroundEach } from '@numscope/testing/around';
import { bob, type Setup, setUpAlone } from './setup.ts';

let setup: Setup & { close(): Promise<void> };
aroundEach(setUpAlone, (opened) => {
  setup = opened;
  setup.client.answer({
    userRights: ({ body }) => ({ user: body.id === bob.id ? bob : null, asOf: Date.now() }),
  });
});

const draft: ApiKeyDraft = { name: 'nightly', scopes: ['profiles:read', 'jobs'] };
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');
const bobs = async () => setup.as(await setup.token());
const admin = () => setup.as(setup.test.tokenFor('ADMIN'));

async function make(body: ApiKeyDraft = draft) {
  const answer = await (body.role ? admin() : await bobs()).call(calls.createKey, { body });
  expect(answer.statusCode).toBe(201);
  return calls.createKey.answer.parse(answer.json());
}

async function admit(key: string, address = '203.0.113.9') {
  const gateway = setup.as(setup.test.serviceToken('gateway'));
  const answer = await gateway.call(calls.admitKey, { body: { hash: hashOf(key), address } });
  return calls.admitKey.answer.parse(answer.json());
}

async function tokenOf(key: string) {
  const verdict = await admit(key);
  if (verdict.verdict !== 'KNOWN') throw new Error(`the key is ${verdict.verdict}`);
  return verdict.token;
}

const listed = async () => calls.listKeys.answer.parse((await (await bobs()).call(calls.listKeys)).json());
const statusAs = async (token: string) => (await setup.as(token).call(calls.me)).statusCode;

describe('a personal key', () => {
  it('is told once, and listed by what it begins with', async () => {
    const { key, ...made } = await make({ ...draft, addresses: ['192.0.2.0/24'], expiresAt: Date.now() + 60_000 });
    expect(key).toMatch(/^nsk_[\w-]{43}$/);
    expect(made).toMatchObject({
      kind: 'PERSONAL',
      owner: 'bob',
      role: null,
      prefix: key.slice(0, 8),
      lastUsedAt: null,
    });
    expect(await listed()).toEqual([made]);
    expect(JSON.stringify(await listed())).not.toContain(key.slice(8, 20));
  });

  it('stands for its owner with what rights the owner has, and only for what it was made', async () => {
    const { key, id } = await make();
    expect(setup.test.tokens.verify(await tokenOf(key))).toMatchObject({
      userId: 'u1',
      userName: 'bob',
      roles: ['USER'],
      modules: ['Profiler'],
      key: { id, shownAs: 'bob [nightly]', scopes: ['jobs', 'profiles:read'] },
    });
    setup.client.answer({ userRights: () => ({ user: { ...bob, modules: ['Webint'] }, asOf: Date.now() }) });
    expect(setup.test.tokens.verify(await tokenOf(key))).toMatchObject({ modules: ['Webint'] });
  });

  it('ends what it was made into when its owner changes, and goes on with what he has then', async () => {
    const { key } = await make();
    const before = await tokenOf(key);
    expect(await statusAs(before)).toBe(200);
    await setup.test.bus.deliver(userChangedEvent('bob', { at: Date.now() }));
    expect(await statusAs(before)).toBe(401);
    expect(await statusAs(await tokenOf(key))).toBe(200);
  });

  it("goes on with what it was made into after its owner's logout", async () => {
    const { key } = await make();
    const [before, login] = [await tokenOf(key), await setup.token()];
    expect((await setup.as(login).call(calls.logout, { params: { username: 'bob' } })).statusCode).toBe(204);
    expect([await statusAs(login), await statusAs(before)]).toEqual([401, 200]);
    await setup.test.bus.deliver(userChangedEvent('bob', { at: Date.now() }));
    expect(await statusAs(before)).toBe(401);
  });

  it('counts also where the end of a session is dated ahead', async () => {
    const { key } = await make();
    await setup.test.bus.deliver(userChangedEvent('bob', { at: Date.now() + 2000 }));
    expect(await statusAs(await tokenOf(key))).toBe(200);
  });

  it('goes with its owner', async () => {
    const { key } = await make();
    await setup.test.bus.deliver(userChangedEvent('bob', { at: Date.now(), deleted: true, userId: bob.id }));
    expect(await admit(key)).toEqual({ verdict: 'WRONG' });
    expect(await setup.deps.store.keysOf(bob.id)).toEqual([]);
  });

  it('of an owner who is gone is wrong before that is heard of', async () => {
    const { key } = await make();
    setup.client.answer({ userRights: () => ({ user: null, asOf: Date.now() }) });
    expect(await admit(key)).toEqual({ verdict: 'WRONG' });
  });

  it('expires', async () => {
    setup.test.clock.freeze(Date.now());
    const { key } = await make({ ...draft, expiresAt: setup.test.clock.now() + 10_000 });
    expect(await admit(key)).toMatchObject({ verdict: 'KNOWN', countsMs: 10_000 });
    const { issuedAt, expiresAt } = setup.test.tokens.verify(await tokenOf(key));
    expect(expiresAt - issuedAt).toBeLessThanOrEqual(11_000);
    setup.test.clock.advance(10_000);
    expect(await admit(key)).toEqual({ verdict: 'EXPIRED' });
  });

  it('is used as the list tells, to the minute, and not from where it may not come', async () => {
    setup.test.clock.freeze(Date.now());
    const { key } = await make({ ...draft, addresses: ['192.0.2.0/24', '2001:db8::/32'] });
    await admit(key, '203.0.113.9');
    expect(await listed()).toMatchObject([{ lastUsedAt: null, lastUsedFrom: null }]);
    const first = setup.test.clock.now();
    await admit(key, '192.0.2.7');
    setup.test.clock.advance(59_000);
    await admit(key, '192.0.2.8');
    expect(await listed()).toMatchObject([{ lastUsedAt: first, lastUsedFrom: '192.0.2.7' }]);
    setup.test.clock.advance(1000);
    await admit(key, '2001:db8::1');
    expect(await listed()).toMatchObject([{ lastUsedAt: first + 60_000, lastUsedFrom: '2001:db8::1' }]);
  });
});

describe('revoking', () => {
  it('ends the key and what it was made into, and tells who waits', async () => {
    const { key, id } = await make();
    const token = await tokenOf(key);
    const { revision } = await setup.deps.store.revocationsSince(0);
    expect((await (await bobs()).call(calls.deleteKey, { params: { id } })).statusCode).toBe(204);
    expect([await statusAs(token), await admit(key), await listed()]).toEqual([401, { verdict: 'WRONG' }, []]);
    const { users } = await setup.deps.store.revocationsSince(revision);
    expect(users).toMatchObject([{ userName: `key:${id}` }]);
  });

  it('is for the owner and for administrators', async () => {
    const { id } = await make();
    const eve = setup.as(setup.test.tokenFor('USER', 'eve'));
    expect((await eve.call(calls.deleteKey, { params: { id } })).json()).toMatchObject({ code: 'NOT_FOUND' });
    expect((await admin().call(calls.deleteKey, { params: { id } })).statusCode).toBe(204);
  });

  it.each(['logout', 'changePassword', 'listKeys', 'createKey', 'deleteKey'] as const)(
    'and %s are nothing for who comes with a key',
    async (name) => {
      const program = setup.as(await tokenOf((await make()).key));
      const { method, path } = calls[name];
      const url = path.replaceAll(/\{\w+\}/g, 'bob');
      expect((await program.inject({ method, url })).json()).toMatchObject({ statusCode: 403, code: 'KEY_SCOPE' });
    },
  );
});

describe("a service's key", () => {
  it('belongs to nobody, has its own role and the modules of who made it', async () => {
    const { key, id, ...made } = await make({ ...draft, role: 'USER' });
    expect(made).toMatchObject({ kind: 'SERVICE', owner: null, role: 'USER', createdBy: 'admin' });
    expect(setup.test.tokens.verify(await tokenOf(key))).toMatchObject({
      userId: `key:${id}`,
      userName: 'service [nightly]',
      roles: ['USER'],
      modules: ['Profiler', 'Webint'],
    });
    expect(await listed()).toEqual([]);
    const seen = calls.listKeys.answer.parse((await admin().call(calls.listKeys)).json());
    expect(seen).toMatchObject([{ id, kind: 'SERVICE' }]);
  });

  it('is made by administrators alone', async () => {
    const answer = await (await bobs()).call(calls.createKey, { body: { ...draft, role: 'ADMIN' } });
    expect(answer.json()).toMatchObject({ statusCode: 403, code: 'FORBIDDEN' });
  });
});

describe('what is refused', () => {
  it.each([
    [{ ...draft, expiresAt: 1 }, 'expiresAt'],
    [{ ...draft, addresses: ['192.0.2.0/33'] }, 'addresses'],
    [{ ...draft, addresses: ['example.org'] }, 'addresses'],
    [{ ...draft, name: ' ' }, 'name'],
    [{ ...draft, scopes: [] }, 'scopes'],
    [{ ...draft, scopes: ['everything'] }, 'scopes.0'],
  ])('%j at its field', async (raw, field) => {
    const answer = await (await bobs()).call(calls.createKey, { raw });
    expect(answer.json()).toMatchObject({ statusCode: 400, details: [{ field }] });
  });

  it('more keys than a user may have, also at once; a revoked one makes room', async () => {
    const caller = await bobs();
    const statuses = await Promise.all(
      Array.from(
        { length: limits.apiKeys + 2 },
        async () => (await caller.call(calls.createKey, { body: draft })).statusCode,
      ),
    );
    expect(statuses.toSorted().slice(-2)).toEqual([422, 422]);
    const [first] = await listed();
    expect(await listed()).toHaveLength(limits.apiKeys);
    await caller.call(calls.deleteKey, { params: { id: first?.id ?? '' } });
    expect((await caller.call(calls.createKey, { body: draft })).statusCode).toBe(201);
  });

  it('a wrong key', async () => {
    expect(await admit('nsk_wrong')).toEqual({ verdict: 'WRONG' });
  });
});

it('is audited under its own name, never by what it is', async () => {
  const { key, id } = await make();
  await (await bobs()).call(calls.deleteKey, { params: { id } });
  const made = await setup.test.bus.waitFor('audit.logged', ({ data }) => data.details.startsWith('Make an API key'));
  const gone = await setup.test.bus.waitFor('audit.logged', ({ data }) => data.details === 'Revoke an API key');
  expect(made.data).toMatchObject({
    username: 'bob [nightly]',
    userId: 'u1',
    args: { id, name: 'nightly' },
    outcome: 'OK',
  });
  expect(gone.data).toMatchObject({ username: 'bob [nightly]', userId: 'u1', args: { id }, outcome: 'OK' });
  const told = JSON.stringify([made, gone]);
  expect([told.includes(key), told.includes(key.slice(8)), told.includes(hashOf(key))]).toEqual([false, false, false]);
});
