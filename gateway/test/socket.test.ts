import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { apiError, type KeyVerdict, limits, type SourceInfo, SYSTEM } from '@numscope/contracts';
import { newId, outgoing } from '@numscope/platform';
import { buildJob, buildSourceInfo, profileUpdatedEvent } from '@numscope/testing';
import { aroundEach } from '@numscope/testing/around';
import { openSockets, type Sockets, statusEvent } from './sockets.ts';

let setup: Sockets['setup'];
let jobs: Sockets['jobs'];
let open: Sockets['open'];
let listener: Sockets['listener'];
let keyListener: Sockets['keyListener'];
const take = (opened: Sockets): void => void ({ setup, jobs, open, listener, keyListener } = opened);

const telegram = (state: SourceInfo['state']): SourceInfo =>
  buildSourceInfo('TELEGRAM', {
    state,
    pausedBy: 'bob',
    cause: state === 'REFUSED' ? 'wrong key' : null,
    lastError: { at: 1, message: 'no route', kind: 'NETWORK' },
  });

describe('the websocket', () => {
  aroundEach(openSockets, take);

  it.each([
    ['a wrong token', { type: 'auth', token: 'a.b.c' }],
    ['anything but auth', { type: 'hello' }],
  ])('closes a websocket whose first message is %s', async (_name, message) => {
    const client = open();
    await client.opened();
    client.socket.send(JSON.stringify(message));
    expect(await client.closed).toBe(4401);
    expect(client.pending).toEqual([]);
  });

  it('closes a websocket whose first message is not JSON', async () => {
    const client = open();
    await client.opened();
    client.socket.send('{');
    expect(await client.closed).toBe(4401);
  });

  it('closes a websocket that sends no token within five seconds', async () => {
    const client = open();
    // By the same clock and in the same process: what holds one up does the other.
    const late = wait(6000, 'late', { ref: false });
    await client.opened();
    const words = once(client.socket, 'close').then(([, reason]) => String(reason));
    // Not as a token that does not count, with which nobody would come again.
    expect(await Promise.race([client.closed, late])).toBe(4408);
    expect(await words).toBe('the first message did not come in time');
  });

  it('opens no websocket for a page from elsewhere, and takes no token of our own services', async () => {
    await expect(open({ origin: 'http://evil.example' }).opened()).rejects.toThrow('403');
    const own = open({ origin: setup.url });
    await own.auth(setup.test.serviceToken('jobs'));
    expect(await own.closed).toBe(4401);
  });

  it('answers whoever asks whether it is still there, and closes the line of one who asks without end', async () => {
    const client = await listener('USER');
    for (const message of ['no JSON', '{"type":"hello"}', '{"type":"ping"}']) client.socket.send(message);
    await client.pong();
    expect(client.pending).toEqual([]);
    for (let n = 0; n < limits.websocketMessagesPerMinute; n++) client.socket.send('{"type":"ping"}');
    expect(await client.closed).toBe(4429);
  });

  it('counts what a client sends in a minute of the process, however the clock of the machine is set', async () => {
    const client = await listener('USER');
    client.socket.send('{"type":"ping"}');
    await client.pong();
    const wall = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => wall + 60_000);
    for (let n = 0; n < limits.websocketMessagesPerMinute; n++) client.socket.send('{"type":"ping"}');
    const late = wait(2000, 'still open', { ref: false });
    const ended = await Promise.race([client.closed, late]);
    clock.mockRestore();
    expect(ended).toBe(4429);
  });

  it('says of a token that it does not count only when it knows', async () => {
    setup.test.bus.subscribe = () => Promise.reject(new Error('the broker is away'));
    const client = open();
    await client.auth(setup.test.tokenFor('ADMIN'));
    expect(await client.closed).toBe(1013);
  });

  it('says of a key that too many are asked about, and not that it does not count', async () => {
    setup.client.answer({
      admitKey: () => {
        throw apiError('TOO_MANY_REQUESTS');
      },
    });
    const client = open();
    await client.auth(`nsk_${randomBytes(32).toString('base64url')}`);
    expect(await client.closed).toBe(4429);
  });

  it('says what it is to a request that does not upgrade', async () => {
    expect((await fetch(`${setup.url}/api/mm-websocket`)).status).toBe(426);
  });

  it('tells administrators of a changed job as jobs presents it, and users only of profiles', async () => {
    const [admin, user] = await Promise.all([listener('ADMIN'), listener('USER')]);
    const job = buildJob({ id: newId(), number: 7, status: 'DONE', progress: 100 });
    jobs.set(job.id, job);
    await setup.test.bus.publish([statusEvent(job, 'DONE')]);
    expect(await admin.next('job.updated')).toMatchObject({ data: job, at: expect.any(Number) });
    await setup.test.bus.publish([profileUpdatedEvent({ phone: '+998901112233' })]);
    expect((await admin.next('profile.updated')).data).toEqual({ phone: '+998901112233', isGone: false });
    expect((await user.next('profile.updated')).data).toEqual({ phone: '+998901112233', isGone: false });
    expect(user.pending).toEqual([]);
  });

  it('tells nobody without the module of profiles and jobs, administrator or not', async () => {
    const clients = await Promise.all([
      listener('ADMIN', 'web_admin', ['Webint']),
      listener('USER', 'web_user', ['Webint']),
    ]);
    const all = await listener('ADMIN');
    const job = buildJob({ id: newId(), number: 8, status: 'DONE' });
    jobs.set(job.id, job);
    await setup.test.bus.publish([statusEvent(job, 'DONE'), profileUpdatedEvent({ phone: '+998901112244' })]);
    await setup.test.bus.publish([statusEvent(buildJob({ id: newId(), number: 9 }), 'DELETED')]);
    await Promise.all([all.next('job.updated'), all.next('profile.updated'), all.next('job.deleted')]);
    await setup.gateway.close();
    for (const client of clients) {
      await client.next('system');
      expect(client.pending).toEqual([]);
    }
  });

  it('does not mention a profile that did not change', async () => {
    const user = await listener('USER');
    await setup.test.bus.deliver(
      profileUpdatedEvent({ phone: '+998901110000', changed: [] }),
      profileUpdatedEvent({ phone: '+998901110001' }),
    );
    expect((await user.next('profile.updated')).data).toEqual({ phone: '+998901110001', isGone: false });
  });

  it('tells of a profile that is gone, so that who shows it asks anew', async () => {
    const user = await listener('USER');
    const phone = '+998901110002';
    const data = { phone, profileId: newId(), reason: 'ERASED' as const, images: [] };
    await setup.test.bus.publish([outgoing('profile.deleted', phone, data)]);
    expect((await user.next('profile.updated')).data).toEqual({ phone, isGone: true });
  });

  it('tells the number of a deleted job, also while jobs answers nothing', async () => {
    const admin = await listener('ADMIN');
    await setup.test.bus.publish([statusEvent(buildJob({ id: newId(), number: 9 }), 'DELETED')]);
    expect((await admin.next('job.deleted')).data).toEqual({ number: 9 });
  });

  it('notifies administrators of a source that begins to need a person', async () => {
    let state: SourceInfo['state'] = 'CLOSED';
    const states: Array<SourceInfo['state']> = ['CLOSED', 'HALF_OPEN', 'OPEN', 'OPEN', 'PAUSED', 'REFUSED', 'CLOSED'];
    setup.client.answer({
      listSources: () => {
        state = states.shift() ?? state;
        return [telegram(state)];
      },
    });
    const admin = await listener('ADMIN');
    expect((await admin.next('notification')).data).toMatchObject({
      level: 'warning',
      message: 'TELEGRAM is cut off for now: no route',
    });
    expect((await admin.next('notification')).data).toMatchObject({ message: 'TELEGRAM is paused: by bob' });
    expect((await admin.next('notification')).data).toMatchObject({
      level: 'error',
      message: 'TELEGRAM refuses us, and is not asked any more: wrong key',
    });
    expect((await admin.next('notification')).data).toMatchObject({
      level: 'success',
      message: 'TELEGRAM answers again',
    });
  });

  it('notifies programs of sources only where their key may read sources, and of jobs where it may read jobs', async () => {
    let state: SourceInfo['state'] = 'CLOSED';
    const known = Promise.withResolvers<void>();
    let looks = 0;
    setup.client.answer({
      listSources: () => {
        if (++looks === 2) known.resolve();
        return [telegram(state)];
      },
    });
    const [ofJobs, ofSources] = [await keyListener('jobs:read'), await keyListener('sources:read')];
    await known.promise;
    state = 'PAUSED';
    expect((await ofSources.next('notification')).data.message).toBe('TELEGRAM is paused: by bob');
    const job = buildJob({ id: newId(), number: 31, status: 'DONE' });
    jobs.set(job.id, job);
    await setup.test.bus.publish([statusEvent(job, 'DONE', SYSTEM)]);
    expect((await ofJobs.next('notification')).data.title).toBe('Job 31 is done');
    await setup.gateway.close();
    await Promise.all([ofJobs.next('system'), ofSources.next('system')]);
    expect([ofJobs.pending, ofSources.pending]).toEqual([['job.updated'], []]);
  });

  it('tells whoever may read profiles that a file is being read', async () => {
    const [admin, user] = await Promise.all([listener('ADMIN'), listener('USER')]);
    await fetch(`${setup.url}/api/v2/job/file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${setup.test.tokenFor('ADMIN')}` },
      body: new FormData(),
    });
    expect((await admin.next('step')).data).toEqual({ step: 'Reading a file of phones', state: 'started' });
    expect((await admin.next('step')).data).toMatchObject({ state: 'completed' });
    expect((await user.next('step')).data).toMatchObject({ state: 'started' });
  });

  it('tells of no step whose caller hung up while it was looked up: nothing would say that it is over', async () => {
    const told = await listener('USER');
    let admit = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      setup.client.answer({
        admitKey() {
          resolve();
          return new Promise<KeyVerdict>((answer) => {
            const token = setup.test.tokenFor('ADMIN');
            admit = () => answer({ verdict: 'KNOWN', token, countsMs: 60_000, addresses: [] });
          });
        },
      });
    });
    const hungUp = new Promise((resolve) =>
      setup.gateway.app.server.once('request', (_request, response) => response.once('close', resolve)),
    );
    const file = (bearer: string, signal?: AbortSignal): Promise<Response> =>
      fetch(`${setup.url}/api/v2/job/file`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}` },
        body: new FormData(),
        ...(signal ? { signal } : {}),
      });
    const caller = new AbortController();
    const left = file(`nsk_${'k'.repeat(43)}`, caller.signal).catch(() => undefined);
    await asked;
    caller.abort();
    await Promise.all([left, hungUp]);
    admit();
    while (setup.services.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));

    await file(setup.test.tokenFor('ADMIN'));
    expect((await told.next('step')).data).toMatchObject({ state: 'started' });
    expect((await told.next('step')).data).toMatchObject({ state: 'completed' });
  });

  it('closes a websocket when its token is revoked, and keeps the others', async () => {
    const [alice, bob] = await Promise.all([listener('USER', 'alice'), listener('USER', 'bob')]);
    setup.test.revocations.revoke('alice', Date.now());
    expect(await alice.closed).toBe(4401);
    await setup.test.bus.publish([profileUpdatedEvent()]);
    await bob.next('profile.updated');
  });

  it('closes a websocket when its token ends', async () => {
    const client = open();
    await client.auth(
      setup.test.tokens.sign({ id: 'id-of-short', userName: 'short', roles: ['USER'], modules: [] }, 2),
    );
    await client.next('ready');
    expect(await client.closed).toBe(4401);
  });

  it('waits for no client that answers nothing when the system goes down', async () => {
    const [silent, stranger] = [await listener('USER'), open()];
    await stranger.opened();
    for (const { socket } of [silent, stranger]) socket.pause();
    const begun = performance.now();
    await setup.gateway.close();
    // Whoever ends the process does so by force after 25 s, with all that is still open behind the gateway.
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it('says goodbye when the system goes down', async () => {
    const user = await listener('USER');
    await setup.gateway.close();
    await user.next('system');
    expect(await user.closed).toBe(1001);
  });
});

describe('the websocket, of looks at pictures', () => {
  aroundEach(() => openSockets({ faceLookMs: 50 }), take);

  it('tells of short work on pictures too, from its first event to its end, and not where faces are turned off', async () => {
    let enabled = false;
    let asked = Promise.withResolvers<void>();
    setup.client.answer({
      picturesWaiting: () => {
        asked.resolve();
        return { enabled, waiting: 0 };
      },
    });
    const user = await listener('USER');
    const id = 'a'.repeat(64);
    const stored = () => outgoing('image.stored', id, { id, type: 'image/png', width: 4, height: 3, bytes: 9 });
    await asked.promise;
    asked = Promise.withResolvers();
    await setup.test.bus.publish([stored()]);
    await asked.promise;
    await new Promise((resolve) => setImmediate(resolve));
    expect(user.pending).toEqual([]);
    enabled = true;
    await setup.test.bus.publish([stored(), outgoing('image.faces', id, { id, model: 'm', faces: [] })]);
    const states: string[] = [];
    while (states.at(-1) !== 'completed') states.push((await user.next('step')).data.state);
    expect([...new Set(states)]).toEqual(['started', 'in progress', 'completed']);
  });

  it('tells while pictures are looked at for faces', async () => {
    let waiting = 2;
    setup.client.answer({ picturesWaiting: () => ({ enabled: true, waiting }) });
    const admin = await listener('ADMIN');
    const step = 'Face recognition';
    expect((await admin.next('step')).data).toEqual({ step, state: 'started' });
    expect((await admin.next('step')).data).toEqual({ step, state: 'in progress' });
    waiting = 0;
    let told: unknown;
    do told = (await admin.next('step')).data;
    while ((told as { state: string }).state === 'in progress');
    expect(told).toEqual({ step, state: 'completed' });
  });
});
