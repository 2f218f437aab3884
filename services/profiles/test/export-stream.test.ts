import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls, Profile } from '@numscope/contracts';
import { readSheet } from '@numscope/spreadsheets';
import { foundPhone, type Setup, setUp } from './setup.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const phone = (place: number): string => `+9989012${String(place).padStart(5, '0')}`;
const COUNT = 450;

describe('the streamed export', () => {
  let setup: Setup;
  beforeAll(async () => {
    setup = await setUp();
    const all = Array.from({ length: COUNT }, (_, place) =>
      foundPhone(phone(place), { firstName: place === 7 ? '=cmd();"x"' : place === 9 ? 'Anna,=1+1' : 'Anvar' }),
    );
    await setup.resolve(...all);
  });
  afterAll(() => setup.close());

  const stream = (format: string | undefined, body: object) =>
    setup.admin.call(calls.exportProfileStream, { query: format ? { format } : {}, raw: body });

  it('as jsonl has every profile with its provenance, and at its end count and hash', async () => {
    const answer = await stream(undefined, {});
    const lines = answer.body.trimEnd().split('\n');
    const end = lines.pop() ?? '';
    expect(lines.map((line) => Profile.parse(JSON.parse(line)).phone)).toEqual(
      Array.from({ length: COUNT }, (_, place) => phone(place)),
    );
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ observations: [{ source: 'TELEGRAM', at: 1_750_000_000_000 }] });
    expect(Profile.parse(JSON.parse(lines[0] ?? '')).provenance['firstName']).toMatchObject([
      { source: 'TELEGRAM', value: 'Anvar' },
    ]);
    expect(JSON.parse(end)).toEqual({ count: COUNT, sha256: sha256(answer.body.slice(0, -end.length - 1)) });
  });

  it('as csv ends with the same in trailers, and no cell is a formula', async () => {
    const answer = await stream('csv', { filters: { phone: { values: [phone(7)] } } });
    expect(answer.body.startsWith('\uFEFFphone;names;firstName;')).toBe(true);
    expect(answer.body.split('\r\n')[1]?.startsWith(`${phone(7)};;"'=cmd();""x""";`)).toBe(true);
    const other = await stream('csv', { filters: { phone: { values: [phone(9)] } } });
    expect(other.body.split('\r\n')[1]?.startsWith(`${phone(9)};;Anna,'=1+1;`)).toBe(true);
    expect(answer.trailers).toMatchObject({ 'x-profile-count': '1', 'x-content-sha256': sha256(answer.body) });
  });

  it('as xlsx has the columns of the csv and ends with the same trailers; no cell is a formula', async () => {
    const answer = await stream('xlsx', { filters: { phone: { values: [phone(7), phone(8)] } } });
    const rows: string[][] = [];
    for await (const { cells } of readSheet(Readable.from([answer.rawPayload]))) rows.push(cells);
    expect(rows.map((cells) => cells[0])).toEqual(['phone', phone(7), phone(8)]);
    expect(rows[1]?.[rows[0]?.indexOf('firstName') ?? 0]).toBe('=cmd();"x"');
    const whole = createHash('sha256').update(answer.rawPayload).digest('hex');
    expect(answer.trailers).toMatchObject({ 'x-profile-count': '2', 'x-content-sha256': whole });
    const csv = await stream('csv', {});
    expect(csv.body.slice(1, csv.body.indexOf('\r')).split(';')).toEqual(rows[0]);
  });

  it('has former holders and the id in each table, too', async () => {
    const former = phone(COUNT + 1);
    await setup.resolve(
      foundPhone(former, { names: [{ name: 'Zuhra Aliyeva', type: 'OK' }], birthDate: '1991-05-06' }, { source: 'VK' }),
      foundPhone(
        former,
        { names: [{ name: 'Petr Smirnov', type: 'OK' }], birthDate: '1950-01-02', line: { reassigned: true } },
        { source: 'VIBER', at: 1_760_000_000_000 },
      ),
    );
    const answer = await stream('csv', { filters: { phone: { values: [former] } } });
    const [header = '', row = ''] = answer.body.split('\r\n');
    expect(header.endsWith(';provenance;earlier;id')).toBe(true);
    const { id } = Profile.parse((await setup.admin.call(calls.getProfile, { params: { phone: former } })).json());
    expect(row).toContain('""Zuhra Aliyeva""');
    expect(row.endsWith(`;${id}`)).toBe(true);
  });

  it('of nothing is empty and says so', async () => {
    const answer = await stream('jsonl', { filters: { name: { values: ['nobody'] } } });
    expect(JSON.parse(answer.body)).toEqual({ count: 0, sha256: sha256('') });
  });

  it('is for administrators, knows its formats, and takes nothing but a filter', async () => {
    expect((await setup.user.call(calls.exportProfileStream, { raw: {} })).statusCode).toBe(403);
    expect((await stream('docx', {})).json()).toMatchObject({ statusCode: 415, code: 'UNSUPPORTED_TYPE' });
    expect((await stream('jsonl', { phones: [phone(1)] })).statusCode).toBe(400);
    expect((await setup.admin.call(calls.exportProfileStream)).json()).toMatchObject({ code: 'REQUIRED_PARAMETER' });
  });
});
