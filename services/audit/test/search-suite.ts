import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type AuditEntry, type AuditRecord, type AuditType, calls } from '@numscope/contracts';
import * as fc from 'fast-check';
import { canonicalJson } from '../src/domain/canonical-json.ts';
import { buildRecord, type Setup } from './setup.ts';

const at = 1_700_000_000_000;
const types = ['LOGIN', 'PROFILE', 'JOB'] as const;
const users = ['bob', 'Bob', 'eve', 'root'];
const texts = ['Один профиль', 'Search profiles', 'a "quoted" text', 'x', 'back\\slash', ''];

/** Entries that differ in all that a filter asks for, some at the same time. */
export const records: AuditRecord[] = Array.from({ length: 120 }, (_, index) =>
  buildRecord({
    actionType: types[index % 3] ?? 'JOB',
    createdTimestamp: at + Math.floor(index / 2) * 1000,
    username: users[(index * 7) % 4] ?? '',
    ...(users[(index * 7) % 4] === 'bob' ? { userId: 'id-of-bob' } : {}),
    ip: `203.0.113.${index % 5}`,
    details: texts[index % texts.length] ?? '',
    args: { phone: `+99890${1_000_000 + index * 137}`, note: texts[(index * 5) % texts.length] ?? '' },
    outcome: index % 4 === 0 ? 'FORBIDDEN' : 'OK',
  }),
);

interface Filter {
  actionTypes?: AuditType[];
  username?: string;
  ip?: string;
  outcome?: string;
  text?: string;
  from?: number;
  to?: number;
}

/** What the filter means, told another way: over the values and their JSON, without index. */
function fits(record: Omit<AuditRecord, 'actionType'> & { actionType: string }, filter: Filter): boolean {
  const text = filter.text?.toLowerCase();
  const searched = [record.details, ...Object.entries(record.args).flat(), canonicalJson(record.args)].map((value) =>
    String(value).toLowerCase(),
  );
  return (
    (!filter.actionTypes?.length || filter.actionTypes.some((type) => type === record.actionType)) &&
    (filter.username === undefined || record.username.toLowerCase() === filter.username.toLowerCase()) &&
    (filter.ip === undefined || record.ip === filter.ip) &&
    (filter.outcome === undefined || record.outcome === filter.outcome) &&
    (filter.from === undefined || record.createdTimestamp >= filter.from) &&
    (filter.to === undefined || record.createdTimestamp <= filter.to) &&
    (text === undefined || searched.some((value) => value.includes(text)))
  );
}

/** Without its id, which tests do not choose. */
const bare = ({ id: _id, ...record }: AuditEntry): Omit<AuditEntry, 'id'> => record;
const withoutUserId = ({ userId: _userId, ...record }: AuditRecord): Omit<AuditRecord, 'userId'> => record;

const optional = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const filters = fc.record({
  actionTypes: fc.option(fc.subarray([...types]), { nil: undefined }),
  username: optional(['BOB', 'eve', 'nobody']),
  ip: optional(['203.0.113.1', '203.0.113.4']),
  outcome: optional(['OK', 'FORBIDDEN', 'ok']),
  text: optional([
    'ПРОФ',
    'Оф',
    'ф',
    'pr',
    'e"',
    '\\s',
    'zq',
    '}',
    'a\u0000b',
    '5}',
    '"',
    'profiles',
    '"quoted"',
    'x',
    'k\\s',
    '99890100',
    '137',
    'nowhere',
    'phone',
  ]),
  from: optional([at, at + 10_000]),
  to: optional([at + 20_000, at + 40_000]),
});

/** What every store of the audit must find, and how. */
export function searchSuite(open: () => Promise<Setup>): void {
  let setup: Setup;
  beforeAll(async () => {
    setup = await open();
    await setup.log(...records);
  });
  afterAll(() => setup.close());

  it('answers what fits all filters, newest first', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
        const found = await setup.search(given);
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
        setup.admin.call(calls.searchAudit, { body: { page, size: 25, username: undefined } }),
      ),
    );
    const found = pages.flatMap((page) => calls.searchAudit.answer.parse(page.json()).content);
    expect(found).toEqual(await setup.search({}));
    expect(pages[0]?.json()).toMatchObject({ totalElements: found.length, totalPages: 5, number: 0, size: 25 });
  });

  it.each(['createdTimestamp', 'actionType', 'username', 'ip', 'details', 'outcome'] as const)(
    'sorts by %s',
    async (field) => {
      const values = (found: AuditEntry[]) => found.map((entry) => String(entry[field]).replaceAll('B', 'b'));
      const ascending = values(await setup.search({ sort: { field, direction: 'ASC' } }));
      expect(ascending).toEqual(ascending.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
      expect(values(await setup.search({ sort: { field, direction: 'DESC' } }))).toEqual(ascending.toReversed());
    },
  );
}
