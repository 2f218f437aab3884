import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { calls, SourceInfo, SourcesFileState } from '@numscope/contracts';
import { TransientError } from '@numscope/platform';
import { askUntil } from '@numscope/testing/ask-until';
import { json, phoneOf } from './support/fake-provider.ts';
import { provide, type Reply, start } from './support/each-test.ts';
import { httpYaml } from './support/office.ts';
import { polledLines, startPolledProvider } from './support/polled-provider.ts';
import { officeYaml, PHONE, phones, type SourcesUnderTest } from './support/sources-under-test.ts';

const NUMBERS = Number(process.env['TEST_CHANGED_FILE_NUMBERS'] ?? 600);
const known: Reply = (call, response) => void setTimeout(() => json(response, { names: [phoneOf(call)] }), 2);

const change = (sources: SourcesUnderTest, yaml: string): void =>
  writeFileSync(join(sources.kit.dir, 'sources.yaml'), yaml);

const until = (sources: SourcesUnderTest, reached: (state: SourcesFileState) => boolean): Promise<SourcesFileState> =>
  askUntil(async () => SourcesFileState.parse((await sources.admin.call(calls.sourcesFile)).json()), reached);

const second = (url: string): string =>
  `\n  SECOND:\n    connector: http\n    request: { url: "${url}/second/{phone}" }`;

const timesOf = (asked: readonly string[]): Set<number> => {
  const times = new Map<string, number>();
  for (const phone of asked) times.set(phone, (times.get(phone) ?? 0) + 1);
  return new Set(times.values());
};

