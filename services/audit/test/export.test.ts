import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls, messages } from '@numscope/contracts';
import * as fc from 'fast-check';
import { unguardedText } from '@numscope/contracts/csv-text';
import { auditCell } from '../src/presenters/export-formats.ts';
import { type Setup, setUp } from './setup.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await setUp();
  const formula = { details: '=HYPERLINK("http://example.com";"x")', args: { name: 'a;b' }, username: 'eve' };
  await setup.log(
    { username: 'bob', userId: 'id-of-bob' },
    formula,
    ...Array.from({ length: 600 }, () => ({ username: 'zoe', details: 'many' })),
  );
});
afterAll(() => setup.close());

const exported = (type: string, raw: object, as = setup.admin) => as.call(calls.exportAudit, { params: { type }, raw });

describe('exporting', () => {
  it('as csv has a byte-order mark, semicolons, and no formulas', async () => {
    setup.test.clock.freeze('2026-01-31T23:59:59Z');
    const answer = await exported('csv', { username: 'eve', size: 500 });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="AUDIT_2026_01_31_23_59_59.csv"');
    const [head, line, end] = answer.rawPayload.toString('utf8').split('\r\n');
    expect(head).toBe('\u{FEFF}Time;Action;Username;IP;Details;Args;Outcome;Id');
    expect(line).toMatch(
      /^2023-11-14T22:13:20\.000Z;PROFILE;eve;203\.0\.113\.1;"'=HYPERLINK\(""http:\/\/example\.com"";""x""\)";"\{""name"":""a;b""\}";OK;[0-9a-f-]{36}$/,
    );
    expect(end).toBe('');
  });

  it('as json is the entries that a search finds', async () => {
    const answer = await exported('json', { username: 'eve' });
    expect(answer.json()).toEqual(await setup.search({ username: 'eve' }));
  });

  it('gives 500 unless fewer are asked for, and refuses more', async () => {
    expect((await exported('json', {})).json()).toHaveLength(500);
    const three = await exported('json', { size: 3, page: 0, username: 'zoe' });
    expect(three.json()).toHaveLength(3);
    expect(three.headers).toMatchObject({ 'x-total-count': '600', 'x-total-is-lower-bound': 'false' });
    for (const size of [501, 100_000])
      expect((await exported('json', { size })).json()).toMatchObject({
        statusCode: 422,
        code: 'TOO_MANY_ENTRIES',
        message: messages.maximumExceeded,
      });
  });

  it('says what it is for where that is required', async () => {
    setup.test.kit.requirePurpose = true;
    const ask = (query: object) => setup.admin.call(calls.exportAudit, { params: { type: 'json' }, query, raw: {} });
    expect((await ask({})).json()).toMatchObject({ statusCode: 400, code: 'PURPOSE_REQUIRED' });
    expect((await ask({ purpose: 'A review' })).statusCode).toBe(200);
    await setup.test.bus.waitFor('audit.logged', ({ data }) => data.args['purpose'] === 'A review');
    setup.test.kit.requirePurpose = false;
  });

  it('as anything else is refused', async () => {
    expect((await exported('pdf', {})).json()).toMatchObject({ statusCode: 415, code: 'UNSUPPORTED_TYPE' });
  });

  it('gives a USER its own entries only', async () => {
    const entries = (await exported('json', { username: 'eve' }, setup.user)).json();
    expect(new Set(entries.map((entry: { username: string }) => entry.username))).toEqual(new Set(['bob']));
  });
});

describe('a csv cell', () => {
  /** Reads one cell as a spreadsheet would. */
  const read = (cell: string): string => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);

  it('never begins a formula and gives its text back', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ';', ',', '"', "'", 'a', 'я') }),
        (text) => {
          const cell = auditCell(text);
          expect(read(cell)).not.toMatch(/^[=+\-@\t\r]/);
          expect(read(cell)).not.toMatch(/[,\t\r\n][=@]/);
          expect([text, `'${text}`]).toContain(unguardedText(read(cell)));
          expect(cell.startsWith('"') || !/[;"\r\n]/.test(cell)).toBe(true);
        },
      ),
    );
  });
});
