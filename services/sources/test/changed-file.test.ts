import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { calls, SourcesFileState } from '@numscope/contracts';
import { TransientError } from '@numscope/platform';
import { askUntil } from '@numscope/testing/ask-until';
import { json, phoneOf } from './support/fake-provider.ts';
import { provide, type Reply, start } from './support/each-test.ts';
import { officeYaml, phones, type SourcesUnderTest } from './support/sources-under-test.ts';

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
