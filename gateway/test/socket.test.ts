import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  apiError,
  type Job,
  type JobStatus,
  type KeyScope,
  type KeyVerdict,
  limits,
  type Module,
  type SourceInfo,
  SYSTEM,
  toPage,
} from '@numscope/contracts';
import { newId, outgoing } from '@numscope/platform';
import { buildJob, profileUpdatedEvent } from '@numscope/testing';
import { type House, openHouse } from './gateway-house.ts';
import { SocketClient } from './socket-client.ts';

let house: House;
let clients: SocketClient[];
/** The jobs as the jobs service would show them. */
let jobs: Map<string, Job>;

beforeEach(async () => {
  house = await openHouse({ sourceLookMs: 50 });
  clients = [];
  jobs = new Map();
  house.client.answer({
    getJob: ({ params }) => {
      const job = jobs.get(params.number);
      if (!job) throw apiError('NOT_FOUND');
      return job;
    },
    searchJobs: ({ body }) => {
      const found = [...jobs.values()].filter(
        ({ status, mainJob }) => mainJob === (body.mainJob ?? false) && body.status?.includes(status),
      );
      return toPage(found, found.length, body);
    },
  });
});
afterEach(async () => {
  for (const { socket } of clients) socket.terminate();
  await house.close();
});

function open(options: ConstructorParameters<typeof SocketClient>[1] = {}): SocketClient {
  const client = new SocketClient(house.url, options);
  clients.push(client);
  return client;
}

async function listener(role: 'ADMIN' | 'USER', userName?: string, modules?: readonly Module[]): Promise<SocketClient> {
  const client = open();
  await client.auth(house.test.tokenFor(role, userName, modules));
  await client.next('ready');
  return client;
}

/** With a key of an administrator's, made for this alone. */
async function keyListener(scope: KeyScope): Promise<SocketClient> {
  const key = { id: 'k1', shownAs: 'root [key]', scopes: [scope] };
  const modules: Module[] = ['Profiler', 'Webint'];
  const token = house.test.tokens.sign({ id: 'u1', userName: 'root', roles: ['ADMIN'], modules, key }, 300);
  house.client.answer({ admitKey: () => ({ verdict: 'KNOWN', token, countsMs: 60_000, addresses: [] }) });
  const client = open();
  await client.auth(`nsk_${randomBytes(32).toString('base64url')}`);
  await client.next('ready');
  return client;
}

function statusEvent({ id, number, name }: Job, to: JobStatus, by = 'admin') {
  return outgoing('job.status-changed', String(number), {
    id,
    number,
    name,
    from: null,
    to,
    run: 1,
    at: Date.now(),
    by,
  });
}

const telegram = (state: SourceInfo['state']): SourceInfo => ({
  name: 'TELEGRAM',
  configured: true,
  connector: 'http',
  state,
  pausedBy: 'bob',
  cause: state === 'REFUSED' ? 'wrong key' : null,
  keptAnswer: null,
  resumesAt: null,
  waitingEndedBy: null,
  quota: null,
  accounts: [],
  lastHour: { since: null, asked: 0, found: 0, nothing: 0, failed: 0, averageMs: null, answers: [] },
  limits: null,
  freshForDays: null,
  cost: null,
  trust: null,
  lastError: { at: 1, message: 'no route', kind: 'NETWORK' },
});

