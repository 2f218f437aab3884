import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GracefulServer } from '@numscope/mains/graceful-server';
import { type LogReader, newId, outgoing } from '@numscope/platform';
import { profileUpdatedEvent, userChangedEvent } from '@numscope/testing';
import { EventClient } from './event-client.ts';
import { type Setup, setUp } from './setup.ts';

let setup: Setup;
let clients: EventClient[];

beforeEach(async () => {
  clients = [];
  setup = await setUp({ edge: { eventStreamsOfHolder: 2, eventStallMs: 300 } });
});
afterEach(async () => {
  for (const client of clients) client.close();
  await setup.close();
});

async function open(bearer: string, options?: { topics?: string; after?: string }): Promise<EventClient> {
  const client = await EventClient.open(setup.url, bearer, options);
  if (client instanceof Response) throw new Error(`${client.status} ${await client.text()}`);
  clients.push(client);
  return client;
}

async function refusal(bearer: string, options?: { topics?: string; after?: string }) {
  const answer = await EventClient.open(setup.url, bearer, options);
  if (!(answer instanceof Response)) throw new Error('it was not refused');
  const { code, details } = (await answer.json()) as { code: string; details: unknown };
  return { status: answer.status, code, details };
}

const admin = (): string => setup.test.tokenFor('ADMIN');
const phone = (n: number): string => `+99890111${String(n).padStart(4, '0')}`;
const updates = (from: number, to: number) =>
  Array.from({ length: to - from }, (_none, n) => profileUpdatedEvent({ phone: phone(from + n) }));
const status = (number: number) =>
  outgoing('job.status-changed', String(number), {
    id: newId(),
    number,
    name: 'Spring',
    from: null,
    to: 'DONE',
    run: 1,
    at: Date.now(),
    by: 'admin',
  });

describe('GET /api/events', () => {
  it('tells what happens from now on, as it is on the bus, of the topics that were asked for', async () => {
    await setup.test.bus.publish(updates(0, 1));
    const client = await open(admin(), { topics: 'profile.updated,job.status-changed' });
    const sent = [...updates(1, 3), status(7)];
    await setup.test.bus.publish([...sent, userChangedEvent('somebody')]);
    const told = await client.events(3);
    const byId = new Map(sent.map(({ id, json }) => [id, JSON.parse(json) as unknown]));
    expect(told.map(({ data }) => byId.get(data?.id ?? ''))).toEqual(told.map(({ data }) => data));
    expect(told.map(({ event }) => event).toSorted()).toEqual([
      'job.status-changed',
      'profile.updated',
      'profile.updated',
    ]);
  });

  it('goes on behind any event that was received, with none missed and none twice', async () => {
    const first = await open(admin());
    await setup.test.bus.publish([...updates(0, 10), status(1)]);
    const told = await first.events(11);
    first.close();
    await setup.test.bus.publish([...updates(10, 20), status(2)]);
    for (const cut of [0, 5, 10]) {
      const { id = '' } = told[cut] ?? {};
      const again = await open(setup.test.tokenFor('ADMIN', `reader${cut}`), { after: id });
      const rest = await again.events(11 - cut - 1 + 11);
      const before = told.slice(0, cut + 1);
      expect(new Set([...before, ...rest].map(({ data }) => data?.id)).size).toBe(22);
    }
  });

  it('tells where it begins, so that who hears nothing before the line breaks misses nothing either', async () => {
    const first = await open(admin());
    const begun = await first.next();
    first.close();
    await setup.test.bus.publish(updates(0, 2));
    const again = await open(admin(), { after: begun?.id ?? '' });
    expect((await again.events(2)).map(({ data }) => data?.key)).toEqual([phone(0), phone(1)]);
  });

  it('says what is wrong with an id', async () => {
    const client = await open(admin());
    const { id = '' } = (await client.next()) ?? {};
    expect(await refusal(admin(), { after: 'no id' })).toMatchObject({ status: 400, code: 'EVENT_ID' });
    expect(await refusal(admin(), { after: `${id}~` })).toMatchObject({ status: 400, code: 'EVENT_ID' });
    expect(await refusal(admin(), { after: 'a'.repeat(13_000) })).toMatchObject({ status: 400, code: 'EVENT_ID' });
    const log = id.slice(0, id.indexOf('~'));
    expect(await refusal(admin(), { after: `0123456789ab${id.slice(log.length)}` })).toMatchObject({
      status: 422,
      code: 'EVENT_ID_FOREIGN',
    });
    expect(await refusal(admin(), { after: `${log}~profile.updated=zz` })).toMatchObject({
      status: 422,
      code: 'EVENT_ID_FOREIGN',
    });
  });

  it('tells a user what websockets tell it too, and nothing of jobs', async () => {
    const user = setup.test.tokenFor('USER');
    expect(await refusal(user, { topics: 'job.created,profile.updated' })).toEqual({
      status: 403,
      code: 'FORBIDDEN',
      details: { topics: ['job.created'] },
    });
    const client = await open(user);
    await setup.test.bus.publish([status(1), ...updates(0, 1)]);
    const [told] = await client.events(1);
    expect(told?.data).toMatchObject({ type: 'profile.updated', data: { phone: phone(0), job: null } });
  });

  it('refuses who has no token, no module, and a topic that is none', async () => {
    expect((await fetch(`${setup.url}/api/events`)).status).toBe(401);
    expect(await refusal(setup.test.tokenFor('USER', 'web', ['Webint']))).toMatchObject({
      status: 422,
      code: 'NO_TOPICS',
    });
    expect((await refusal(setup.test.serviceToken('jobs'))).status).toBe(401);
    expect(await refusal(admin(), { topics: 'user.changed' })).toMatchObject({ status: 400, code: 'INVALID' });
  });

  it('ends with the session, and is opened for nobody so often that the bus bears it no more', async () => {
    const token = admin();
    const [one] = [await open(token, { topics: 'profile.updated' }), await open(token, { topics: 'profile.updated' })];
    expect(await refusal(token)).toMatchObject({ status: 429, code: 'TOO_MANY_STREAMS' });
    setup.test.revocations.revoke('admin', Date.now());
    await one?.next();
    expect(await one?.next()).toBeNull();
  });

  it('ends before the server closes, also where it is just being opened: a process that stops waits for no stream', async () => {
    const { bus } = setup.test;
    // It stands before the server as in a process of its own, and counts from here on.
    const server = new GracefulServer(setup.gateway.app);
    const client = await open(admin(), { topics: 'profile.updated' });
    await client.next();
    const read = bus.read.bind(bus);
    let goOn = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      bus.read = (reading) => {
        resolve();
        return new Promise<LogReader>((opened) => (goOn = () => opened(read(reading))));
      };
    });
    const late = open(admin(), { topics: 'profile.updated' });
    await asked;

    setup.gateway.release();
    const closed = server.close();
    expect(await client.next()).toBeNull();
    goOn();
    const lateClient = await late;
    await lateClient.next();
    expect(await lateClient.next()).toBeNull();
    await closed;
  });
});
