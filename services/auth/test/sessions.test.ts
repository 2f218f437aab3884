import { beforeEach, describe, expect, it } from '@jest/globals';
import { aroundAll } from '@numscope/testing/around';
import { apiError, calls } from '@numscope/contracts';
import { RevocationList } from '@numscope/platform';
import { stubClient, userChangedEvent } from '@numscope/testing';
import * as fc from 'fast-check';
import { createPublicKey, verify } from 'node:crypto';
import { type Setup, setUpAlone, PASSWORD } from './setup.ts';

let setup: Setup & { close(): Promise<void> };
aroundAll(setUpAlone, (opened) => (setup = opened));

let token: string;
beforeEach(async () => {
  token = await setup.token();
});

const internal = () => setup.as(setup.test.serviceToken('gateway'));
const ask = async (query: { since: number; keysId?: string; waitMs?: number }) =>
  calls.revocations.answer.parse((await internal().call(calls.revocations, { query })).json());
const news = (since: number) => ask({ since });

/** Longer than any test lasts. */
const LONG_MS = 30_000;

describe('me', () => {
  it('answers who the token says', async () => {
    const answer = await setup.as(token).call(calls.me);
    expect(answer.json()).toEqual({
      userName: 'bob',
      roles: ['USER'],
      modules: ['Profiler'],
      expiresAt: expect.any(Number),
    });
    expect(answer.json().expiresAt).toBeGreaterThan(Date.now() + 11 * 3_600_000);
  });

  it('answers 401 without a token', async () => {
    expect((await setup.as(null).call(calls.me)).statusCode).toBe(401);
  });
});

describe('logging out', () => {
  it('ends every token of the user at once, in whatever case the name comes, but none that comes after', async () => {
    const other = await setup.token();
    const answer = await setup.as(token).call(calls.logout, { params: { username: 'Bob' } });
    expect(answer.statusCode).toBe(204);
    expect([await setup.me(token), await setup.me(other)]).toEqual([401, 401]);
    const { data } = await setup.test.bus.waitFor('audit.logged', (event) => event.data.actionType === 'LOGOUT');
    expect(data).toMatchObject({ username: 'bob', outcome: 'OK' });
    await nextMillisecond();
    expect(await setup.me(await setup.token())).toBe(200);
  });

  it('of somebody else is for administrators', async () => {
    const answer = await setup.as(token).call(calls.logout, { params: { username: 'eve' } });
    expect(answer.json()).toMatchObject({ statusCode: 403, code: 'FORBIDDEN' });
    expect(
      (await setup.as(setup.test.tokenFor('ADMIN')).call(calls.logout, { params: { username: 'bob' } })).statusCode,
    ).toBe(204);
    expect(await setup.me(token)).toBe(401);
  });

  it('of nobody is told: an administrator who mistypes a name must not believe that it was logged out', async () => {
    const admin = setup.as(setup.test.tokenFor('ADMIN'));
    const answer = await admin.call(calls.logout, { params: { username: 'bpb' } });
    expect(answer.json()).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' });
    const { data } = await setup.test.bus.waitFor('audit.logged', ({ data: { args } }) =>
      JSON.stringify(args).includes('bpb'),
    );
    expect(data).toMatchObject({ actionType: 'LOGOUT', outcome: 'NOT_FOUND' });
  });

  it('waits for nobody who could say whether there is such a user', async () => {
    setup.client.answer({
      isUser() {
        throw apiError('SERVICE_UNAVAILABLE');
      },
    });
    const admin = setup.as(setup.test.tokenFor('ADMIN'));
    expect((await admin.call(calls.logout, { params: { username: 'bob' } })).statusCode).toBe(204);
    expect(await setup.me(token)).toBe(401);
    setup.client.answer({ isUser: () => ({ known: true }) });
  });

  it('never ends the tokens of our own services', async () => {
    const admin = setup.as(setup.test.tokenFor('ADMIN'));
    expect((await admin.call(calls.logout, { params: { username: 'service:gateway' } })).statusCode).toBe(404);
  });
});

describe('a change of a user', () => {
  it('ends the tokens that were issued before it', async () => {
    await setup.test.bus.deliver(userChangedEvent('bob', { at: Date.now() }));
    expect(await setup.me(token)).toBe(401);
    await nextMillisecond();
    const later = await setup.token();
    await setup.test.bus.deliver(userChangedEvent('bob', { at: Date.now() - 60_000 }));
    expect(await setup.me(later)).toBe(200);
  });

  it('leaves the one session that made it', async () => {
    await nextMillisecond();
    const other = await setup.token();
    const keepIssuedAt = setup.test.tokens.verify(token).issuedAt;
    await setup.test.bus.deliver(userChangedEvent('bob', { at: Date.now(), keepIssuedAt }));
    expect([await setup.me(token), await setup.me(other)]).toEqual([200, 401]);
  });
});

