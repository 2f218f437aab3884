import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { calls, SourceInfo, SourcesFileState } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import { json, phoneOf, type SeenCall } from './support/fake-provider.ts';
import { provide, start } from './support/each-test.ts';
import { officeYaml, phones, type SourcesUnderTest } from './support/sources-under-test.ts';

const named = { params: { name: 'OFFICE' } };
const info = async (sources: SourcesUnderTest): Promise<SourceInfo> =>
  SourceInfo.parse((await sources.admin.call(calls.getSource, named)).json());

describe('a source that refuses us', () => {
  it.each([
    [401, 'WRONG_KEY'],
    [402, 'NO_CREDIT'],
    [403, 'WRONG_KEY'],
  ])('with %i costs at most 20 calls for a thousand numbers, and says why it was stopped', async (status, kind) => {
    const provider = await provide((_call, response) => json(response, {}, status));
    const sources = await start({ yaml: officeYaml(provider.url) });
    const resolved = await sources.lookUp(phones(400));
    expect(new Set(resolved.map((one) => one.status))).toEqual(new Set(['FAILED']));
    expect(provider.seen.length).toBeGreaterThanOrEqual(5);
    expect(provider.seen.length).toBeLessThanOrEqual(20);
    expect(await info(sources)).toMatchObject({
      state: 'REFUSED',
      pausedBy: null,
      cause: `refused with status ${status}`,
      lastError: { kind },
    });
  });

  it('in words costs at most 20 calls', async () => {
    const provider = await provide((_call, response) => json(response, { error: 'invalid key' }));
    const sources = await start({ yaml: officeYaml(provider.url, ['answer: { failed: "body.error" }']) });
    await sources.lookUp(phones(400));
    expect(provider.seen).toHaveLength(20);
    expect(await info(sources)).toMatchObject({ state: 'REFUSED', cause: 'invalid key' });
  });

  it('only numbers that it does not serve is asked for all of them', async () => {
    const provider = await provide((_call, response) => json(response, { error: 'no such country' }));
    const failed = "{kind: body.error && 'NO_COVERAGE', message: body.error}";
    const sources = await start({ yaml: officeYaml(provider.url, [`answer: { failed: "${failed}" }`]) });
    await sources.lookUp(phones(60));
    expect(provider.seen).toHaveLength(60);
    expect(await info(sources)).toMatchObject({ state: 'CLOSED', lastHour: { failed: 60 } });
  });

  it.each([
    [8, 20],
    [32, 32],
  ])('in the middle of a job of %i calls at once costs at most %i', async (concurrency, most) => {
    let refused = 0;
    const provider = await provide((_call, response) => {
      const isDead = provider.seen.length > 100;
      if (isDead) refused++;
      setTimeout(() => json(response, { names: ['A'] }, isDead ? 403 : 200), 5);
    });
    const sources = await start({ yaml: officeYaml(provider.url, [`limits: { concurrency: ${concurrency} }`]) });
    const resolved = await sources.lookUp(phones(400));
    expect(resolved.filter(({ status }) => status === 'FOUND')).toHaveLength(100);
    expect(refused).toBeGreaterThanOrEqual(5);
    expect(refused).toBeLessThanOrEqual(most);
    expect((await info(sources)).state).toBe('REFUSED');
  });

  it('is not asked after a restart, until a person tries it with success', async () => {
    let isDead = true;
    let body: object = { names: ['A'] };
    const provider = await provide((_call, response) => json(response, body, isDead ? 401 : 200));
    const sources = await start({ yaml: officeYaml(provider.url, ['answer: { map: { names: names } }']) });
    await sources.lookUp(phones(50));
    await sources.restart();
    const { length } = provider.seen;
    const [refused] = await sources.lookUp(phones(1), { only: ['OFFICE'] });
    expect(refused?.sources.at(-1)?.message).toBe('not asked: it refuses us (refused with status 401)');
    expect(provider.seen).toHaveLength(length);
    const failed = await sources.admin.call(calls.testSource, { ...named, body: {} });
    expect(failed.json()).toMatchObject({ ok: false, kind: 'WRONG_KEY' });
    expect((await info(sources)).state).toBe('REFUSED');
    isDead = false;
    body = { maintenance: 'we are back at nine' };
    await sources.admin.call(calls.testSource, { ...named, body: {} });
    expect((await info(sources)).state).toBe('REFUSED');
    body = { names: ['A'] };
    await sources.admin.call(calls.testSource, { ...named, body: {} });
    expect(await info(sources)).toMatchObject({ state: 'CLOSED', cause: null });
    const [found] = await sources.lookUp(phones(1), { only: ['OFFICE'] });
    expect(found?.status).toBe('FOUND');
  });

  /** That it was stopped is kept only once `keep` is called, when `kept` resolves; what comes after it is kept at once. */
  function keepStopLater(sources: SourcesUnderTest): { keep(): void; kept: Promise<void> } {
    const store = sources.store();
    const setStop = store.setStop.bind(store);
    const { promise: turn, resolve: keep } = Promise.withResolvers<void>();
    const { promise: kept, resolve: isKept } = Promise.withResolvers<void>();
    store.setStop = async (...stop) => {
      store.setStop = setStop;
      await turn;
      await setStop(...stop);
      isKept();
    };
    return { keep, kept };
  }

  /** Longer than an end or a resuming takes that does not wait: nothing that is right depends on it. */
  const LATE_MS = 1500;

  it('stays stopped though its store takes long and the service ends meanwhile', async () => {
    const provider = await provide((_call, response) => json(response, {}, 401));
    const sources = await start({ yaml: officeYaml(provider.url) });
    setTimeout(keepStopLater(sources).keep, LATE_MS);
    await sources.lookUp(phones(50));
    await sources.restart();
    expect((await info(sources)).state).toBe('REFUSED');
  });

  it('stays resumed though its store takes long to keep that it was stopped', async () => {
    const provider = await provide((_call, response) => json(response, {}, 401));
    const sources = await start({ yaml: officeYaml(provider.url) });
    const { keep, kept } = keepStopLater(sources);
    await sources.lookUp(phones(50));
    setTimeout(keep, LATE_MS);
    await sources.admin.call(calls.resumeSource, named);
    await kept;
    await sources.restart();
    expect((await info(sources)).state).toBe('CLOSED');
  });

  it('stays resumed though its file bound it anew while its store took long to keep that it was stopped', async () => {
    const provider = await provide((_call, response) => json(response, {}, 401));
    const sources = await start({ yaml: officeYaml(provider.url) });
    const { keep, kept } = keepStopLater(sources);
    await sources.lookUp(phones(50));
    const store = sources.store();
    const { stops } = store;
    // The file is being taken.
    store.stops = () => {
      setTimeout(keep, LATE_MS);
      return stops.call(store);
    };
    const isTaken = async (): Promise<number | null> =>
      SourcesFileState.parse((await sources.admin.call(calls.sourcesFile)).json()).takenAt;
    const before = await isTaken();
    writeFileSync(join(sources.kit.dir, 'sources.yaml'), officeYaml(provider.url, ['timeoutMs: 4000']));
    await askUntil(isTaken, (at) => at !== before);
    await sources.admin.call(calls.resumeSource, named);
    await kept;
    await sources.restart();
    expect((await info(sources)).state).toBe('CLOSED');
  });

  it('is not taken for one that fails now and then', async () => {
    const provider = await provide((call, response) =>
      json(response, { names: ['A'] }, Number(phoneOf(call)) % 2 === 0 ? 200 : 403),
    );
    const sources = await start({ yaml: officeYaml(provider.url, ['limits: { concurrency: 1 }']) });
    await sources.lookUp(phones(60));
    expect(provider.seen).toHaveLength(60);
    expect((await info(sources)).state).toBe('CLOSED');
  });
});

