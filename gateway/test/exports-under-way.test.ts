import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { calls, type KeyVerdict } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import { aroundEach } from '@numscope/testing/around';
import { type Setup, setUp } from './setup.ts';

describe.each([
  ['in one process', false],
  ['over HTTP', true],
])('a streamed export %s', (_name, overHttp) => {
  let setup: Setup;
  aroundEach(
    () => setUp({ overHttp }),
    (opened) => (setup = opened),
  );

  const ask = (path: string, method: string, token: string) =>
    fetch(setup.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });

  /** One that has begun; `ended` once it is over, as an error or not. */
  const begin = async (token: string) => {
    const answer = await ask(calls.exportProfileStream.path, 'POST', token);
    expect(answer.status).toBe(200);
    const reader = (answer.body ?? new ReadableStream()).getReader();
    await reader.read();
    const state = { isOver: false, ended: Promise.resolve(), stop: () => reader.cancel() };
    state.ended = reader.read().then(
      () => void (state.isOver = true),
      () => void (state.isOver = true),
    );
    return state;
  };

  it('is cut off when the login of its caller is ended; those of others go on, and of a token that only ran out', async () => {
    const { tokens, tokenFor, revocations } = setup.test;
    setup.services.keepExporting();
    const short = tokens.sign({ id: 'id-of-carl', userName: 'carl', roles: ['ADMIN'], modules: ['Profiler'] }, 1);
    const [ranOut, other, mine] = [
      await begin(short),
      await begin(tokenFor('ADMIN', 'bob')),
      await begin(tokenFor('ADMIN', 'alice')),
    ];
    await askUntil(
      async () => (await ask(calls.countryStatistics.path, 'GET', short)).status,
      (status) => status === 403,
    );
    revocations.revoke('alice', Date.now());
    await mine.ended;
    expect([ranOut.isOver, other.isOver]).toEqual([false, false]);
    await Promise.all([ranOut.stop(), other.stop()]);
  });

  it('is cut off when the key that it was begun by is revoked, and goes on where the key only ran out', async () => {
    const { tokens } = setup.test;
    setup.services.keepExporting();
    const keyOf = (letter: string) => `nsk_${letter.repeat(43)}`;
    const verdicts = new Map<string, KeyVerdict>();
    const say = (key: string, verdict: KeyVerdict) =>
      verdicts.set(createHash('sha256').update(key).digest('hex'), verdict);
    setup.client.answer({ admitKey: ({ body }) => verdicts.get(body.hash) ?? { verdict: 'WRONG' } });
    const [revoked, ranOut] = [keyOf('a'), keyOf('b')];
    for (const key of [revoked, ranOut]) {
      const token = tokens.sign(
        {
          id: key,
          userName: 'root',
          roles: ['ADMIN'],
          modules: ['Profiler'],
          key: { id: key, shownAs: 'root [nightly]', scopes: ['profiles'] },
        },
        300,
      );
      // It is asked about anew at each look.
      say(key, { verdict: 'KNOWN', token, countsMs: 1, addresses: [] });
    }
    const [cut, whole] = [await begin(revoked), await begin(ranOut)];
    say(ranOut, { verdict: 'EXPIRED' });
    const asked = setup.client.madeTo('admitKey').length;
    await askUntil(
      async () => setup.client.madeTo('admitKey').length,
      (made) => made >= asked + 4,
    );
    expect([cut.isOver, whole.isOver]).toEqual([false, false]);
    say(revoked, { verdict: 'WRONG' });
    await cut.ended;
    expect(whole.isOver).toBe(false);
    await whole.stop();
  });
});
