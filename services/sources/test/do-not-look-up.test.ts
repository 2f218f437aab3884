import { describe, expect, it } from '@jest/globals';
import { calls, type ListedNumber } from '@numscope/contracts';
import { provide, start } from './support/each-test.ts';
import { type FakeProvider, json, phoneOf } from './support/fake-provider.ts';
import { officeYaml, PHONE, phones, type SourcesUnderTest } from './support/sources-under-test.ts';

let sources: SourcesUnderTest | undefined;
let provider: FakeProvider | undefined;

const reason = 'asked for it on 2 May';

const admin = (): SourcesUnderTest['admin'] => {
  if (!sources) throw new Error('the service was not started');
  return sources.admin;
};
const list = (entries: string) => admin().call(calls.listNumbers, { body: { entries, reason } });
const unlist = (entry: string) => admin().call(calls.unlistNumber, { query: { entry } });
const listed = async (text = ''): Promise<ListedNumber[]> =>
  calls.listedNumbers.answer.parse((await admin().call(calls.listedNumbers, { query: { text } })).json()).content;

/** A provider that knows everybody, and whom it was asked about. */
async function office(more: string[] = []): Promise<Set<string>> {
  const asked = new Set<string>();
  provider = await provide((call, response) => {
    asked.add(`+${phoneOf(call)}`);
    json(response, { names: [{ name: 'Anvar', type: 'OK' }] });
  });
  sources = await start({ yaml: officeYaml(provider.url, more) });
  return asked;
}

describe('the do-not-look-up list', () => {
  it('takes numbers and prefixes as people write them, each once, with reason, person and time', async () => {
    sources = await start();
    const answer = await list(`${PHONE}\r\n\n998 90 123-45-67 # the same\n +99871*\n`);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ added: 2, known: 0, total: 2 });
    expect((await list('99871*')).json()).toEqual({ added: 0, known: 1, total: 2 });
    expect(await listed()).toEqual([
      { entry: '+99871*', reason, by: 'admin', at: expect.any(Number) },
      { entry: PHONE, reason, by: 'admin', at: expect.any(Number) },
    ]);
  });

  it('is searched by a beginning, by a number that a prefix holds, and by the reason', async () => {
    sources = await start();
    await list(`${PHONE}\n+99871*\n+12025550123`);
    const entries = async (text: string) => (await listed(text)).map(({ entry }) => entry);
    expect(await entries('+9989')).toEqual([PHONE]);
    expect(await entries('998712345678')).toEqual(['+99871*']);
    expect(await entries('ASKED for')).toHaveLength(3);
    expect(await entries('another')).toEqual([]);
    // Not a pattern, whatever is in it.
    for (const text of ['.*', '\0', 'asked\0', 'for\u3000it', '(', '\\']) expect(await entries(text)).toEqual([]);
  });

  it('refuses a text with its wrong lines, and takes nothing of it', async () => {
    sources = await start();
    const refused = await list(`${PHONE}\nnobody\n+0123\n1234567890123456`);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({
      code: 'LIST_LINES',
      details: [
        { line: 2, text: 'nobody' },
        { line: 3, text: '+0123' },
        { line: 4, text: '1234567890123456' },
      ],
    });
    expect(await listed()).toEqual([]);
    expect((await list('# nothing but words')).json()).toMatchObject({ code: 'LIST_LINES' });
  });

  it('is taken off entry by entry', async () => {
    sources = await start();
    await list(`${PHONE}\n+99890*`);
    expect((await unlist('99890*')).statusCode).toBe(204);
    expect((await unlist('99890*')).json()).toMatchObject({ code: 'NOT_FOUND' });
    expect(await listed()).toHaveLength(1);
    const [resolved] = await sources.lookUp([PHONE]);
    expect(resolved?.doNotLookUp).toBe(true);
    await unlist(PHONE);
    const [again] = await sources.lookUp([PHONE], { run: 2 });
    expect(again).toMatchObject({ status: 'FOUND' });
  });

  it('is for administrators alone, and each change of it is in the audit with its event', async () => {
    sources = await start();
    const refused = await sources.user.call(calls.listNumbers, { body: { entries: PHONE, reason } });
    expect(refused.statusCode).toBe(403);
    await list(PHONE);
    const entry = await sources.kit.bus.waitFor('audit.logged', ({ data }) => data.outcome === 'OK');
    expect(entry.data).toMatchObject({ actionType: 'PRIVACY', username: 'admin', args: { entries: PHONE, reason } });
  });
});

describe('numbers on the list', () => {
  it('are asked of no source, numbering plan included, and the others of their chunk are', async () => {
    const asked = await office();
    const [first = '', second = '', third = '', fourth = ''] = phones(4);
    await list(`${second}\n${third.slice(0, -1)}2*`);
    const [free, byNumber, byPrefix, alsoFree] = (await sources?.lookUp([first, second, third, fourth])) ?? [];
    expect(free?.status).toBe('FOUND');
    expect(alsoFree?.status).toBe('FOUND');
    for (const one of [byNumber, byPrefix])
      expect(one).toMatchObject({ status: 'NOT_FOUND', doNotLookUp: true, sources: [], observations: [] });
    expect([...asked].sort()).toEqual([first, fourth]);
  });

  it('are not asked where the numbering plan is the only source', async () => {
    sources = await start();
    await list(PHONE);
    const [resolved, other] = await sources.lookUp([PHONE, '+998901234568']);
    expect(resolved).toMatchObject({ status: 'NOT_FOUND', doNotLookUp: true, observations: [] });
    expect(other?.status).toBe('FOUND');
  });

  it('are let go while they wait to be asked, and after a restart as well', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const asked = new Set<string>();
    let began = (): void => undefined;
    const begun = new Promise<void>((resolve) => (began = resolve));
    provider = await provide((call, response) => {
      asked.add(`+${phoneOf(call)}`);
      began();
      void held.then(() => json(response, { names: [{ name: 'Anvar', type: 'OK' }] }));
    });
    sources = await start({ yaml: officeYaml(provider.url, ['limits: { concurrency: 1 }']) });
    const [first = '', second = ''] = phones(2);
    const looked = sources.lookUp([first, second]);
    await begun;
    await list(second);
    release();
    const [free, waited] = await looked;
    expect(free?.status).toBe('FOUND');
    expect(waited).toMatchObject({ status: 'NOT_FOUND', doNotLookUp: true });
    await sources.restart();
    await sources.lookUp([first, second], { run: 2, reuseFresh: false });
    expect([...asked]).toEqual([first]);
  });

  it('are refused by the test and the trial of a source, and counted by the preflight', async () => {
    const asked = await office();
    await list(PHONE);
    const test = await sources?.admin.call(calls.testSource, { params: { name: 'OFFICE' }, body: { phone: PHONE } });
    expect(test?.json()).toMatchObject({ statusCode: 422, code: 'DO_NOT_LOOK_UP' });
    const body = {
      source: officeYaml(provider?.url ?? '')
        .split('\n')
        .slice(1)
        .join('\n'),
      phone: PHONE,
    };
    const tried = await sources?.admin.call(calls.trySource, { body });
    expect(tried?.json()).toMatchObject({ statusCode: 422, code: 'DO_NOT_LOOK_UP' });
    const plan = await sources?.internal.call(calls.planLookups, { body: { phones: [PHONE, ...phones(2)] } });
    expect(plan?.json()).toMatchObject({ doNotLookUp: 1, sources: [{ source: 'OFFICE', calls: 2 }] });
    expect([...asked]).toEqual([]);
  });
});
