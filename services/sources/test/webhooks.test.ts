import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  calls,
  DeliveryPage,
  type JobStatus,
  limits,
  type WebhookDraft,
  Webhook,
  WebhookTrial,
} from '@numscope/contracts';
import { newId, outgoing } from '@numscope/platform';
import { profileUpdatedEvent } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { WebhookAddresses } from '../src/webhooks/webhook-address.ts';
import { WebhookCaller } from '../src/webhooks/webhook-caller.ts';
import { WebhookReceiver } from '@numscope/testing/webhook-receiver';
import { PHONE, type SourcesUnderTest, startSources } from './support/sources-under-test.ts';

const SECRET = 'a secret of ten words';
const OTHER = '+998901234568';

let receiver: WebhookReceiver;
let url: string;
let sources: SourcesUnderTest;

beforeEach(async () => {
  receiver = new WebhookReceiver(SECRET);
  url = await receiver.listen();
  sources = await startSources({ webhookPrivateHosts: [receiver.host] });
});
afterEach(async () => {
  await sources.close();
  await receiver.close();
});

async function hook(overrides: Partial<WebhookDraft> = {}): Promise<Webhook> {
  const body: WebhookDraft = {
    name: 'Receiver',
    url,
    events: ['profile.updated', 'job.status-changed'],
    secret: SECRET,
    ...overrides,
  };
  const answer = await sources.admin.call(calls.createWebhook, { body });
  expect(answer.statusCode).toBe(201);
  return Webhook.parse(answer.json());
}

const jobEvent = (number: number, to: JobStatus) =>
  outgoing('job.status-changed', String(number), {
    id: `job-${number}`,
    number,
    name: 'Spring',
    from: null,
    to,
    run: 1,
    at: Date.now(),
    by: 'admin',
  });
const publish = (...events: Parameters<SourcesUnderTest['kit']['bus']['deliver']>) =>
  sources.kit.bus.deliver(...events);
const received = () => receiver.all.map(({ event }) => event.id);
const deliveriesOf = async (id: string, query: object = {}) =>
  DeliveryPage.parse((await sources.admin.call(calls.webhookDeliveries, { params: { id }, query })).json());

/** Resolves to a webhook's deliveries once they fit, which is soon after the receiver has answered. */
const deliveriesUntil = async (id: string, fits: (states: string[]) => boolean) =>
  (
    await askUntil(
      () => deliveriesOf(id),
      ({ content }) => fits(content.map(({ state }) => state)),
    )
  ).content;
const codeOf = (answer: { json(): unknown }): unknown => Reflect.get(Object(answer.json()), 'code');