describe('of several ends of a user', () => {
  it('one that came before the own change of the password, and is heard of after it, ends that session too', async () => {
    await nextMillisecond();
    const demotedAt = Date.now();
    await nextMillisecond();
    const before = (await news(0)).revision;
    const body = { current: PASSWORD, password: 'Sunset!2026' };
    expect((await setup.as(token).call(calls.changePassword, { body })).statusCode).toBe(204);
    expect(await setup.me(token)).toBe(200);
    const { revision } = await news(before);
    await setup.test.bus.deliver(userChangedEvent('bob', { at: demotedAt }));
    expect(await setup.me(token)).toBe(401);
    // So do others, who are told of it, and this one after its next start.
    const told = new RevocationList();
    told.take(await news(revision));
    expect(told.isRevoked(setup.test.tokens.verify(token))).toBe(true);
  });

  it('a token counts only where all that cover it spare it, in whatever order and batches they come', async () => {
    const anyEnd = fc.record({
      notBefore: fc.integer({ min: 1, max: 9 }),
      keepIssuedAt: fc.option(fc.integer({ min: 1, max: 9 })),
    });
    const base = Date.now();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyEnd, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
        async (batches) => {
          const userName = `eve${++runs}`;
          const list = new RevocationList();
          const onceMore = new RevocationList();
          let known = (await setup.deps.store.revocationsSince(0)).revision;
          for (const batch of batches) {
            const ends = batch.map(({ notBefore, keepIssuedAt }) => ({
              userName,
              notBefore: base + notBefore,
              keepIssuedAt: keepIssuedAt === null ? null : base + keepIssuedAt,
            }));
            await setup.deps.store.revoke(ends, base, []);
            const told = await setup.deps.store.revocationsSince(known);
            list.take(told);
            known = told.revision;
          }
          onceMore.take(await setup.deps.store.revocationsSince(0));
          for (let at = 0; at <= 10; at++) {
            const isCovered = batches.flat().some((end) => at <= end.notBefore && at !== end.keepIssuedAt);
            const issued = { userName, issuedAt: base + at };
            expect([list.isRevoked(issued), onceMore.isRevoked(issued)]).toEqual([isCovered, isCovered]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('the own password', () => {
  const change = (body: object) => setup.as(token).call(calls.changePassword, { raw: body });

  it('is changed by users, for this name and session', async () => {
    expect((await change({ current: PASSWORD, password: 'Sunset!2026' })).statusCode).toBe(204);
    expect(setup.client.madeTo('setPassword').at(-1)?.body).toEqual({
      userName: 'bob',
      current: PASSWORD,
      password: 'Sunset!2026',
      keepIssuedAt: setup.test.tokens.verify(token).issuedAt,
      audit: expect.objectContaining({
        id: expect.any(String),
        actionType: 'USER',
        username: 'bob',
        outcome: 'OK',
        args: { current: '***', password: '***' },
      }),
    });
  });

  it('leaves its audit entry to users, and keeps one itself of what was refused alone', async () => {
    const before = setup.test.bus.published('audit.logged').length;
    expect((await change({ current: PASSWORD, password: 'Sunset!2026' })).statusCode).toBe(204);
    expect((await change({ current: PASSWORD, password: '' })).statusCode).toBe(400);
    await setup.test.bus.waitFor('audit.logged', (event) => event.data.outcome === 'PASSWORD_REQUIRED');
    const entries = setup.test.bus.published('audit.logged').slice(before);
    expect(entries.filter(({ data }) => data.actionType === 'USER')).toHaveLength(1);
  });

  it('ends the other sessions before it answers', async () => {
    await nextMillisecond();
    const other = await setup.token();
    await nextMillisecond();
    expect((await change({ current: PASSWORD, password: 'Sunset!2026' })).statusCode).toBe(204);
    expect([await setup.me(token), await setup.me(other)]).toEqual([200, 401]);
  });

  it('needs both passwords', async () => {
    for (const body of [{ password: 'Sunset!2026' }, { current: PASSWORD, password: '' }])
      expect((await change(body)).json()).toMatchObject({ statusCode: 400, code: 'PASSWORD_REQUIRED' });
  });

  it('passes on what users refuses', async () => {
    setup.client.answer({
      setPassword: () => {
        throw apiError('BAD_CREDENTIALS', { status: 400 });
      },
    });
    expect((await change({ current: 'Wrong!2026', password: 'Sunset!2026' })).json()).toMatchObject({
      statusCode: 400,
      code: 'BAD_CREDENTIALS',
    });
  });
});

describe('the list of ended sessions', () => {
  it('tells what is new since a revision, and all to who has a revision of another life', async () => {
    const before = await news(0);
    await setup.test.bus.deliver(userChangedEvent('carol', { at: 5_000_000_000_000 }));
    const after = await news(before.revision);
    const keys = setup.test.tokens.publicKeys();
    expect(after).toEqual({
      revision: before.revision + 1,
      users: [{ userName: 'carol', notBefore: 5_000_000_000_000 }],
      longestSessionMs: 12 * 3_600_000,
      keys,
      keysId: before.keysId,
    });
    expect(await news(after.revision)).toEqual({ ...after, users: [] });
    expect((await news(999_999)).users).toEqual((await news(0)).users);
  });

  it('does not grow by an event that comes again', async () => {
    const event = userChangedEvent('dave');
    await setup.test.bus.deliver(event);
    const { revision } = await news(0);
    await setup.test.bus.deliver(event);
    expect((await news(0)).revision).toBe(revision);
  });

  it('passes over what no token can be old enough for, and tells nobody', async () => {
    const { revision } = await news(0);
    await setup.test.bus.deliver(userChangedEvent('erin', { at: Date.now() - 13 * 3_600_000 }));
    expect((await news(0)).revision).toBe(revision);
    expect((await news(0)).users.map((user) => user.userName)).not.toContain('erin');
  });

  it('is told to those who wait for it, once there is news', async () => {
    // Known before the end of the session: a question that is overtaken by that would hear nothing new.
    const { revision: since, keysId } = await news(0);
    const told = ask({ since, keysId, waitMs: LONG_MS });
    await Promise.resolve();
    await setup.as(token).call(calls.logout, { params: { username: 'bob' } });
    expect((await told).users.map(({ userName }) => userName.toLowerCase())).toEqual(['logins:bob']);
  });

  it('says how long the longest login lasts, so that nobody keeps the end of one that is over', async () => {
    const { revision, longestSessionMs } = await news(0);
    expect(longestSessionMs).toBe(12 * 3_600_000);
    expect(await news(revision)).toMatchObject({ users: [], longestSessionMs });
  });

  it('is told with nothing new in it when the time of who waits is over', async () => {
    const { revision: since, keysId } = await news(0);
    expect(await ask({ since, keysId, waitMs: 20 })).toMatchObject({ revision: since, users: [], keysId });
  });

  it('is told at once to who knows other keys', async () => {
    const { revision: since, keysId } = await news(0);
    expect(await ask({ since, keysId: 'former', waitMs: LONG_MS })).toMatchObject({ revision: since, keysId });
  });

  it('keeps nobody waiting for longer than half a minute', async () => {
    const answer = await internal().call(calls.revocations, { raw: undefined, query: { waitMs: 30_001 } });
    expect(answer.statusCode).toBe(400);
  });

  it('is for our own services only', async () => {
    expect(
      (await setup.as(setup.test.tokenFor('ADMIN')).call(calls.revocations, { query: { since: 0 } })).statusCode,
    ).toBe(403);
  });

  it('can be followed by another process', async () => {
    const list = new RevocationList();
    await setup.test.bus.deliver(userChangedEvent('bob', { at: Date.now() }));
    const current = await news(0);
    await list.follow(stubClient({ revocations: () => current }), setup.test.kit.log);
    list.close();
    expect(list.isRevoked(setup.test.tokens.verify(token))).toBe(true);
  });
});

describe('the public keys', () => {
  it('check a token without a call', async () => {
    const { keys } = calls.jwks.answer.parse((await setup.as(null).call(calls.jwks)).json());
    const [head = '', claims, signature] = token.split('.');
    expect(JSON.parse(Buffer.from(head, 'base64url').toString()).kid).toBe(keys[0]?.kid);
    const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' });
    expect(verify(null, Buffer.from(`${head}.${claims}`), key, Buffer.from(signature ?? '', 'base64url'))).toBe(true);
  });
});

/**
 * Tokens and logouts are told apart by the millisecond: a login takes longer than that in life, not with a prepared
 * answer.
 */
async function nextMillisecond(): Promise<void> {
  for (const now = Date.now(); Date.now() === now;) await Promise.resolve();
}
