import { expect, it } from '@jest/globals';
import { calls, limits } from '@numscope/contracts';
import { keySubject, loginsSubject } from '@numscope/platform';
import { aroundEach } from '@numscope/testing/around';
import { askUntil } from '@numscope/testing/ask-until';
import { attemptKeys } from '../src/attempts/attempt-keys.ts';
import { KNOWN_MS } from '../src/domain/login-rules.ts';
import { bob, type Setup, setUp, setUpAlone, PASSWORD } from './setup.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const FROM = '198.51.100.7';
const keys = attemptKeys('bob', FROM);

let setup: Setup & { close(): Promise<void> };
aroundEach(
  () => setUpAlone({ sessionHours: 12 }),
  (opened) => (setup = opened),
);

/** The store of the service that is started anew so much later, at which it looks at once. */
async function restartAfter(ms: number) {
  await setup.service.close();
  setup.test.clock.advance(ms);
  setup = { ...setup, ...(await setUp(setup.test, { sessionHours: 12 })) };
  return setup.deps.store;
}
/** What counted at a moment, as far as it is still kept. */
async function keptOf(at: number) {
  const { store } = setup.deps;
  const { pair, address, user, known, named } = await store.standing(keys, at);
  return {
    failures: [pair, address, user].map(({ failures }) => failures.length),
    known,
    named,
    logins: (await store.sessionsOf(bob.id, at, 10)).length,
    hadToken: (await store.lastIssue('bob')) > 0,
    wasEnded: (await store.endedUpTo(loginsSubject('bob'))) > 0,
  };
}
const failed = async () =>
  expect((await setup.login({ username: 'bob', password: 'Wrong!2026' }, FROM)).statusCode).toBe(401);

it('keeps a revoked key on the list of ended sessions only while a token of it may count', async () => {
  setup.test.clock.freeze(Date.now());
  const bobs = setup.test.tokenFor('USER', 'bob');
  const revoke = async (): Promise<string> => {
    const made = await setup.as(bobs).call(calls.createKey, { body: { name: 'nightly', scopes: ['jobs'] } });
    const { id } = calls.createKey.answer.parse(made.json());
    expect((await setup.as(bobs).call(calls.deleteKey, { params: { id } })).statusCode).toBe(204);
    return keySubject(id);
  };
  const ended = async (): Promise<string[]> =>
    (await setup.deps.store.revocationsSince(0)).users.map(({ userName }) => userName);

  const first = await revoke();
  await restartAfter(19 * MINUTE_MS);
  const second = await revoke();
  expect(await ended()).toEqual([first, second]);
  await restartAfter(2 * MINUTE_MS);
  await askUntil(ended, (left) => !left.includes(first));
  expect(await ended()).toEqual([second]);
});

it('removes what counts no longer by time alone, though nobody logs in any more', async () => {
  setup.test.clock.freeze(Date.now());
  const at = setup.test.clock.now();
  await failed();
  const entered = await setup.login({ username: 'bob', password: PASSWORD }, FROM);
  const { accessToken } = calls.login.answer.parse(entered.json());
  expect((await setup.as(accessToken).call(calls.logout, { params: { username: 'bob' } })).statusCode).toBe(204);
  expect((await setup.login({ username: 'bob', password: PASSWORD }, FROM)).statusCode).toBe(200);
  await failed();
  // A success forgave the failure of the pair.
  const all = { failures: [1, 2, 2], known: true, named: true, logins: 1, hadToken: true, wasEnded: true };
  expect(await keptOf(at)).toEqual(all);

  await restartAfter(limits.loginFailureWindowMs - 1000);
  expect((await keptOf(at)).failures).toEqual(all.failures);

  await restartAfter(1000);
  const later = await askUntil(
    () => keptOf(at),
    ({ failures }) => failures.every((count) => count === 0),
  );
  expect(later).toMatchObject({ known: true, named: false, logins: 1, hadToken: true });

  await restartAfter(12 * HOUR_MS);
  await askUntil(
    () => keptOf(at),
    ({ logins, hadToken, wasEnded }) => logins === 0 && !hadToken && !wasEnded,
  );
  expect((await keptOf(at)).known).toBe(true);

  await restartAfter(KNOWN_MS);
  await askUntil(
    () => keptOf(at),
    ({ known }) => !known,
  );
});
