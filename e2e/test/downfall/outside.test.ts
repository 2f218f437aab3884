import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, type Job } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Api } from '../../src/calls/api.ts';
import { startCollector } from '../../src/providers/collector.ts';
import { topicOf } from '../../src/product/distributed-engines.ts';
import { type FakeProvider, providerSources, startFakeProvider } from '../../src/providers/fake-provider.ts';
import { root } from '../../src/product/installation.ts';
import { phoneAt, phonesFile } from '../../src/people/phones.ts';
import { ONE_OF_EACH, type Product, startProduct } from '../../src/product/product.ts';
import { full } from '../../src/scale.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

const PHONES = 600;

let provider: FakeProvider;
let product: Product;
let collector: Awaited<ReturnType<typeof startCollector>>;
let api: Api;
let job: Job;

beforeAll(async () => {
  collector = await startCollector();
  provider = await startFakeProvider(2);
  product = await startProduct({
    scale: full ? {} : { ...ONE_OF_EACH, gateway: 2 },
    sources: providerSources(provider.url, { concurrency: 32 }),
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
  api = await Api.login(product.url);
});

afterAll(async () => {
  await product?.discard();
  await provider?.close();
  collector?.close();
});

it('tells lines at every gateway how a job gets on', async () => {
  const second = await Api.login(`http://127.0.0.1:${product.port + 1}`);
  const { number } = await api.upload([phonesFile(PHONES)], { name: 'Watched', hold: 'true' });
  const [first, other] = [jobIs(api, number, 'DONE'), jobIs(second, number, 'DONE')];
  await api.call(calls.setJobStatus, { params: { number, jobStatus: 'IN_PROGRESS' } });
  job = await first;
  expect((await other).counts).toEqual(job.counts);
  expect(job.counts).toMatchObject({ FOUND: (PHONES * 3) / 4, NOT_FOUND: PHONES / 4 });
});

it('gives kcat every phone.resolved, and each obeys its published schema', async () => {
  const { brokers, topic } = topicOf(product.dataDir, 'phone.resolved');
  const { stdout } = await promisify(execFile)(
    'kcat',
    ['-b', brokers, '-t', topic, '-C', '-o', 'beginning', '-e', '-q', '-f', '%k %s\n'],
    {
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const schema: object = JSON.parse(readFileSync(join(root, 'docs/events/schemas/phone.resolved.schema.json'), 'utf8'));
  const validate = new Ajv2020({ strict: false }).compile(schema);
  const phones = new Set<string>();
  for (const line of stdout.trimEnd().split('\n')) {
    const key = line.slice(0, line.indexOf(' '));
    const event = JSON.parse(line.slice(key.length + 1));
    expect(validate(event) || validate.errors).toBe(true);
    expect(event.data.phone).toBe(key);
    phones.add(key);
  }
  expect(phones.size).toBe(PHONES);
});

it('lets the example consumer keep a table of profiles, and drop what is deleted', async () => {
  await api.call(calls.deleteProfile, { params: { phone: phoneAt(1) } });
  const { brokers, topic } = topicOf(product.dataDir, '');
  const consumer = spawn(process.execPath, [join(root, 'examples/consumer/src/main.ts')], {
    env: { ...process.env, KAFKA_BROKERS: brokers, TOPIC_PREFIX: topic, GROUP: `${topic}example` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const table = new Map<string, unknown>();
  let deleted = 0;
  for await (const line of createInterface({ input: consumer.stdout })) {
    const { topic, phone, profile, refused } = JSON.parse(line);
    expect(refused).toBeUndefined();
    if (String(topic).endsWith('profile.deleted')) deleted++;
    if (profile === null) table.delete(phone);
    else table.set(phone, profile);
    if (deleted === 1 && table.size === (PHONES * 3) / 4 - 1) break;
  }
  expect(table.has(`+${phoneAt(1)}`)).toBe(false);
  consumer.kill('SIGTERM');
  expect(await once(consumer, 'exit')).toEqual([0, null]);
});

it('joins a job in one trace from its creation to its last profile, over all services', async () => {
  const traceId = job.id.replaceAll('-', '');
  const ofJob = () => collector.spans.filter((span) => span.traceId === traceId);
  const wanted = ['jobs', 'profiles', 'sources'];
  const services = (): string[] => [...new Set(ofJob().map(({ service }) => service))];
  const handled = ['handle phone.requested', 'handle phone.resolved', 'handle profile.updated'];
  const names = (): string[] => ofJob().map(({ name }) => name);
  const rootOf = () => ofJob().find(({ name }) => name === 'job');
  // The call that created it is one trace over gateway and jobs, which the job's refers to.
  const calledServices = (): string[] => {
    const call = rootOf()?.links?.[0]?.traceId;
    return collector.spans.filter((span) => span.traceId === call).map(({ service }) => service);
  };
  const ofTheCall = ['gateway', 'jobs'];
  const isTold = (): boolean =>
    rootOf() !== undefined &&
    ofTheCall.every((service) => calledServices().includes(service)) &&
    wanted.every((service) => services().includes(service)) &&
    handled.every((name) => names().includes(name));
  // Each service sends its spans in groups, some seconds later, what it asked of a source before the event it was asked for.
  await askUntil(isTold, Boolean, { withinMs: 45_000 });
  const root = rootOf();
  expect(root?.service).toBe('jobs');
  expect(services()).toEqual(expect.arrayContaining(wanted));
  expect(names()).toEqual(expect.arrayContaining(handled));
  for (const { name, parentSpanId } of ofJob()) if (name !== 'job') expect(parentSpanId).toBe(root?.spanId);
  expect(calledServices()).toEqual(expect.arrayContaining(ofTheCall));
});
