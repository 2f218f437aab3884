import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuditEntry, type AuditRecord, type AuditType, calls } from '@numscope/contracts';
import { authed, type Caller } from '@numscope/testing';
import * as fc from 'fast-check';
import { buildRecord, type House, openHouse } from './house.ts';

const at = 1_700_000_000_000;
const types = ['LOGIN', 'PROFILE', 'JOB'] as const;
const users = ['bob', 'Bob', 'eve', 'root'];
const texts = ['Один профиль', 'Search profiles', 'a "quoted" text', 'x', 'back\\slash', ''];

/** Entries that differ in all that a filter asks for, some at the same time. */
const records: AuditRecord[] = Array.from({ length: 120 }, (_, index) =>
  buildRecord({
    actionType: types[index % 3]!,
    createdTimestamp: at + Math.floor(index / 2) * 1000,
    username: users[(index * 7) % 4]!,
    ...(users[(index * 7) % 4] === 'bob' ? { userId: 'id-of-bob' } : {}),
    ip: `203.0.113.${index % 5}`,
    details: texts[index % texts.length]!,
    args: { phone: `+99890${1_000_000 + index * 137}`, note: texts[(index * 5) % texts.length]! },
    outcome: index % 4 === 0 ? 'FORBIDDEN' : 'OK',
  }),
);

let house: House;
beforeAll(async () => {
  house = await openHouse(false);
  await house.log(...records);
});
afterAll(() => house.close());

interface Filter {
  actionTypes?: AuditType[];
  username?: string;
  ip?: string;
  text?: string;
  from?: number;
  to?: number;
}

/** What the filter means, told another way: over the values, without index or JSON. */
function fits(record: AuditRecord, filter: Filter): boolean {
  const text = filter.text?.toLowerCase();
  const searched = [record.details, ...Object.entries(record.args).flat()].map((value) => String(value).toLowerCase());
  return (
    (!filter.actionTypes?.length || filter.actionTypes.includes(record.actionType)) &&
    (filter.username === undefined || record.username.toLowerCase() === filter.username.toLowerCase()) &&
    (filter.ip === undefined || record.ip === filter.ip) &&
    (filter.from === undefined || record.createdTimestamp >= filter.from) &&
    (filter.to === undefined || record.createdTimestamp <= filter.to) &&
    (text === undefined || searched.some((value) => value.includes(text)))
  );
}

/** Without its id, which tests do not choose. */
const bare = ({ id: _id, ...record }: AuditEntry): Omit<AuditRecord, 'userId'> => record;
const withoutUserId = ({ userId: _userId, ...record }: AuditRecord): Omit<AuditRecord, 'userId'> => record;

const optional = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const filters = fc.record({
  actionTypes: fc.option(fc.subarray([...types]), { nil: undefined }),
  username: optional(['BOB', 'eve', 'nobody']),
  ip: optional(['203.0.113.1', '203.0.113.4']),
  text: optional(['ПРОФ', 'profiles', '"quoted"', 'x', 'k\\s', '99890100', '137', 'nowhere', 'phone']),
  from: optional([at, at + 10_000]),
  to: optional([at + 20_000, at + 40_000]),
});

describe('searching', () => {
  it('answers what fits all filters, newest first', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
        const found = await house.search(given);
        const expected = records
          .filter((record) => fits(record, given))
          .map(withoutUserId)
          .toReversed();
        expect(found.map(bare)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('pages over entries of one moment without losing or repeating any', async () => {
    const pages = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((page) =>
        house.admin.call(calls.searchAudit, { body: { page, size: 25, username: undefined } }),
      ),
    );
    const found = pages.flatMap((page) => calls.searchAudit.answer.parse(page.json()).content);
    expect(found).toEqual(await house.search({}));
    expect(pages[0]?.json()).toMatchObject({ totalElements: found.length, totalPages: 5, number: 0, size: 25 });
  });

  it.each(['createdTimestamp', 'actionType', 'username', 'ip', 'details', 'outcome'] as const)(
    'sorts by %s',
    async (field) => {
      const values = (found: AuditEntry[]) => found.map((entry) => String(entry[field]).replaceAll('B', 'b'));
      const ascending = values(await house.search({ sort: { field, direction: 'ASC' } }));
      expect(ascending).toEqual(ascending.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
      expect(values(await house.search({ sort: { field, direction: 'DESC' } }))).toEqual(ascending.toReversed());
    },
  );

  it('refuses other columns and shapes', async () => {
    for (const raw of [
      { sort: { field: 'hash', direction: 'ASC' } },
      { actionTypes: ['NONSENSE'] },
      { size: 1001 },
      { page: -1 },
    ])
      expect((await house.admin.call(calls.searchAudit, { raw })).json()).toMatchObject({
        statusCode: 400,
        code: 'INVALID',
      });
  });

  it('refuses a filter that it does not know, instead of finding every entry', async () => {
    const raw = { userName: 'bob' };
    for (const answer of [
      await house.admin.call(calls.searchAudit, { raw }),
      await house.admin.call(calls.exportAudit, { params: { type: 'json' }, raw }),
    ])
      expect(answer.json()).toMatchObject({
        statusCode: 400,
        details: [{ message: expect.stringContaining('"userName"') }],
      });
  });

  it('shows a USER its own entries only, whatever user it asks for', async () => {
    const own = records.filter(({ userId }) => userId === 'id-of-bob').length;
    for (const filter of [{}, { username: 'root' }, { username: '' }]) {
      const found = await house.search(filter, house.user);
      expect(found).toHaveLength(own);
      expect(new Set(found.map((entry) => entry.username))).toEqual(new Set(['bob']));
    }
  });

  it("knows a USER by the id: a name may have been another's, or nobody's", async () => {
    const other = await openHouse(false);
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
    const old = await openHouse(false);
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
