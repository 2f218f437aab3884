import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  buildJobPass,
  createTestKit,
  figuresOf,
  listenLocally,
  phoneResolvedEvent,
  RecordingBus,
} from '@numscope/testing';
import { createMetrics, createServiceApp, newId, observeBus, outgoing, type Tracer } from '../src/index.ts';
import { openTracer } from '../src/tracing/otel-tracer.ts';
import { formatTraceparent, parseTraceparent, rootOf, traceIdOf } from '../src/tracing/trace-ids.ts';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  links?: Array<{ traceId: string }>;
  status: { code?: number };
}

/** An OpenTelemetry collector that remembers. */
const spans: Span[] = [];
const collector = createServer((request, response) => {
  void text(request).then((body) => {
    const sent = JSON.parse(body) as { resourceSpans: Array<{ scopeSpans: Array<{ spans: Span[] }> }> };
    spans.push(...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.end('{}');
  });
});

let tracer: Tracer;
beforeAll(async () => {
  const { url } = await listenLocally(collector);
  tracer = openTracer({
    endpoint: `${url}/`,
    service: 'test',
    version: '1',
    instance: 'one',
    ratio: 1,
  });
});
afterAll(() => void collector.close());

it('gives a UUID as its own trace id, any other text the same one each time, and a root that all can name', () => {
  expect(traceIdOf('019A9F9C-07a8-7c11-9d5f-2f6a3b1c0001')).toBe('019a9f9c07a87c119d5f2f6a3b1c0001');
  expect(traceIdOf('req 1')).toMatch(/^[0-9a-f]{32}$/);
  expect(traceIdOf('req 1')).toBe(traceIdOf('req 1'));
  expect(parseTraceparent(formatTraceparent(rootOf('req 1')))).toEqual(rootOf('req 1'));
  for (const wrong of ['', '01-0', `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`])
    expect(parseTraceparent(wrong)).toBeNull();
});

it('joins a call, the job it made, and what was handled for that job, over all groups', async () => {
  const test = await createTestKit('jobs');
  const kit = { ...test.kit, tracer };
  const app = createServiceApp(kit);
  const request = newId();
  let seen: string | undefined;
  app.get('/upload', async ({ headers }) => {
    seen = headers['traceparent'] as string;
    return {};
  });
  await app.inject({ url: '/upload', headers: { 'x-request-id': request } });
  await app.close();

  const bus = observeBus(new RecordingBus(), { metrics: createMetrics('jobs', false), tracer });
  const job = buildJobPass({ id: newId() });
  const handled = new Promise<void>((resolve, reject) => {
    bus.subscribe({ topic: 'phone.resolved', group: 'profiles', handle: async () => resolve() }).catch(reject);
  });
  await bus.publish([
    outgoing(
      'job.created',
      '1',
      {
        id: job.id,
        number: 1,
        name: 'A',
        type: 'REGULAR',
        subtype: 'SINGLE',
        iteration: 1,
        totalPhoneNumbers: 1,
        createdOn: 1,
        createdBy: 'admin',
        purpose: null,
      },
      { trace: request },
    ),
    phoneResolvedEvent({ job }),
    phoneResolvedEvent({ job, phone: '+998901234568' }),
  ]);
  await handled;
  await bus.close();
  await tracer.close();
  await test.close();

  const call = spans.find(({ name }) => name === 'GET /upload');
  expect(call).toMatchObject({ traceId: traceIdOf(request), parentSpanId: rootOf(request).spanId });
  expect(seen).toBe(formatTraceparent({ traceId: call?.traceId ?? '', spanId: call?.spanId ?? '' }));
  const begun = spans.find(({ name }) => name === 'job');
  expect(begun).toMatchObject({ ...rootOf(job.id), links: [{ traceId: traceIdOf(request) }] });
  const ofJob = spans.filter(({ name, traceId }) => name === 'handle phone.resolved' && traceId === traceIdOf(job.id));
  expect(ofJob.length).toBeGreaterThan(0);
  for (const { parentSpanId } of ofJob) expect(parentSpanId).toBe(begun?.spanId);
});

it('counts what groups handled, what failed, and how far they are behind', async () => {
  const metrics = createMetrics('profiles', false);
  const inner = new RecordingBus();
  const bus = observeBus(inner, { metrics, tracer: { isOn: false } as Tracer });
  let fails = true;
  const done = new Promise<void>((resolve, reject) => {
    bus
      .subscribe({
        topic: 'phone.resolved',
        group: 'profiles',
        async handle() {
          if (fails) {
            fails = false;
            throw new Error('not now');
          }
          resolve();
        },
      })
      .catch(reject);
  });
  await bus.publish([phoneResolvedEvent()]);
  await done;
  const text = await metrics.registry.metrics();
  expect(text).toMatch(/numscope_events_total\{.*outcome="failed".*\} 1/);
  expect(text).toMatch(/numscope_events_lag\{topic="phone.resolved",group="profiles",service="profiles"\} [01]/);
  expect(await metrics.queues()).toEqual([
    { topic: 'phone.resolved', group: 'profiles', waiting: await inner.lag('phone.resolved', 'profiles') },
  ]);
  await bus.close();
});

it('counts what a group gave up, from none on', async () => {
  const metrics = createMetrics('profiles', false);
  const inner = new RecordingBus();
  const bus = observeBus(inner, { metrics, tracer: { isOn: false } as Tracer });
  const refuse = async (): Promise<void> => {
    throw new Error('never');
  };
  await bus.subscribe({ topic: 'phone.resolved', group: 'profiles', attempts: 1, handle: refuse });
  const dead = async (): Promise<number | undefined> =>
    figuresOf(await metrics.registry.metrics())('numscope_dead_letters_total', { group: 'profiles' });
  expect(await dead()).toBe(0);
  await inner.deliver(phoneResolvedEvent(), phoneResolvedEvent());
  expect(await dead()).toBe(2);
  expect(await bus.deadLetters(10)).toHaveLength(2);
  await bus.close();
});

it("counts what gateways hear under their service's name, not under that of one life", async () => {
  const metrics = createMetrics('gateway', false);
  const inner = new RecordingBus();
  const bus = observeBus(inner, { metrics, tracer: { isOn: false } as Tracer });
  await bus.subscribe({
    topic: 'phone.resolved',
    group: 'gateway-4711',
    from: 'latest',
    handle: async () => undefined,
  });
  await inner.deliver(phoneResolvedEvent());
  const text = await metrics.registry.metrics();
  expect(figuresOf(text)('numscope_events_total', { group: 'gateway', outcome: 'ok' })).toBe(1);
  expect(text).not.toContain('4711');
  await bus.close();
});
