import { expect, it, jest } from '@jest/globals';
import { apiError } from '@numscope/contracts';
import {
  addEnd,
  createLogger,
  loginsSubject,
  RevocationList,
  type ServiceClient,
  sessionSubject,
  type TokenEnd,
} from '@numscope/platform';
import { createTestTokens, stubClient } from '@numscope/testing';
import * as fc from 'fast-check';

const keys = [...createTestTokens().publicKeys()];

const issued = (issuedAt: number, userName = 'Anna') => ({
  userId: `id-of-${userName}`,
  userName,
  roles: [],
  modules: [],
  issuedAt,
  expiresAt: issuedAt + 1000,
});

it('ends tokens up to a moment, of that user only, in whatever case the name is written', () => {
  const list = new RevocationList();
  list.revoke('anna', 100);
  expect([99, 100, 101].map((at) => list.isRevoked(issued(at)))).toEqual([true, true, false]);
  expect(list.isRevoked(issued(50, 'bob'))).toBe(false);
});

it('never moves back to an earlier moment', () => {
  const list = new RevocationList();
  list.revoke('anna', 100);
  list.revoke('anna', 50);
  expect(list.isRevoked(issued(80))).toBe(true);
});

it('spares the one token that a change of password keeps', () => {
  const list = new RevocationList();
  list.revoke('anna', 100, 90);
  expect([89, 90, 91].map((at) => list.isRevoked(issued(at)))).toEqual([true, false, true]);
});

it('does not spare it where another end, before or after it was heard of, takes it', () => {
  const ends = [
    { notBefore: 100, keepIssuedAt: 90 },
    { notBefore: 95, keepIssuedAt: null },
  ];
  for (const order of [ends, ends.toReversed()]) {
    const list = new RevocationList();
    list.take({ users: order.map(({ notBefore }, n) => ({ userName: 'anna', notBefore, ...keptBy(order[n]) })) });
    expect([90, 100, 101].map((at) => list.isRevoked(issued(at)))).toEqual([true, true, false]);
  }
});

it('spares it after an end that is older than it', () => {
  const list = new RevocationList();
  list.revoke('anna', 100, 90);
  list.revoke('anna', 89);
  expect([89, 90, 91].map((at) => list.isRevoked(issued(at)))).toEqual([true, false, true]);
});

const moment = fc.integer({ min: 1, max: 12 });
const anyEnd: fc.Arbitrary<TokenEnd> = fc.record({
  notBefore: moment,
  keepIssuedAt: fc.option(moment),
});
const keptBy = (end: TokenEnd | undefined) =>
  typeof end?.keepIssuedAt === 'number' ? { keepIssuedAt: end.keepIssuedAt } : {};

it('lets a token count only where each end that covers it spares it, in whatever order they come', () => {
  const several = fc.array(anyEnd, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(several, (ends) => {
      const list = new RevocationList();
      for (const { notBefore, keepIssuedAt } of ends) list.revoke('anna', notBefore, keepIssuedAt);
      for (let at = 0; at <= 13; at++) {
        const isCovered = ends.some(({ notBefore, keepIssuedAt }) => at <= notBefore && at !== keepIssuedAt);
        expect(list.isRevoked(issued(at))).toBe(isCovered);
      }
      const together = (all: TokenEnd[]) =>
        all.reduce<TokenEnd | undefined>((known, end) => addEnd(known, end) ?? known, undefined);
      expect(together(ends.toReversed())).toEqual(together(ends));
    }),
  );
});