describe('a sources file that changes under a running job', () => {
  it('loses no number and asks none twice, whatever stays, changes, comes or goes; a new source is asked from then on', async () => {
    const provider = await provide(known);
    const [office, gone] = [officeYaml(provider.url, ['limits: { concurrency: 8 }']), await provide(known)];
    const sources = await start({
      yaml: `${office}\n  GONE:\n    connector: http\n    limits: { concurrency: 1 }\n    request: { url: "${gone.url}/{phone}" }`,
    });
    const all = phones(NUMBERS);
    const half = all.length / 2;
    const takenAt = (await until(sources, () => true)).takenAt ?? 0;
    for (let at = 0; at < half; at += 100) await sources.send(all.slice(at, at + 100));
    await provider.arrived(50);
    change(
      sources,
      officeYaml(provider.url, ['limits: { concurrency: 16 }', 'timeoutMs: 4000']) + second(provider.url),
    );
    await until(sources, (state) => (state.takenAt ?? 0) > takenAt);
    for (let at = half; at < all.length; at += 100) await sources.send(all.slice(at, at + 100));
    const found = new Set<string>();
    await sources.kit.bus.waitFor('phone.resolved', ({ data }) => {
      if (data.status === 'FOUND') found.add(data.phone);
      return found.size === all.length;
    });
    expect(sources.resolved()).toHaveLength(all.length);
    const asked = (path: string): string[] =>
      provider.seen.filter(({ url }) => url.includes(path)).map((call) => `+${phoneOf(call)}`);
    expect(new Set(asked('/numbers/'))).toEqual(new Set(all));
    expect(timesOf(asked('/numbers/'))).toEqual(new Set([1]));
    expect(timesOf(asked('/second/'))).toEqual(new Set([1]));
    expect(new Set(asked('/second/'))).toEqual(new Set(all.slice(half)));
    expect(timesOf(gone.seen.map(phoneOf))).toEqual(new Set([1]));
    const last = sources.resolved().find(({ phone }) => phone === all.at(-1));
    expect(last?.sources.map(({ source }) => source).toSorted()).toEqual(['NUMBERING_PLAN', 'OFFICE', 'SECOND']);
  });

  it('with faults is not taken at all; they are shown until it is mended', async () => {
    const provider = await provide(known);
    const sources = await start({ yaml: officeYaml(provider.url) });
    change(sources, `${officeYaml(provider.url, ['trust: 7'])}${second(provider.url)}`);
    const broken = await until(sources, ({ faults }) => faults.length > 0);
    expect(broken.faults).toEqual([expect.stringMatching(/^sources\.yaml:5: sources\.OFFICE\.trust: /)]);
    const [still] = await sources.lookUp(phones(1));
    expect(still?.sources.map(({ source }) => source)).toEqual(['NUMBERING_PLAN', 'OFFICE']);
    change(sources, `${officeYaml(provider.url, ['trust: 0.7'])}${second(provider.url)}`);
    await until(sources, ({ faults }) => faults.length === 0);
    const [both] = await sources.lookUp(phones(1, 998_910_000_000));
    expect(both?.sources.map(({ source }) => source).toSorted()).toEqual(['NUMBERING_PLAN', 'OFFICE', 'SECOND']);
  });

  it('keeps what was used of a quota and answered in the last hour, and that a source is paused', async () => {
    const provider = await provide(known);
    const sources = await start({ yaml: officeYaml(provider.url, ['limits: { perDay: 5 }', 'freshForDays: 0']) });
    await sources.lookUp(phones(3));
    const taken = (await until(sources, () => true)).takenAt ?? 0;
    change(sources, officeYaml(provider.url, ['limits: { perDay: 4 }', 'freshForDays: 0']));
    await until(sources, (state) => (state.takenAt ?? 0) > taken);
    const resolved = await sources.lookUp(phones(3, 998_910_000_000));
    expect(resolved.filter(({ waiting }) => waiting !== undefined)).toHaveLength(2);
    await sources.admin.call(calls.pauseSource, { params: { name: 'OFFICE' } });
    change(sources, officeYaml(provider.url, ['limits: { perDay: 400 }', 'freshForDays: 0', 'trust: 0.1']));
    await until(sources, (state) => (state.takenAt ?? 0) > taken && state.faults.length === 0);
    await new Promise<void>((resolve, reject) => {
      const look = async (): Promise<void> => {
        const info = (await sources.admin.call(calls.getSource, { params: { name: 'OFFICE' } })).json();
        if (info.trust !== 0.1) return void setTimeout(() => look().catch(reject), 20);
        expect(info.state).toBe('PAUSED');
        expect(info.lastHour.found).toBe(4);
        resolve();
      };
      look().catch(reject);
    });
    expect(provider.seen).toHaveLength(4);
  });

  it('lets what still refuses by its former text stop nobody who asks by the present one', async () => {
    const held = Promise.withResolvers<void>();
    const reply: Reply = (call, response) =>
      call.url.startsWith('/numbers/')
        ? void held.promise.then(() => json(response, { error: 'wrong key' }, 401))
        : known(call, response);
    const provider = await provide(reply);
    const sources = await start({ yaml: officeYaml(provider.url) });
    const takenAt = (await until(sources, () => true)).takenAt ?? 0;
    const all = phones(8);
    await sources.send(all);
    await provider.arrived(all.length);
    change(sources, officeYaml(provider.url).replace('/numbers/', '/present/'));
    await until(sources, (state) => (state.takenAt ?? 0) > takenAt);
    held.resolve();
    await askUntil(async () => sources.resolved().length === all.length);
    expect(await sources.store().stops()).toEqual([]);
    await sources.restart();
    const [one] = await sources.lookUp(phones(1, 998_910_000_000));
    expect(one).toMatchObject({ status: 'FOUND' });
  });

  it('is taken once the store is back that was away, and has no fault meanwhile', async () => {
    const provider = await provide(known);
    const sources = await start({ yaml: officeYaml(provider.url) });
    const before = await until(sources, () => true);
    const stops = jest.spyOn(sources.store(), 'stops').mockRejectedValue(new TransientError('the store is away'));
    change(sources, officeYaml(provider.url, ['limits: { perDay: 2 }']) + second(provider.url));
    await askUntil(() => stops.mock.calls.length > 0);
    expect(await until(sources, () => true)).toEqual(before);
    stops.mockRestore();
    await until(sources, (state) => (state.takenAt ?? 0) > (before.takenAt ?? 0));
    const [both] = await sources.lookUp(phones(1));
    expect(both?.sources.map(({ source }) => source).toSorted()).toEqual(['NUMBERING_PLAN', 'OFFICE', 'SECOND']);
  });

  it('is never taken by half, however often the store is away for a moment', async () => {
    const provider = await provide(known);
    const off = '\n  NUMBERING_PLAN: { connector: numbering-plan, enabled: false }';
    const sources = await start({ yaml: officeYaml(provider.url) + off });
    const takenAt = (await until(sources, () => true)).takenAt ?? 0;
    const { stops } = sources.store();
    let asked = 0;
    jest.spyOn(sources.store(), 'stops').mockImplementation(async () => {
      if (++asked % 2 === 0) throw new TransientError('the store is away');
      return stops();
    });
    // The source is counted anew, so it is held meanwhile.
    change(sources, officeYaml(provider.url, ['limits: { perDay: 200 }']));
    const taken = await until(sources, (state) => (state.takenAt ?? 0) > takenAt || state.faults.length > 0);
    expect(taken.faults).toEqual([]);
    const [one] = await sources.lookUp(phones(1));
    expect(one?.sources.map(({ source }) => source).toSorted()).toEqual(['NUMBERING_PLAN', 'OFFICE']);
  });
});