describe('the websocket', () => {
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
    const own = open({ origin: house.url });
    await own.auth(house.test.serviceToken('jobs'));
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
    house.test.bus.subscribe = () => Promise.reject(new Error('the broker is away'));
    const client = open();
    await client.auth(house.test.tokenFor('ADMIN'));
    expect(await client.closed).toBe(1013);
  });

  it('says of a key that too many are asked about, and not that it does not count', async () => {
    house.client.answer({
      admitKey: () => {
        throw apiError('TOO_MANY_REQUESTS');
      },
    });
    const client = open();
    await client.auth(`nsk_${randomBytes(32).toString('base64url')}`);
    expect(await client.closed).toBe(4429);
  });

  it('says what it is to a request that does not upgrade', async () => {
    expect((await fetch(`${house.url}/api/mm-websocket`)).status).toBe(426);
  });

  it('tells administrators of a changed job as jobs presents it, and users only of profiles', async () => {
    const [admin, user] = await Promise.all([listener('ADMIN'), listener('USER')]);
    const job = buildJob({ id: newId(), number: 7, status: 'DONE', progress: 100 });
    jobs.set(job.id, job);
    await house.test.bus.publish([statusEvent(job, 'DONE')]);
    expect(await admin.next('job.updated')).toMatchObject({ data: job, at: expect.any(Number) });
    await house.test.bus.publish([profileUpdatedEvent({ phone: '+998901112233' })]);
    expect((await admin.next('profile.updated')).data).toEqual({ phone: '+998901112233' });
    expect((await user.next('profile.updated')).data).toEqual({ phone: '+998901112233' });
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
    await house.test.bus.publish([statusEvent(job, 'DONE'), profileUpdatedEvent({ phone: '+998901112244' })]);
    await house.test.bus.publish([statusEvent(buildJob({ id: newId(), number: 9 }), 'DELETED')]);
    await Promise.all([all.next('job.updated'), all.next('profile.updated'), all.next('job.deleted')]);
    await house.gateway.close();
    for (const client of clients) {
      await client.next('system');
      expect(client.pending).toEqual([]);
    }
  });

  it('does not mention a profile that did not change', async () => {
    const user = await listener('USER');
    await house.test.bus.deliver(
      profileUpdatedEvent({ phone: '+998901110000', changed: [] }),
      profileUpdatedEvent({ phone: '+998901110001' }),
    );
    expect((await user.next('profile.updated')).data).toEqual({ phone: '+998901110001' });
  });

  it('tells the number of a deleted job, also while jobs answers nothing', async () => {
    const admin = await listener('ADMIN');
    await house.test.bus.publish([statusEvent(buildJob({ id: newId(), number: 9 }), 'DELETED')]);
    expect((await admin.next('job.deleted')).data).toEqual({ number: 9 });
  });

  it('shows the progress of a running job, and the end last', async () => {
    const admin = await listener('ADMIN');
    const job = buildJob({ id: newId(), status: 'IN_PROGRESS', progress: 1 });
    jobs.set(job.id, job);
    await house.test.bus.publish([statusEvent(job, 'IN_PROGRESS')]);
    await admin.next('job.updated');
    jobs.set(job.id, { ...job, progress: 40 });
    expect((await admin.next('job.progress')).data).toMatchObject({ id: job.id, progress: 40 });
    jobs.set(job.id, { ...job, status: 'DONE', progress: 100 });
    await house.test.bus.publish([statusEvent(job, 'DONE')]);
    expect((await admin.next('job.updated')).data).toMatchObject({ status: 'DONE', progress: 100 });
    expect(admin.pending).toEqual([]);
  });

  it('tells that a job does not run any more, though nobody told of its end', async () => {
    const admin = await listener('ADMIN');
    const job = buildJob({ id: newId(), number: 12, status: 'IN_PROGRESS', progress: 10 });
    jobs.set(job.id, job);
    await house.test.bus.publish([statusEvent(job, 'IN_PROGRESS')]);
    await admin.next('job.updated');
    jobs.set(job.id, { ...job, status: 'DONE', progress: 100 });
    expect((await admin.next('job.updated')).data).toMatchObject({ status: 'DONE', progress: 100 });
  });

  it('tells the progress of the main job, too, which lists leave out', async () => {
    const admin = await listener('ADMIN');
    const main = buildJob({ id: newId(), number: 1, status: 'IN_PROGRESS', mainJob: true, phonesSent: 0 });
    jobs.set(main.id, main);
    await house.test.bus.publish([statusEvent(main, 'IN_PROGRESS')]);
    await admin.next('job.updated');
    for (const phonesSent of [1, 2]) {
      jobs.set(main.id, { ...main, phonesSent });
      expect((await admin.next('job.progress')).data).toMatchObject({ number: 1, phonesSent });
    }
    expect(admin.pending).toEqual([]);
  });

  it('tells the progress of a job at most twice a second', async () => {
    const admin = await listener('ADMIN');
    const id = newId();
    let progress = 0;
    house.client.answer({
      searchJobs: ({ body }) =>
        body.mainJob
          ? toPage<Job>([], 0, body)
          : toPage([buildJob({ id, status: 'IN_PROGRESS', progress: ++progress / 10 })], 1, body),
    });
    const times: number[] = [];
    while (times.length < 5) times.push((await admin.next('job.progress')).at);
    for (const [index, at] of times.slice(1).entries()) expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(499);
  });

  it('tells each of many running jobs once while nothing happens to it', async () => {
    const admin = await listener('ADMIN');
    const running = Array.from({ length: 150 }, (_none, index) =>
      buildJob({ id: newId(), number: index + 20, status: 'IN_PROGRESS' }),
    );
    for (const job of running) jobs.set(job.id, job);
    await house.test.bus.publish(running.map((job) => statusEvent(job, 'IN_PROGRESS')));
    for (let told = 0; told < running.length; told++) await admin.next('job.updated');
    const last = buildJob({ id: newId(), number: 200, status: 'IN_PROGRESS', progress: 1 });
    // Three more looks.
    for (const progress of [1, 2, 3, 4]) {
      jobs.set(last.id, { ...last, progress });
      if (progress === 1) await house.test.bus.publish([statusEvent(last, 'IN_PROGRESS')]);
      await admin.next(progress === 1 ? 'job.updated' : 'job.progress');
    }
    expect(admin.pending).toEqual([]);
  });

  it('notifies administrators of jobs that were looked up to their end, and of none that a person stopped', async () => {
    const [admin, user, other] = await Promise.all([
      listener('ADMIN'),
      listener('USER'),
      listener('ADMIN', 'webint', ['Webint']),
    ]);
    const counts = { PENDING: 0, SENT: 0, FOUND: 5, NOT_FOUND: 2, FAILED: 0, NOT_VALID: 0 };
    const [stopped, done] = [30, 31].map((number) => buildJob({ id: newId(), number, status: 'DONE', counts }));
    if (!stopped || !done) throw new Error('no jobs');
    for (const job of [stopped, done]) jobs.set(job.id, job);
    await house.test.bus.publish([statusEvent(stopped, 'DONE'), statusEvent(done, 'DONE', SYSTEM)]);
    expect((await admin.next('notification')).data).toEqual({
      level: 'success',
      title: 'Job 31 is done',
      message: `${done.name}: 5 found of 7 numbers`,
    });
    await house.test.bus.publish([profileUpdatedEvent()]);
    await user.next('profile.updated');
    expect([...user.pending, ...other.pending]).toEqual([]);
    expect(admin.pending).not.toContain('notification');
  });

  it('notifies administrators of a source that begins to need a person', async () => {
    let state: SourceInfo['state'] = 'CLOSED';
    const states: Array<SourceInfo['state']> = ['CLOSED', 'HALF_OPEN', 'OPEN', 'OPEN', 'PAUSED', 'REFUSED', 'CLOSED'];
    house.client.answer({
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
    house.client.answer({
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
    await house.test.bus.publish([statusEvent(job, 'DONE', SYSTEM)]);
    expect((await ofJobs.next('notification')).data.title).toBe('Job 31 is done');
    await house.gateway.close();
    await Promise.all([ofJobs.next('system'), ofSources.next('system')]);
    expect([ofJobs.pending, ofSources.pending]).toEqual([['job.updated'], []]);
  });

  it('tells whoever may read profiles that a file is being read', async () => {
    const [admin, user] = await Promise.all([listener('ADMIN'), listener('USER')]);
    await fetch(`${house.url}/api/v2/job/file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${house.test.tokenFor('ADMIN')}` },
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
      house.client.answer({
        admitKey() {
          resolve();
          return new Promise<KeyVerdict>((answer) => {
            const token = house.test.tokenFor('ADMIN');
            admit = () => answer({ verdict: 'KNOWN', token, countsMs: 60_000, addresses: [] });
          });
        },
      });
    });
    const hungUp = new Promise((resolve) =>
      house.gateway.app.server.once('request', (_request, response) => response.once('close', resolve)),
    );
    const file = (bearer: string, signal?: AbortSignal): Promise<Response> =>
      fetch(`${house.url}/api/v2/job/file`, {
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
    while (house.services.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));

    await file(house.test.tokenFor('ADMIN'));
    expect((await told.next('step')).data).toMatchObject({ state: 'started' });
    expect((await told.next('step')).data).toMatchObject({ state: 'completed' });
  });

  it('tells of short work on pictures too, from its first event to its end, and not where faces are turned off', async () => {
    let enabled = false;
    let asked = Promise.withResolvers<void>();
    house.client.answer({
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
    await house.test.bus.publish([stored()]);
    await asked.promise;
    await new Promise((resolve) => setImmediate(resolve));
    expect(user.pending).toEqual([]);
    enabled = true;
    await house.test.bus.publish([stored(), outgoing('image.faces', id, { id, model: 'm', faces: [] })]);
    const states: string[] = [];
    while (states.at(-1) !== 'completed') states.push((await user.next('step')).data.state);
    expect([...new Set(states)]).toEqual(['started', 'in progress', 'completed']);
  });

  it('tells while pictures are looked at for faces', async () => {
    let waiting = 2;
    house.client.answer({ picturesWaiting: () => ({ enabled: true, waiting }) });
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

  it('tells of a change once the job can be asked for again', async () => {
    const admin = await listener('ADMIN');
    const job = buildJob({ id: newId(), number: 13, status: 'PAUSED' });
    jobs.set(job.id, job);
    let asked = 0;
    house.client.answer({
      getJob: () => {
        if (++asked === 1) throw apiError('SERVICE_UNAVAILABLE');
        return job;
      },
    });
    await house.test.bus.publish([statusEvent(job, 'PAUSED')]);
    expect((await admin.next('job.updated')).data).toMatchObject({ status: 'PAUSED' });
    expect(asked).toBe(2);
  });

  it('notifies of a job that was looked up to its end, also where another could not be asked for in between', async () => {
    const admin = await listener('ADMIN');
    const [first, second] = [14, 15].map((number) => buildJob({ id: newId(), number, status: 'DONE' }));
    if (!first || !second) throw new Error('no jobs');
    let asked = 0;
    house.client.answer({
      getJob: ({ params }) => {
        if (params.number === first.id) return first;
        if (++asked === 1) throw apiError('SERVICE_UNAVAILABLE');
        return second;
      },
    });
    await house.test.bus.publish([first, second].map((job) => statusEvent(job, 'DONE', SYSTEM)));
    const titles = [await admin.next('notification'), await admin.next('notification')].map(({ data }) => data.title);
    expect(titles).toEqual(['Job 14 is done', 'Job 15 is done']);
  });

  it('asks jobs nothing while no administrator listens', async () => {
    const user = await listener('USER');
    jobs.set('x', buildJob({ id: 'x', status: 'IN_PROGRESS' }));
    await house.test.bus.deliver(statusEvent(buildJob({ id: 'x' }), 'IN_PROGRESS'), profileUpdatedEvent());
    await user.next('profile.updated');
    expect(house.client.made).toEqual([]);
  });

  it('closes a websocket when its token is revoked, and keeps the others', async () => {
    const [alice, bob] = await Promise.all([listener('USER', 'alice'), listener('USER', 'bob')]);
    house.test.revocations.revoke('alice', Date.now());
    expect(await alice.closed).toBe(4401);
    await house.test.bus.publish([profileUpdatedEvent()]);
    await bob.next('profile.updated');
  });

  it('closes a websocket when its token ends', async () => {
    const client = open();
    await client.auth(
      house.test.tokens.sign({ id: 'id-of-short', userName: 'short', roles: ['USER'], modules: [] }, 2),
    );
    await client.next('ready');
    expect(await client.closed).toBe(4401);
  });

  it('waits for no client that answers nothing when the system goes down', async () => {
    const [silent, stranger] = [await listener('USER'), open()];
    await stranger.opened();
    for (const { socket } of [silent, stranger]) socket.pause();
    const begun = performance.now();
    await house.gateway.close();
    // Whoever ends the process does so by force after 25 s, with all that is still open behind the gateway.
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it('says goodbye when the system goes down', async () => {
    const user = await listener('USER');
    await house.gateway.close();
    await user.next('system');
    expect(await user.closed).toBe(1001);
  });
});