describe('a delivery', () => {
  it('is the event as on the bus, signed, to each webhook that wants it, once', async () => {
    const one = await hook();
    await hook({ events: ['job.status-changed'] });
    const event = profileUpdatedEvent({ phone: PHONE });
    await publish(event);
    await publish(event);
    const [delivery, ...others] = await deliveriesUntil(one.id, ([state]) => state === 'DELIVERED');
    expect(others).toEqual([]);
    expect(receiver.all).toEqual([{ isSigned: true, event: JSON.parse(event.json) }]);
    expect(delivery).toMatchObject({
      event: event.id,
      key: PHONE,
      attempts: 1,
      status: 204,
      reason: null,
      nextAt: null,
    });
  });

  it('waits for the one before it of the same key, while other keys go on', async () => {
    receiver.answers = ({ event }) => (event.key === '1' ? 503 : 200);
    const { id } = await hook();
    const events = [jobEvent(1, 'SCHEDULED'), jobEvent(1, 'IN_PROGRESS'), jobEvent(2, 'DONE'), jobEvent(1, 'DONE')];
    await publish(...events);
    const states = await deliveriesUntil(id, (all) => all.includes('DELIVERED'));
    expect(states.filter(({ state }) => state === 'DELIVERED').map(({ key }) => key)).toEqual(['2']);
    expect(received().filter((one) => one === events[1]?.id)).toEqual([]);
    receiver.answers = () => 200;
    sources.kit.clock.advance(10_000);
    await receiver.until((all) => all.some(({ event }) => event.id === events[3]?.id));
    const ofOne = receiver.all.filter(({ event }) => event.key === '1').map(({ event }) => event.data['to']);
    expect(ofOne).toEqual(['SCHEDULED', 'SCHEDULED', 'IN_PROGRESS', 'DONE']);
  });

  it('is tried again until a day is over, then kept until it is sent again by hand', async () => {
    receiver.answers = () => 500;
    const { id } = await hook();
    await publish(jobEvent(1, 'DONE'));
    const triedFor = async (attempts: number, state: string): Promise<void> => {
      await askUntil(
        () => deliveriesOf(id),
        ({ content: [delivery] }) => delivery?.attempts === attempts && delivery.state === state,
      );
    };
    await triedFor(1, 'PENDING');
    sources.kit.clock.advance(3_600_000);
    await triedFor(2, 'PENDING');
    sources.kit.clock.advance(limits.deliveryTriedMs);
    await triedFor(3, 'DEAD');
    expect(receiver.all).toHaveLength(3);
    const [dead] = (await deliveriesOf(id, { state: 'DEAD' })).content;
    expect(dead).toMatchObject({ state: 'DEAD', status: 500, reason: 'status 500', nextAt: null });
    expect((await sources.admin.call(calls.listWebhooks)).json()).toMatchObject([{ pending: 0, dead: 1 }]);

    receiver.answers = () => 200;
    const params = { id, delivery: dead?.id ?? '' };
    expect((await sources.admin.call(calls.replayDelivery, { params })).statusCode).toBe(204);
    await deliveriesUntil(id, ([state]) => state === 'DELIVERED');
    expect(codeOf(await sources.admin.call(calls.replayDelivery, { params }))).toBe('DELIVERY_NOT_DEAD');
    expect((await sources.admin.call(calls.replayDeliveries, { params: { id } })).json()).toEqual({ deliveries: 0 });

    const told = ({ summary }: { summary: string }) =>
      sources.kit.bus
        .published('audit.logged')
        .filter(({ data }) => data.details === summary)
        .map(({ data }) => data.outcome);
    // What the store tells goes out in its order, so an entry of the refused call would be there before this one.
    await askUntil(() => told(calls.replayDeliveries).length > 0 && told(calls.replayDelivery).length > 1);
    expect(told(calls.replayDelivery).toSorted()).toEqual(['DELIVERY_NOT_DEAD', 'OK']);
    expect(told(calls.replayDeliveries)).toEqual(['OK']);
  });

  it('that was given up is sent again for one of those who ask at once', async () => {
    receiver.answers = () => 500;
    const { id } = await hook();
    const event = jobEvent(1, 'DONE');
    await publish(event);
    const giveUp = (): Promise<unknown> =>
      askUntil(async () => {
        sources.kit.clock.advance(3_600_000);
        return (await deliveriesOf(id, { state: 'DEAD' })).content.length === 1;
      });
    await giveUp();
    const params = { id, delivery: event.id };
    const codes = await Promise.all(
      Array.from({ length: 5 }, async () => (await sources.admin.call(calls.replayDelivery, { params })).statusCode),
    );
    expect(codes.toSorted()).toEqual([204, 409, 409, 409, 409]);
    await giveUp();
    const counts = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const answer = (await sources.admin.call(calls.replayDeliveries, { params: { id } })).json();
        return calls.replayDeliveries.answer.parse(answer).deliveries;
      }),
    );
    expect(counts.toSorted()).toEqual([0, 0, 0, 0, 1]);
    const told = ({ summary }: { summary: string }) =>
      sources.kit.bus
        .published('audit.logged')
        .filter(({ data }) => data.details === summary)
        .map(({ data }) => data.outcome)
        .toSorted();
    await askUntil(() => told(calls.replayDeliveries).length === 5 && told(calls.replayDelivery).length === 5);
    expect(told(calls.replayDelivery)).toEqual([...Array.from({ length: 4 }, () => 'DELIVERY_NOT_DEAD'), 'OK']);
  });

  it('outlives the end of the process that queued it', async () => {
    receiver.answers = () => 500;
    const { id } = await hook();
    await publish(jobEvent(1, 'DONE'));
    await receiver.until((all) => all.length > 0);
    await sources.restart();
    receiver.answers = () => 200;
    sources.kit.clock.advance(10_000);
    await deliveriesUntil(id, ([state]) => state === 'DELIVERED');
  });

  it('about a number goes when the number is erased', async () => {
    receiver.answers = () => 500;
    const { id } = await hook();
    await publish(profileUpdatedEvent({ phone: PHONE }), profileUpdatedEvent({ phone: OTHER }));
    await deliveriesUntil(id, (all) => all.length === 2);
    await sources.internal.call(calls.eraseFromSources, { body: { phone: PHONE } });
    expect((await deliveriesOf(id)).content.map(({ key }) => key)).toEqual([OTHER]);
  });
});

