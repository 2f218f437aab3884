import { describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { provide, start } from './support/each-test.ts';
import { type FakeProvider, json, phoneOf } from './support/fake-provider.ts';
import { httpLines } from './support/office.ts';
import { PHONE, phones, type SourcesUnderTest } from './support/sources-under-test.ts';

type Knows = (phone: string) => { body: unknown; status?: number };

const providing = (knows: Knows): Promise<FakeProvider> =>
  provide((call, response) => {
    const { body, status = 200 } = knows(phoneOf(call));
    json(response, body, status);
  });

/** BOOK and CRM find people by their numbers; MATCH needs a name, and MAILS the mail that MATCH found. */
async function chain(
  book: Knows,
  crm: Knows,
): Promise<{ sources: SourcesUnderTest; match: FakeProvider; mails: FakeProvider; asked(): number }> {
  const [first, second] = [await providing(book), await providing(crm)];
  const match = await provide((_call, response) => json(response, { emails: ['m@mail.example'] }));
  const mails = await provide((_call, response) => json(response, { about: 'known by mail' }));
  const sources = await start({
    yaml: [
      'sources:',
      ...httpLines([`request: { url: "${mails.url}/{emails}" }`, 'needs: [emails]'], 'MAILS'),
      ...httpLines([`request: { url: "${match.url}/?who={names}&tel={phone}" }`, 'needs: [names]'], 'MATCH'),
      ...httpLines([`request: { url: "${first.url}/{phone}" }`, 'trust: 0.4', 'retries: 0'], 'BOOK'),
      ...httpLines([`request: { url: "${second.url}/{phone}" }`, 'trust: 0.9'], 'CRM'),
    ].join('\n'),
  });
  return { sources, match, mails, asked: () => first.seen.length + second.seen.length };
}
const partsOf = async (sources: SourcesUnderTest, overrides = {}) => {
  const [resolved] = await sources.lookUp([PHONE], overrides);
  const part = (name: string) => resolved?.sources.find(({ source }) => source === name);
  return { resolved, match: part('MATCH'), mails: part('MAILS') };
};

describe('a source that needs what others find', () => {
  it('is asked in the same run after they answered, with the first value of the most trusted', async () => {
    const { sources, match, mails } = await chain(
      () => ({ body: { names: ['Of the book'] } }),
      () => ({ body: { names: ['Анвар & Co', 'Second'] } }),
    );
    const parts = await partsOf(sources);
    expect(match.seen.map(({ url }) => url)).toEqual([
      `/?who=${encodeURIComponent('Анвар & Co')}&tel=${PHONE.slice(1)}`,
    ]);
    expect(mails.seen.map(({ url }) => url)).toEqual(['/m%40mail.example']);
    expect(parts.match).toMatchObject({ status: 'FOUND' });
    expect(parts.resolved?.observations.find(({ source }) => source === 'MAILS')?.fields?.about).toBe('known by mail');
  });

  it('is asked with flags and times, also with what is not so', async () => {
    const book = await providing(() => ({
      body: { online: 'no', married: true, lastOnline: 1_700_000_000, universityYearEnd: 2010 },
    }));
    const match = await provide((_call, response) => json(response, { about: 'asked' }));
    const needs = ['online', 'married', 'lastOnline', 'universityYearEnd'];
    const query = needs.map((field) => `${field}={${field}}`).join('&');
    const sources = await start({
      yaml: [
        'sources:',
        ...httpLines([`request: { url: "${match.url}/?${query}" }`, `needs: [${needs.join(', ')}]`], 'MATCH'),
        ...httpLines([`request: { url: "${book.url}/{phone}" }`], 'BOOK'),
      ].join('\n'),
    });
    expect((await partsOf(sources)).match).toMatchObject({ status: 'FOUND' });
    const [asked] = match.seen;
    expect(Object.fromEntries(new URL(asked?.url ?? '', match.url).searchParams)).toEqual({
      online: 'false',
      married: 'true',
      lastOnline: '2023-11-14T22:13:20.000Z',
      universityYearEnd: '2010',
    });
  });

  it('is not asked where nobody found it, and says so; nothing is kept of it', async () => {
    const { sources, match, mails } = await chain(
      () => ({ body: {} }),
      () => ({ body: {} }),
    );
    const parts = await partsOf(sources);
    expect(parts.match).toMatchObject({ status: 'NOT_FOUND', message: 'not asked: no source found names' });
    expect(parts.mails).toMatchObject({ status: 'NOT_FOUND', message: 'not asked: no source found emails' });
    expect(parts.resolved?.observations.map(({ source }) => source)).not.toContain('MATCH');
    expect(match.seen.length + mails.seen.length).toBe(0);
  });

  it('waits for a source that failed: asked again with it, it is asked as well', async () => {
    let fails = true;
    const { sources, match, asked } = await chain(
      () => (fails ? { body: {}, status: 400 } : { body: { names: ['Anvar'] } }),
      () => ({ body: {} }),
    );
    const failed = await partsOf(sources);
    expect(failed.match).toMatchObject({
      status: 'FAILED',
      message: 'not asked: no source found names, and BOOK failed',
    });
    fails = false;
    const again = await partsOf(sources, { only: ['BOOK', 'MATCH', 'MAILS'] });
    expect([again.match?.status, again.mails?.status]).toEqual(['FOUND', 'FOUND']);
    expect(match.seen).toHaveLength(1);
    expect(asked()).toBe(3);
  });

  it('is asked with what is known already, and not a second time for the same work', async () => {
    const { sources, match, asked } = await chain(
      () => ({ body: { names: ['Anvar'] } }),
      () => ({ body: {} }),
    );
    const list = phones(5);
    await sources.lookUp(list);
    await sources.restart();
    await sources.lookUp(list);
    expect([match.seen.length, asked()]).toEqual([5, 10]);
  });
});

describe('a source that needs what others find, asked by a person', () => {
  const text = (url: string): string =>
    httpLines([
      `request: { url: "${url}/{phone}?mail={emails}" }`,
      'needs: [emails]',
      'answer: { map: { names: who } }',
    ]).join('\n');
  const providing = () => provide((_call, response) => json(response, { who: 'Anvar' }));

  it('is not asked by a test without it, and says so; with it, it is', async () => {
    const provider = await providing();
    const sources = await start({ yaml: `sources:\n${text(provider.url)}` });
    const info = (await sources.admin.call(calls.getSource, { params: { name: 'OFFICE' } })).json();
    expect(info).toMatchObject({ needs: ['emails'] });
    const presets = (await sources.admin.call(calls.listSourcePresets)).json();
    expect(presets).toContainEqual(expect.objectContaining({ name: 'yente', needs: ['names'] }));
    const test = async (known?: Record<string, string>): Promise<unknown> =>
      (
        await sources.admin.call(calls.testSource, { params: { name: 'OFFICE' }, body: { phone: PHONE, known } })
      ).json();
    const message = 'not asked: it is asked with what other sources find: say a value of emails (known)';
    const lacking: Array<Record<string, string> | undefined> = [undefined, { names: 'Anvar' }, { emails: '' }];
    for (const known of lacking)
      expect(await test(known)).toMatchObject({ ok: false, status: 'FAILED', kind: null, message });
    expect(provider.seen).toEqual([]);
    expect(await test({ emails: 'a@mail.example' })).toMatchObject({ ok: true, status: 'FOUND' });
    expect(provider.seen[0]?.url).toBe('/998901234567?mail=a%40mail.example');
  });

  it('is not tried without it before it stands in the file', async () => {
    const provider = await providing();
    const source = text(provider.url).replaceAll(/^ {2}/gm, '');
    const sources = await start({ yaml: `sources:\n${text(provider.url)}` });
    const tryIt = (known?: Record<string, string>) =>
      sources.admin.call(calls.trySource, { body: { source, phone: PHONE, known } });
    const refused = await tryIt();
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({
      details: { faults: ['known: it is asked with what other sources find: say a value of emails'] },
    });
    expect(provider.seen).toEqual([]);
    expect((await tryIt({ emails: 'a@mail.example' })).json()).toMatchObject({ status: 'FOUND' });
  });
});