it('ends the logins of a user, whose keys go on', () => {
  const list = new RevocationList();
  list.revoke(loginsSubject('anna'), 100);
  const ofKey = { ...issued(100), key: { id: 'k1', shownAs: 'Anna [nightly]', scopes: [] } };
  expect([issued(100), issued(101), issued(100, 'bob'), ofKey].map((one) => list.isRevoked(one))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  list.revoke('anna', 100);
  expect(list.isRevoked(ofKey)).toBe(true);
});

it('forgets the end of a login once no token that it ends can count any more', async () => {
  jest.useFakeTimers();
  try {
    const list = new RevocationList();
    const HOUR_MS = 3_600_000;
    const end = (id: string): void => {
      for (const name of [id, sessionSubject(`login of ${id}`)]) list.revoke(name, 100);
    };
    /** Whether it is known that the user's tokens ended, and that the one login did. */
    const known = (id: string): boolean[] =>
      [issued(100, id), { ...issued(100, 'nobody'), tokenId: `login of ${id}` }].map((one) => list.isRevoked(one));
    // Nobody has told yet how long one may last.
    end('a');
    await jest.advanceTimersByTimeAsync(100 * HOUR_MS);
    end('b');
    expect(known('a')).toEqual([true, true]);
    list.take({ users: [], longestSessionMs: 12 * HOUR_MS });
    end('c');
    expect(['a', 'b', 'c'].map(known)).toEqual([
      [false, false],
      [true, true],
      [true, true],
    ]);
    await jest.advanceTimersByTimeAsync(12 * HOUR_MS);
    // Once more, and so not over yet when the others are.
    list.revoke('b', 200);
    await jest.advanceTimersByTimeAsync(HOUR_MS);
    end('d');
    expect(['b', 'c', 'd'].map(known)).toEqual([
      [true, false],
      [false, false],
      [true, true],
    ]);
  } finally {
    jest.useRealTimers();
  }
});

it('knows the list before anybody is let in, then asks only for news', async () => {
  const list = new RevocationList();
  let second = (): void => undefined;
  const asked = new Promise<void>((resolve) => (second = resolve));
  const client = stubClient({
    revocations: ({ query }) => {
      if (query.since === 7) second();
      return { revision: 7, users: query.since === 0 ? [{ userName: 'anna', notBefore: 100 }] : [], keys, keysId: 'k' };
    },
  });
  const told: unknown[] = [];
  await list.follow(client, createLogger('list', 'silent'), (news) => told.push(news.keys));
  expect(list.isRevoked(issued(100))).toBe(true);
  expect(told).toEqual([keys]);
  await asked;
  list.close();
  expect(client.made.map(({ query }) => query)).toEqual([
    { since: 0, keysId: '', waitMs: 0 },
    { since: 7, keysId: 'k', waitMs: expect.any(Number) },
  ]);
});

it('waits for news, and asks for the next ones once it has them', async () => {
  const list = new RevocationList();
  const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const told = Promise.withResolvers<void>();
  const client = stubClient({
    revocations: async ({ query }) => {
      if (query.since === 0) return { revision: 1, users: [], keys };
      asked[query.since - 1]?.resolve();
      if (query.since === 1) await told.promise;
      else await new Promise(() => undefined);
      return { revision: 2, users: [{ userName: 'anna', notBefore: 100 }], keys };
    },
  });
  await list.follow(client, createLogger('list', 'silent'));
  await asked[0]?.promise;
  expect(list.isRevoked(issued(100))).toBe(false);
  told.resolve();
  await asked[1]?.promise;
  expect(list.isRevoked(issued(100))).toBe(true);
  list.close();
});

it('keeps what it knows while auth does not answer, and asks again', async () => {
  const list = new RevocationList();
  list.revoke('anna', 100);
  let asked = 0;
  let again = (): void => undefined;
  const answered = new Promise<void>((resolve) => (again = resolve));
  const client = stubClient({
    revocations: () => {
      if (++asked === 1) throw apiError('SERVICE_UNAVAILABLE');
      again();
      return { revision: 1, users: [{ userName: 'bob', notBefore: 5 }], keys };
    },
  });
  await list.follow(client, createLogger('list', 'silent'));
  expect(list.isRevoked(issued(100))).toBe(true);
  await answered;
  list.close();
});

it('has more patience after each try for the whole list that took too long, and listens in the end', async () => {
  jest.useFakeTimers();
  try {
    const list = new RevocationList();
    const patience: Array<number | undefined> = [];
    const auth = stubClient({
      revocations: () => {
        if (patience.length < 8) throw apiError(patience.length < 3 ? 'SERVICE_UNAVAILABLE' : 'TIMEOUT');
        return { revision: 1, users: [], keys };
      },
    });
    const client: ServiceClient = {
      ...auth,
      call(call, options) {
        patience.push(options.timeoutMs);
        return auth.call(call, options);
      },
    };
    const followed = list.follow(client, createLogger('list', 'silent'));
    await jest.advanceTimersByTimeAsync(8 * 300);
    await followed;
    list.close();
    expect(patience.slice(0, 8)).toEqual([2000, 2000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  } finally {
    jest.useRealTimers();
  }
});