describe('a webhook', () => {
  it('hears only what its filter and its fields let through', async () => {
    const { id } = await hook({
      filter: { jobs: [7], statuses: ['DONE'], phones: [PHONE] },
      fields: ['names', 'emails'],
    });
    const wanted = [jobEvent(7, 'DONE'), profileUpdatedEvent({ phone: PHONE, changed: ['about', 'emails'] })];
    await publish(
      jobEvent(7, 'PAUSED'),
      jobEvent(8, 'DONE'),
      profileUpdatedEvent({ phone: PHONE, changed: ['about'] }),
      profileUpdatedEvent({ phone: OTHER, changed: ['names'] }),
      ...wanted,
    );
    const all = await deliveriesUntil(id, (states) => states.every((state) => state === 'DELIVERED'));
    expect(all.map(({ event }) => event).toSorted()).toEqual(wanted.map((event) => event.id).toSorted());
  });

  it('hears only of the profiles that a saved search of its maker finds', async () => {
    sources.client.answer({
      matchSavedSearch: ({ body: { savedSearchId, owner, phones } }) => ({
        known: savedSearchId === 'mine' && owner === 'id-of-admin',
        phones: phones.filter((phone) => phone === PHONE),
      }),
    });
    const { id } = await hook({ filter: { savedSearchId: 'mine' } });
    await publish(profileUpdatedEvent({ phone: OTHER }), profileUpdatedEvent({ phone: PHONE }));
    expect((await deliveriesUntil(id, (all) => all.length > 0)).map(({ key }) => key)).toEqual([PHONE]);
    const body = {
      name: 'x',
      url,
      events: ['profile.updated' as const],
      secret: SECRET,
      filter: { savedSearchId: 'no' },
    };
    expect((await sources.admin.call(calls.createWebhook, { body })).json()).toMatchObject({
      code: 'INVALID',
      details: [{ field: 'filter.savedSearchId' }],
    });
    // One that were passed over would send everything.
    const { filter: _filter, ...rest } = body;
    const raw = { ...rest, filter: { job: [7] } };
    expect((await sources.admin.call(calls.createWebhook, { raw })).json()).toMatchObject({
      code: 'INVALID',
      details: [{ field: 'filter', message: expect.stringContaining('"job"') }],
    });
  });

  it('never shows its secret, neither in answers nor in the audit, and keeps it over a change', async () => {
    const { id } = await hook();
    const body = { name: 'Renamed', url, events: ['job.status-changed' as const] };
    const changed = await sources.admin.call(calls.updateWebhook, { params: { id }, body });
    const list = await sources.admin.call(calls.listWebhooks);
    expect(changed.json()).toMatchObject({ id, name: 'Renamed', events: ['job.status-changed'], filter: null });
    for (const { body: text } of [changed, list]) expect(text).not.toContain(SECRET);
    const { data } = await sources.kit.bus.waitFor(
      'audit.logged',
      ({ data: entry }) => entry.details === 'Make a webhook',
    );
    expect(data).toMatchObject({ actionType: 'SOURCE', args: { name: 'Receiver', secret: '***' } });
    await publish(jobEvent(1, 'DONE'));
    await receiver.until((all) => all.length > 0);
    expect(receiver.all[0]?.isSigned).toBe(true);
  });

  it('is named in the audit by every call to it, also when it is renamed and gone', async () => {
    receiver.answers = () => 500;
    const { id } = await hook();
    await publish(jobEvent(1, 'DONE'));
    const [waiting] = await deliveriesUntil(id, (all) => all.length === 1);
    const { admin, kit } = sources;
    const body = { name: 'Renamed', url, events: ['source.state' as const] };
    await admin.call(calls.testWebhook, { params: { id } });
    await admin.call(calls.replayDelivery, { params: { id, delivery: waiting?.id ?? '' } });
    await admin.call(calls.replayDeliveries, { params: { id } });
    await admin.call(calls.updateWebhook, { params: { id }, body });
    await admin.call(calls.deleteWebhook, { params: { id } });
    const { webhookDeliveries, testWebhook, replayDelivery, replayDeliveries, updateWebhook, deleteWebhook } = calls;
    const named = async ({ summary }: { summary: string }, webhookName: string): Promise<void> => {
      const { data } = await kit.bus.waitFor('audit.logged', ({ data: entry }) => entry.details === summary);
      expect(data.args).toMatchObject({ id, webhookName });
    };
    for (const call of [webhookDeliveries, testWebhook, replayDelivery, replayDeliveries, updateWebhook])
      await named(call, 'Receiver');
    await named(deleteWebhook, 'Renamed');
  });

  it('is tried by hand, and says how that ended', async () => {
    const { id } = await hook();
    const trial = async () =>
      WebhookTrial.parse((await sources.admin.call(calls.testWebhook, { params: { id } })).json());
    expect(await trial()).toMatchObject({ ok: true, status: 204, reason: null });
    expect(receiver.all).toMatchObject([{ isSigned: true, event: { type: 'webhook.test', data: { webhook: id } } }]);
    receiver.answers = (_received, response) => {
      response.writeHead(302, { location: url }).end();
      return 302;
    };
    expect(await trial()).toMatchObject({ ok: false, status: 302 });
    expect(receiver.all).toHaveLength(2);
    await receiver.close();
    expect(await trial()).toMatchObject({ ok: false, status: null, reason: 'the host refuses the connection' });
    receiver = new WebhookReceiver(SECRET);
    await receiver.listen();
  });

  it('goes with all that waits for it', async () => {
    receiver.answers = () => 500;
    const { id } = await hook();
    await publish(jobEvent(1, 'DONE'));
    await deliveriesUntil(id, (all) => all.length === 1);
    expect((await sources.admin.call(calls.deleteWebhook, { params: { id } })).statusCode).toBe(204);
    expect((await sources.admin.call(calls.webhookDeliveries, { params: { id } })).statusCode).toBe(404);
    expect((await sources.admin.call(calls.listWebhooks)).json()).toEqual([]);
    await publish(jobEvent(1, 'DELETED'));
    const again = await hook();
    expect((await deliveriesOf(again.id)).content).toEqual([]);
  });

  it('does not come back by a change that was begun before it went', async () => {
    const { id, name, events } = await hook();
    const check = jest.spyOn(WebhookAddresses.prototype, 'check').mockImplementation(async (text) => {
      expect((await sources.admin.call(calls.deleteWebhook, { params: { id } })).statusCode).toBe(204);
      return text;
    });
    const body = { name: `${name} anew`, url, events };
    expect((await sources.admin.call(calls.updateWebhook, { params: { id }, body })).statusCode).toBe(404);
    check.mockRestore();
    expect((await sources.admin.call(calls.listWebhooks)).json()).toEqual([]);
    await sources.kit.kit.audit.flush();
    const told = sources.kit.bus
      .published('audit.logged')
      .filter(({ data }) => data.details === calls.updateWebhook.summary);
    expect(told.map(({ data }) => data.outcome)).toEqual(['NOT_FOUND']);
  });

  it('is one of so many, and made only by administrators', async () => {
    for (let made = 0; made < limits.webhooks; made++) await hook({ name: `Receiver ${made}` });
    const body = { name: 'one more', url, events: ['profile.updated' as const], secret: SECRET };
    expect(codeOf(await sources.admin.call(calls.createWebhook, { body }))).toBe('TOO_MANY_WEBHOOKS');
    expect((await sources.user.call(calls.createWebhook, { body })).statusCode).toBe(403);
  });
});

