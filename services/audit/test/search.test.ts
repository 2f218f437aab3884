import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { authed, type Caller } from '@numscope/testing';
import { type Setup, setUp } from './setup.ts';
import { records, searchSuite } from './search-suite.ts';

describe('searching', () => searchSuite(() => setUp(false)));

describe('a search', () => {
  let setup: Setup;
  beforeAll(async () => {
    setup = await setUp(false);
    await setup.log(...records);
  });
  afterAll(() => setup.close());

  it('refuses other columns and shapes', async () => {
    for (const raw of [
      { sort: { field: 'hash', direction: 'ASC' } },
      { actionTypes: ['NONSENSE'] },
      { size: 1001 },
      { page: -1 },
    ])
      expect((await setup.admin.call(calls.searchAudit, { raw })).json()).toMatchObject({
        statusCode: 400,
        code: 'INVALID',
      });
  });

  it('refuses a filter that it does not know, instead of finding every entry', async () => {
    const raw = { userName: 'bob' };
    for (const answer of [
      await setup.admin.call(calls.searchAudit, { raw }),
      await setup.admin.call(calls.exportAudit, { params: { type: 'json' }, raw }),
    ])
      expect(answer.json()).toMatchObject({
        statusCode: 400,
        details: [{ message: expect.stringContaining('"userName"') }],
      });
  });

  it('shows a USER its own entries only, whatever user it asks for', async () => {
    const own = records.filter(({ userId }) => userId === 'id-of-bob').length;
    for (const filter of [{}, { username: 'root' }, { username: '' }]) {
      const found = await setup.search(filter, setup.user);
      expect(found).toHaveLength(own);
      expect(new Set(found.map((entry) => entry.username))).toEqual(new Set(['bob']));
    }
  });

  it("knows a USER by the id: a name may have been another's, or nobody's", async () => {
    const other = await setUp(false);
    await other.log(
      { details: 'before it was renamed', username: 'robert', userId: 'id-of-bob' },
      { details: 'as it is called now', username: 'bob', userId: 'id-of-bob' },
      { details: 'another who was called so', username: 'bob', userId: 'id-of-another' },
      { details: 'from before ids were kept', username: 'bob' },
      { details: 'a stranger', username: 'anonymous' },
    );
    const called = (name: string) => authed(other.service.app, other.test.tokenFor('USER', name));
    const seen = async (by: Caller) => (await other.search({}, by)).map(({ details }) => details);
    expect(await seen(called('bob'))).toEqual(['as it is called now', 'before it was renamed']);
    expect(await seen(called('anonymous'))).toEqual([]);
    expect(await seen(other.admin)).toHaveLength(5);
    expect((await other.search({ username: 'bob' })).map((entry) => 'userId' in entry)).toEqual([false, false, false]);
    await other.close();
  });

  it('answers little of arguments from before they were bounded, and says so', async () => {
    const old = await setUp(false);
    const huge = { ...'x'.repeat(200_000).split('') };
    await old.log(
      { details: 'huge', args: huge },
      { details: 'long', args: { list: Array.from({ length: 1000 }, () => 'item') } },
    );
    const answer = await old.admin.call(calls.searchAudit, { raw: {} });
    expect(answer.body.length).toBeLessThan(10_000);
    const [long, first] = calls.searchAudit.answer.parse(answer.json()).content;
    expect(first?.args).toEqual({ '…': 'too long to be shown; the entry is whole in the trail' });
    expect(long?.args).toEqual({ list: [...Array.from({ length: 100 }, () => 'item'), '… (1000 items)'] });
    const exported = await old.admin.call(calls.exportAudit, { params: { type: 'csv' }, raw: {} });
    expect(exported.body.length).toBeLessThan(10_000);
    expect((await old.admin.call(calls.auditChain)).json()).toMatchObject({ whole: true, entries: 2 });
    await old.close();
  });
});
