import { describe, expect, it } from '@jest/globals';
import { calls, SourceInfo } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import { provide, start } from './support/each-test.ts';
import { type FakeProvider, json } from './support/fake-provider.ts';
import { httpYaml } from './support/office.ts';
import { polledLines, startPolledProvider } from './support/polled-provider.ts';
import { phones, type SourcesUnderTest } from './support/sources-under-test.ts';
import { startTokenProvider } from './support/token-provider.ts';

const named = { params: { name: 'OFFICE' } };
const info = async (sources: SourcesUnderTest): Promise<SourceInfo> =>
  SourceInfo.parse((await sources.admin.call(calls.getSource, named)).json());
const resolved = (sources: SourcesUnderTest, list: readonly string[]) =>
  Promise.all(
    list.map(
      async (phone) => (await sources.kit.bus.waitFor('phone.resolved', ({ data }) => data.phone === phone)).data,
    ),
  );

/** A provider of three pages for each number. */
const paged = (): Promise<FakeProvider> =>
  provide(({ url }, response) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page'));
    json(response, { mails: [`${page}@mail.example`], next: page < 3 ? `?page=${page + 1}` : null });
  });
const pagedYaml = ({ url }: FakeProvider, limits: string): string =>
  httpYaml([
    `request: { url: "${url}/numbers/{phone}?page=1" }`,
    'next: "body.next"',
    'answer: { map: { emails: mails } }',
    `limits: { ${limits} }`,
  ]);

describe('each page of an answer', () => {
  it('is counted to the quota, and waits for it without being asked for twice', async () => {
    const provider = await paged();
    const sources = await start({ yaml: pagedYaml(provider, 'perMinute: 4, concurrency: 1') });
    sources.kit.clock.freeze('2026-11-20T10:00:20Z');
    const list = phones(2);
    await sources.send(list);
    await provider.arrived(4);
    expect(await info(sources)).toMatchObject({
      state: 'WAITING_QUOTA',
      resumesAt: Date.parse('2026-11-20T10:01:00Z'),
      quota: { used: 4, left: 0 },
    });
    sources.kit.clock.freeze('2026-11-20T10:01:00Z');
    const results = await resolved(sources, list);
    expect(results.map(({ observations }) => observations.at(-1)?.fields?.emails?.length)).toEqual([3, 3]);
    expect(provider.seen).toHaveLength(6);
    expect(new Set(provider.seen.map(({ url }) => url)).size).toBe(6);
    expect((await info(sources)).quota).toMatchObject({ used: 6, left: 2 });
  });

  it('fails where an administrator does not want its quota waited for', async () => {
    const provider = await paged();
    const sources = await start({ yaml: pagedYaml(provider, 'perDay: 2') });
    sources.kit.clock.freeze('2026-11-20T10:00:20Z');
    const list = phones(1);
    await sources.send(list);
    await provider.arrived(2);
    await sources.admin.call(calls.endWaiting, named);
    const [result] = await resolved(sources, list);
    expect(result?.sources.at(-1)).toMatchObject({
      status: 'FAILED',
      message: expect.stringMatching(/^not asked: its quota is used up, .*; admin ended the waiting$/) as unknown,
    });
    expect(provider.seen).toHaveLength(2);
  });

  it('keeps the pace', async () => {
    const provider = await paged();
    const sources = await start({ yaml: pagedYaml(provider, 'perSecond: 10, concurrency: 4') });
    await sources.lookUp(phones(8));
    expect(provider.seen).toHaveLength(24);
    // Begun within a second, they arrive as the machine lets them.
    for (const { at: from } of provider.seen)
      expect(provider.seen.filter(({ at }) => at >= from && at < from + 900).length).toBeLessThanOrEqual(10);
  });

  it('is counted when a person tries the source', async () => {
    const provider = await paged();
    const sources = await start({ yaml: pagedYaml(provider, 'perDay: 10') });
    await sources.admin.call(calls.testSource, { ...named, body: {} });
    expect((await info(sources)).quota).toMatchObject({ used: 3, left: 7 });
  });
});

describe('each poll', () => {
  it('is counted to the quota; what was handed in is asked on when that is renewed', async () => {
    const provider = await startPolledProvider();
    const sources = await start({ yaml: httpYaml([...polledLines(provider.url), 'limits: { perMinute: 5 }']) });
    sources.kit.clock.freeze('2026-11-20T10:00:20Z');
    const list = phones(1);
    await sources.send(list);
    await askUntil(
      () => provider.seen.length,
      (calls) => calls >= 5,
    );
    expect(await info(sources)).toMatchObject({ state: 'WAITING_QUOTA', quota: { used: 5, left: 0 } });
    // Handed in once, and asked for four times.
    expect([provider.submitted.size, [...provider.polls.values()]]).toEqual([1, [4]]);
    provider.finish();
    sources.kit.clock.freeze('2026-11-20T10:01:00Z');
    const [result] = await resolved(sources, list);
    expect(result?.status).toBe('FOUND');
    expect([provider.submitted.size, [...provider.polls.values()]]).toEqual([1, [5]]);
  });
});

describe('a request that is made again with a new token', () => {
  it('is counted to the quota, and waits for it', async () => {
    const provider = await startTokenProvider({ lifeSeconds: 600 });
    const sources = await start({
      yaml: httpYaml([
        `request: { url: "${provider.url}/numbers/{phone}" }`,
        `auth: { type: oauth2, tokenUrl: "${provider.url}/token", clientId: me, clientSecret: "\${env:SECRET}" }`,
        'limits: { perMinute: 2 }',
      ]),
      env: { SECRET: 'sign-with-this' },
    });
    sources.kit.clock.freeze('2026-11-20T10:00:20Z');
    const [first = '', second = ''] = phones(2);
    await sources.lookUp([first]);
    provider.revoke();
    await sources.send([second]);
    await askUntil(() => provider.refused() === 1);
    expect(await info(sources)).toMatchObject({ state: 'WAITING_QUOTA', quota: { used: 2, left: 0 } });
    sources.kit.clock.freeze('2026-11-20T10:01:00Z');
    const [result] = await resolved(sources, [second]);
    expect(result?.status).toBe('FOUND');
    expect([provider.refused(), provider.answered.size]).toEqual([1, 2]);
    expect((await info(sources)).quota).toMatchObject({ used: 3, left: 1 });
  });
});