describe('an address', () => {
  const create = (address: string) =>
    sources.admin.call(calls.createWebhook, {
      body: { name: 'x', url: address, events: ['profile.updated'], secret: SECRET },
    });

  it.each([
    ['http://127.0.0.1:9/', 'WEBHOOK_ADDRESS'],
    ['https://user:word@example.com/', 'WEBHOOK_URL'],
  ])('%s is refused', async (address, code) => {
    const answer = await create(address);
    expect([answer.statusCode, codeOf(answer)]).toEqual([422, code]);
    expect(answer.body).not.toContain('word@');
  });

  it('is looked at again at each connection, so that neither a setting nor a name that was changed since leads inside', async () => {
    const caller = new WebhookCaller(new WebhookAddresses([]), sources.kit.clock);
    const sent = { delivery: 'd', type: 'webhook.test', json: '{}' };
    for (const address of [url, url.replace('127.0.0.1', 'localhost'), url.replace('127.0.0.1', '[::1]')])
      expect(await caller.call({ url: address, secret: SECRET }, sent)).toMatchObject({
        ok: false,
        status: null,
        reason: 'the address is private and not among WEBHOOK_PRIVATE_HOSTS',
      });
    await caller.close();
    expect(receiver.all).toEqual([]);
  });
});

it('refuses what does not fit', async () => {
  const body = { name: 'x', url, events: ['profile.updated'], secret: SECRET };
  for (const wrong of [
    { events: ['audit.logged'] },
    { events: [] },
    { secret: 'short' },
    { fields: ['nothing'] },
    { name: '' },
  ]) {
    const answer = await sources.admin.inject({ method: 'POST', url: '/api/webhook', payload: { ...body, ...wrong } });
    expect([wrong, answer.statusCode]).toEqual([wrong, 400]);
  }
  expect((await sources.admin.call(calls.testWebhook, { params: { id: newId() } })).statusCode).toBe(404);
});
