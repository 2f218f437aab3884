import { describe, expect, it } from '@jest/globals';
import { BACKGROUND_HEADER, calls } from '@numscope/contracts';
import { aroundEach } from '@numscope/testing/around';
import { stubClient } from '@numscope/testing';
import { Activity } from '../src/sessions/activity.ts';
import { bearer, type Setup, setUp } from './setup.ts';

let setup: Setup;
aroundEach(
  () => setUp({ activityMs: 20 }),
  (opened) => (setup = opened),
);

const idOf = (token: string) => setup.test.tokens.verify(token).tokenId;
const ask = (token: string, headers: Record<string, string> = {}) =>
  fetch(`${setup.url}/api/auth/me`, { headers: { ...bearer(token), ...headers } });
const told = () =>
  setup.client.madeTo('noteActivity').flatMap(({ body }) => calls.noteActivity.body.parse(body).sessions);
async function toldOf(token: string): Promise<void> {
  while (!told().some(({ id }) => id === idOf(token))) await new Promise(setImmediate);
}

describe('uses of logins', () => {
  it('are told once for many calls', async () => {
    setup.client.answer({ noteActivity: () => undefined });
    const token = setup.test.tokenFor('USER');
    await Promise.all([ask(token), ask(token), ask(token)]);
    await toldOf(token);
    expect(told().filter(({ id }) => id === idOf(token)).length).toBeLessThanOrEqual(3);
    expect(told().every(({ at }) => Math.abs(at - Date.now()) < 60_000)).toBe(true);
  });

  it('are told by the first and the last of them', async () => {
    const sent: Array<{ id: string; from?: number | undefined; at: number }> = [];
    let isAway = true;
    const client = stubClient({
      noteActivity: ({ body }) => {
        if (isAway) throw new Error('auth is away');
        sent.push(...body.sessions);
      },
    });
    const activity = new Activity(client, setup.test.kit.log, 5);
    const identity = setup.test.tokens.verify(setup.test.tokenFor('USER'));
    activity.note(identity, 1000);
    activity.note(identity, 2000);
    while (client.madeTo('noteActivity').length === 0) await new Promise(setImmediate);
    activity.note(identity, 3000);
    isAway = false;
    await activity.close();
    expect(sent).toEqual([{ id: identity.tokenId, from: 1000, at: 3000 }]);
  });

  it('are told later if auth did not hear them', async () => {
    const asked = () => setup.client.madeTo('noteActivity').length;
    setup.client.answer({
      noteActivity: () => {
        if (asked() < 3) throw new Error('auth is away');
      },
    });
    const token = setup.test.tokenFor('USER');
    await ask(token);
    while (asked() < 3) await new Promise(setImmediate);
    expect(told().at(-1)?.id).toBe(idOf(token));
  });

  it('are not what a page asks by itself, nor a call that is refused, nor one without a token', async () => {
    setup.client.answer({ noteActivity: () => undefined });
    const [idle, refused, used] = [
      setup.test.tokenFor('USER', 'idle'),
      setup.test.tokenFor('USER', 'refused'),
      setup.test.tokenFor('USER', 'used'),
    ];
    await ask(idle, { [BACKGROUND_HEADER]: '1' });
    await fetch(`${setup.url}/api/health-checker`);
    expect((await fetch(`${setup.url}/api/user/1`, { method: 'DELETE', headers: bearer(refused) })).status).toBe(403);
    await ask(used);
    await toldOf(used);
    expect(new Set(told().map(({ id }) => id))).toEqual(new Set([idOf(used)]));
  });
});