describe('a mapping that finds nothing', () => {
  it('pauses the source after fifty answers, and keeps one to look at, also after a restart', async () => {
    const provider = await provide((call, response) => json(response, { data: { fullName: `P ${phoneOf(call)}` } }));
    const yaml = officeYaml(provider.url, ['answer: { map: { names: "body.fullNme" } }', 'limits: { concurrency: 4 }']);
    const sources = await start({ yaml: yaml.replace('body.fullNme', 'data.fullNme') });
    await sources.lookUp(phones(400));
    expect(provider.seen.length).toBeGreaterThanOrEqual(50);
    expect(provider.seen.length).toBeLessThan(60);
    await sources.restart();
    const paused = await info(sources);
    expect(paused).toMatchObject({
      state: 'PAUSED',
      pausedBy: null,
      cause: 'it answers, but the mapping finds nothing in its answers',
    });
    expect(paused.keptAnswer).toBe('{"data":{"fullName":"x 000000000000"}}');
    await sources.admin.call(calls.resumeSource, named);
    expect(await info(sources)).toMatchObject({ state: 'CLOSED', cause: null, keptAnswer: null });
  });

  it.each([
    ['which all answers begin with', 'Name;Town', 'Name;Town\nxxxxxx;xxxxxxxx'],
    ['which differs, as it is about somebody', null, 'xxxxxx;xxxxxxxx\nxxxxxx;xxxxxxxx'],
  ])('shows of a table that it cannot read the first row %s', async (_which, header, shape) => {
    const nameOf = (call: SeenCall): string =>
      phoneOf(call)
        .slice(-6)
        .replaceAll(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '');
    const provider = await provide((call, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.end([header ?? `${nameOf(call)};Tashkent`, `${nameOf(call)};Tashkent`].join('\n'));
    });
    const sources = await start({
      yaml: officeYaml(provider.url, ['answer: { format: csv, map: { names: Person } }', 'limits: { concurrency: 4 }']),
    });
    await sources.lookUp(phones(60));
    expect(await info(sources)).toMatchObject({ state: 'PAUSED', keptAnswer: shape });
  });

  it('keeps nothing that was said of anybody, also where a version before did', async () => {
    const sources = await start({ yaml: officeYaml('http://127.0.0.1:9') });
    const why = JSON.stringify({ state: 'PAUSED', cause: 'finds nothing', kind: 'MAPPING', answer: '{"name":"Ann"}' });
    await sources.store().setStop('OFFICE', { by: '', why }, 1, []);
    await sources.restart();
    expect(JSON.stringify(await sources.store().stops())).not.toContain('Ann');
    expect(await info(sources)).toMatchObject({ state: 'PAUSED', cause: 'finds nothing', keptAnswer: null });
  });

  it("is not told by answers that say 'nothing', nor by empty ones", async () => {
    const provider = await provide((call, response) =>
      json(response, Number(phoneOf(call)) % 2 === 0 ? {} : { found: false, phone: phoneOf(call) }),
    );
    const sources = await start({ yaml: officeYaml(provider.url, ['answer: { notFound: "body.found == `false`" }']) });
    const resolved = await sources.lookUp(phones(200));
    expect(new Set(resolved.map(({ status }) => status))).toEqual(new Set(['NOT_FOUND']));
    expect((await info(sources)).state).toBe('CLOSED');
  });
});

describe('a source that answers 429', () => {
  const numbers = process.env['SCALE'] === 'full' ? 400 : 150;
  it(`of 50 a second answers ${numbers} of ${numbers} numbers, without perSecond and without a retry`, async () => {
    const taken: number[] = [];
    let complaints = 0;
    const provider = await provide((call, response) => {
      const now = performance.now();
      while ((taken[0] ?? now) <= now - 100) taken.shift();
      if (taken.length >= 5) {
        complaints++;
        return void response.writeHead(429, { 'retry-after': '0.1' }).end();
      }
      taken.push(now);
      json(response, { names: [phoneOf(call)] });
    });
    const sources = await start({ yaml: officeYaml(provider.url, ['retries: 0']) });
    const resolved = await sources.lookUp(phones(numbers));
    expect(resolved.filter(({ status }) => status === 'FOUND')).toHaveLength(numbers);
    expect(complaints).toBeGreaterThan(0);
    expect(provider.seen.length).toBe(numbers + complaints);
    expect(complaints).toBeLessThan(numbers / 2);
    // A second for each fifty at least, as the provider takes no more.
  });
});