describe('a source that comes to need what others find', () => {
  const emails = 'a@mail.example';
  const lines = (url: string, path: string, more: string[] = []): string =>
    officeYaml(url, ['limits: { concurrency: 1 }', ...more]).replace('/numbers/{phone}', path);
  const book = (url: string): string => `\n  BOOK:\n    connector: http\n    request: { url: "${url}/book/{phone}" }`;

  it.each([
    ['finds it', { emails: [emails] }, `?mail=${encodeURIComponent(emails)}`],
    ['does not', { names: ['Anvar'] }, null],
  ])('is asked with it, or not at all, also about what waited for it: another one %s', async (_what, found, query) => {
    const reply: Reply = (call, response) =>
      void setTimeout(() => json(response, call.url.includes('/book/') ? found : { about: 'known' }), 20);
    const provider = await provide(reply);
    const sources = await start({ yaml: lines(provider.url, '/plain/{phone}') + book(provider.url) });
    const all = phones(100);
    const { takenAt } = await until(sources, () => true);
    await sources.send(all);
    await provider.arrived(40);
    change(sources, lines(provider.url, '/found/{phone}?mail={emails}', ['needs: [emails]']) + book(provider.url));
    await until(sources, (state) => (state.takenAt ?? 0) > (takenAt ?? 0));
    const results = new Map<string, string>();
    await sources.kit.bus.waitFor('phone.resolved', ({ data }) => {
      results.set(data.phone, data.sources.find(({ source }) => source === 'OFFICE')?.status ?? '');
      return results.size === all.length;
    });
    const asked = (path: string) => provider.seen.filter(({ url }) => url.startsWith(path));
    expect(asked('/plain/').length).toBeLessThan(all.length);
    expect(asked('/plain/').length + asked('/found/').length).toBe(
      query === null ? asked('/plain/').length : all.length,
    );
    for (const { url } of asked('/found/')) expect(url).toContain(query);
    expect([...results.values()].filter((status) => status === 'FOUND')).toHaveLength(
      asked('/plain/').length + asked('/found/').length,
    );
  });
});

describe('a source whose limits change while numbers are asked on for', () => {
  const lines = (url: string, perDay: number): string =>
    httpYaml([...polledLines(url), `limits: { perDay: ${perDay} }`]);
  const told = async (sources: SourcesUnderTest): Promise<SourceInfo> =>
    SourceInfo.parse((await sources.admin.call(calls.getSource, { params: { name: 'OFFICE' } })).json());
  const changed = async (sources: SourcesUnderTest, yaml: string): Promise<void> => {
    const { takenAt } = await until(sources, () => true);
    change(sources, yaml);
    await until(sources, (state) => (state.takenAt ?? 0) > (takenAt ?? 0));
  };

  it('counts what those still ask to the same quota', async () => {
    const provider = await startPolledProvider();
    const sources = await start({ yaml: lines(provider.url, 5000) });
    await sources.send(phones(5));
    await provider.polled(5);
    await changed(sources, lines(provider.url, 6000));
    await changed(sources, lines(provider.url, 7000));
    await provider.called(provider.seen.length + 20);
    provider.finish();
    await askUntil(async () => sources.resolved().length === 5);
    expect((await told(sources)).quota).toMatchObject({ perDay: 7000, used: provider.seen.length });
  });

  it.each([
    ['once', [2]],
    ['twice', [2, 1]],
  ])(
    'lets those wait no longer for their quota, either, once an administrator ended that: %s',
    async (_what, changes) => {
      const provider = await startPolledProvider();
      const sources = await start({ yaml: lines(provider.url, 3) });
      await sources.send([PHONE]);
      await provider.called(3);
      for (const perDay of changes) await changed(sources, lines(provider.url, perDay));
      await sources.admin.call(calls.endWaiting, { params: { name: 'OFFICE' } });
      await askUntil(async () => sources.resolved().length === 1);
      expect(sources.resolved()[0]?.sources.find(({ source }) => source === 'OFFICE')).toMatchObject({
        status: 'FAILED',
        message: expect.stringMatching(/admin ended the waiting/),
      });
    },
  );
});
