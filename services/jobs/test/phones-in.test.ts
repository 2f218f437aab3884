import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import ExcelJS from 'exceljs';
import { aroundAll } from '@numscope/testing/around';
import { calls, JobPage, type JobFileForm, limits } from '@numscope/contracts';
import { codeOf, multipartBody, multipartHeaders, type Setup, setUp } from './setup.ts';

const PHONE = '998901234567';

describe('phones in', () => {
  let setup: Setup;
  aroundAll(setUp, (opened) => (setup = opened));

  let listening: Promise<string> | undefined;
  const jobCount = async (): Promise<number> =>
    JobPage.parse((await setup.admin.call(calls.searchJobs, { body: {} })).json()).totalElements;

  const refusals: Array<[string, string | Uint8Array, Partial<Record<keyof JobFileForm, string>>, number, string]> = [
    ['no name', PHONE, {}, 400, 'JOB_NAME_REQUIRED'],
    ['an empty name', PHONE, { name: ' ' }, 400, 'JOB_NAME_REQUIRED'],
    ['a name that does not print', PHONE, { name: 'a\u0000b' }, 400, 'JOB_NAME_INVALID'],
    ['an unknown region', PHONE, { name: 'x', region: 'uzb' }, 400, 'INVALID'],
    ['a region that no country has', PHONE, { name: 'x', region: 'ZZ' }, 400, 'INVALID'],
    ['passes that are no number', PHONE, { name: 'x', iteration: '0x1' }, 400, 'INVALID'],
    ['passes that are a list', PHONE, { name: 'x', iteration: '[]' }, 400, 'INVALID'],
    ['a flag that is neither true nor false', PHONE, { name: 'x', hold: 'on' }, 400, 'INVALID'],
    ['an empty file', '', { name: 'x' }, 422, 'NO_PHONES'],
    [
      'a picture',
      Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]),
      { name: 'x' },
      415,
      'NOT_CSV',
    ],
    ['an open quote', `"${PHONE}\n`, { name: 'x' }, 422, 'FILE_PARSING'],
    ['letters', `${PHONE}\nabc\n`, { name: 'x' }, 422, 'PHONES_NOT_NUMERIC'],
    ['an unknown target', PHONE, { targetNumber: '777' }, 404, 'NOT_FOUND'],
    ['one phone too many', `${PHONE}\n`.repeat(limits.phonesInFile + 1), { name: 'x' }, 413, 'TOO_MANY_PHONES'],
  ];

  it.each(refusals)('refuses %s and keeps nothing', async (_title, content, form, status, code) => {
    const before = await jobCount();
    const response = await setup.upload(content, form);
    expect([response.statusCode, codeOf(response)]).toEqual([status, code]);
    expect(await jobCount()).toBe(before);
  });

  it('refuses a form without a file, and a field that comes too late for it', async () => {
    const send = (payload: Buffer) =>
      setup.admin.inject({ method: 'POST', url: '/api/job/file', headers: multipartHeaders, payload });
    expect(codeOf(await send(multipartBody(null, { name: 'x' })))).toBe('FILE_REQUIRED');
    const late = await send(multipartBody(PHONE, { name: 'x' }, { region: 'UZ' }));
    expect(late.json()).toMatchObject({ statusCode: 400, code: 'FIELD_AFTER_FILE', details: { field: 'region' } });
    const lateClean = await send(multipartBody(PHONE, { name: 'x' }, { clean: 'true' }));
    expect(lateClean.json()).toMatchObject({ code: 'FIELD_AFTER_FILE', details: { field: 'clean' } });
    const fine = await send(multipartBody(PHONE, {}, { name: 'Late name', hold: 'true', purpose: 'a test' }));
    expect(fine.json()).toMatchObject({
      name: 'Late name',
      status: 'CREATED',
      purpose: 'a test',
      actions: expect.arrayContaining(['PLAY']),
    });
  });

  it('takes phones as people write them when told so, and names lines without', async () => {
    const written = '+998 90 111-22-01\n(650) 253-0000\ntel:+998-90-111-22-01\n';
    const refused = await setup.upload(written, { name: 'x' });
    expect(refused.json()).toMatchObject({
      code: 'PHONES_NOT_NUMERIC',
      details: written
        .trim()
        .split('\n')
        .map((text, index) => ({ line: index + 1, text })),
    });
    const job = await setup.created(written, { name: 'Written', hold: 'true', clean: 'true', region: 'US' });
    expect(job).toMatchObject({ totalPhoneNumbers: 2, duplicates: 1, skippedLines: 0 });
    expect(await setup.phones(job.number)).toEqual({ '+16502530000': 'PENDING', '+998901112201': 'PENDING' });
    const both = `${written}no phone\n`;
    expect((await setup.upload(both, { name: 'x', clean: 'true' })).json()).toMatchObject({
      details: [{ line: 4, text: 'no phone' }],
    });
    const some = await setup.created(both, {
      name: 'Both',
      hold: 'true',
      clean: 'true',
      region: 'US',
      skipInvalidLines: 'true',
    });
    expect(some).toMatchObject({ totalPhoneNumbers: 2, skippedLines: 1 });
  });

  const sheetOf = async (rows: string[][], numbers = false): Promise<Buffer> => {
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet('Numbers');
    for (const row of rows)
      sheet.addRow(numbers ? row.map((cell) => (/^[1-9]\d+$/.test(cell) ? Number(cell) : cell)) : row);
    book.addWorksheet('Others').addRow(['abc']);
    return Buffer.from(await book.xlsx.writeBuffer());
  };

  it('takes the first sheet of a spreadsheet when told so', async () => {
    const file = await sheetOf(
      [['Name', 'Phone'], ['Anna "A", B', '+998 90 111-22-01'], [], ['Boris', '998901112202']],
      true,
    );
    expect(codeOf(await setup.upload(file, { name: 'x' }))).toBe('NOT_CSV');
    const job = await setup.created(file, { name: 'Sheet', hold: 'true', clean: 'true' });
    expect(await setup.phones(job.number)).toEqual({ '+998901112201': 'PENDING', '+998901112202': 'PENDING' });
  });

  it('names the rows of a spreadsheet that are no phones, and refuses what is no spreadsheet', async () => {
    const before = await jobCount();
    const file = await sheetOf([['Phone'], [PHONE], ['two\nlines'], [], ['no phone']]);
    expect((await setup.upload(file, { name: 'x', clean: 'true' })).json()).toMatchObject({
      code: 'PHONES_NOT_NUMERIC',
      details: [
        { line: 3, text: 'two\u23celines' },
        { line: 5, text: 'no phone' },
      ],
    });
    for (const [bytes, status, code] of [
      [Buffer.from('PK\u0003\u0004 but no zip'), 422, 'FILE_PARSING'],
      [file.subarray(0, file.length - 40), 422, 'FILE_PARSING'],
      [Buffer.from('PK'), 422, 'NO_PHONES'],
    ] as const) {
      const response = await setup.upload(bytes, { name: 'x', clean: 'true' });
      expect([response.statusCode, codeOf(response)]).toEqual([status, code]);
    }
    expect(await jobCount()).toBe(before);
  });

  it('refuses what is no form, a form that ends too early, and a field that comes twice, and keeps nothing', async () => {
    const before = await jobCount();
    const whole = multipartBody(PHONE, { name: 'x' }, { iteration: '1' });
    for (const [payload, type, status, code] of [
      [whole, 'multipart/form-data', 400, 'INVALID'],
      [whole.subarray(0, whole.indexOf(PHONE) + 5), multipartHeaders['content-type'], 400, 'UPLOAD_BROKEN'],
      [whole.subarray(0, 20), multipartHeaders['content-type'], 400, 'UPLOAD_BROKEN'],
      [Buffer.from('{"name":"x"}'), 'application/json', 415, 'UNSUPPORTED_TYPE'],
      [
        multipartBody(PHONE, { name: 'x', iteration: '1' }, { iteration: '0' }),
        multipartHeaders['content-type'],
        400,
        'INVALID',
      ],
    ] as const) {
      const answer = await setup.admin.inject({
        method: 'POST',
        url: '/api/job/file',
        headers: { 'content-type': type },
        payload,
      });
      expect([answer.statusCode, codeOf(answer)]).toEqual([status, code]);
    }
    expect(await jobCount()).toBe(before);
  });

  it('takes the passes of a range as a number alone', async () => {
    for (const iteration of [null, false, '', [], '1', {}, 1.5, -1]) {
      const range = { name: 'x', from: '998901234560', to: '998901234561', iteration };
      expect(codeOf(await setup.admin.call(calls.createJobByRange, { raw: range }))).toBe('INVALID');
    }
  });

  it('shows the first ten faulty lines, and leaves them out when told so', async () => {
    const content = `${'x1\n'.repeat(12)}${PHONE}\n`;
    const refused = (await setup.upload(content, { name: 'x' })).json() as { details: unknown };
    expect(refused.details).toEqual(Array.from({ length: 10 }, (_none, index) => ({ line: index + 1, text: 'x1' })));
    expect(await setup.created(content, { name: 'x', skipInvalidLines: 'true', hold: 'true' })).toMatchObject({
      totalPhoneNumbers: 1,
      skippedLines: 12,
    });
  });

  it('reads national numbers as of the region, keeps repeats once and counts them', async () => {
    const content = ['901234567', '+998901234567', '998901234567', '0911', '901234568', '+', '123456789012345678'].join(
      '\n',
    );
    const job = await setup.created(content, { name: 'National', region: 'UZ', hold: 'true' });
    expect(job).toMatchObject({ totalPhoneNumbers: 5, duplicates: 2, counts: { PENDING: 2, NOT_VALID: 3 } });
    expect(await setup.phones(job.number)).toEqual({
      '+998901234567': 'PENDING',
      '+998901234568': 'PENDING',
      '+': 'NOT_VALID',
      '0911': 'NOT_VALID',
      '123456789012345678': 'NOT_VALID',
    });
    expect(await setup.created('901234567', { name: 'No region', hold: 'true' })).toMatchObject({
      counts: { NOT_VALID: 1 },
    });
  });

  it('takes what the console writes of the rest of a job, digits and plus signs as they were written', async () => {
    const content = '\uFEFFphone;status\r\n+998901234567;NOT_FOUND\r\n++12;NOT_VALID\r\n12;NOT_VALID\r\n';
    const job = await setup.created(content, { name: 'Rest', hold: 'true' });
    expect(job).toMatchObject({ skippedLines: 0, duplicates: 0 });
    expect(await setup.phones(job.number)).toEqual({
      '+998901234567': 'PENDING',
      '++12': 'NOT_VALID',
      '12': 'NOT_VALID',
    });
  });

  it('makes a job of a range, with each fault in its place', async () => {
    const range = (raw: unknown) => setup.admin.call(calls.createJobByRange, { raw });
    const made = await range({ name: 'Range', from: '+998901234560', to: '+998901234569', hold: true });
    expect(made.json()).toMatchObject({ name: 'Range', status: 'CREATED', totalPhoneNumbers: 10, subtype: 'SINGLE' });
    expect(made.statusCode).toBe(201);
    expect(codeOf(await range({ from: '1', to: '0' }))).toBe('JOB_NAME_REQUIRED');
    expect(codeOf(await range({ name: 'x', from: '998901234560', to: '998901234660' }))).toBe('RANGE_TOO_LARGE');
    expect(codeOf(await range({ name: 'x', to: '998901234660' }))).toBe('RANGE_START_REQUIRED');
  });

  it('cuts more than 10,000 phones into sub-tasks and shows their sum', async () => {
    const content = Array.from({ length: 20_500 }, (_none, index) => 998901000000 + index).join('\n');
    const job = await setup.created(content, { name: 'Super', hold: 'true' });
    expect(job).toMatchObject({ subtype: 'SUPER_JOB', totalPhoneNumbers: 20_500, counts: { PENDING: 20_500 } });
    const body = { parentNumber: job.number, sort: { field: 'number', direction: 'ASC' } } as const;
    const parts = JobPage.parse((await setup.admin.call(calls.searchJobs, { body })).json());
    expect(
      parts.content.map((part) => [part.subtype, part.totalPhoneNumbers, part.parentNumber, part.actions]),
    ).toEqual([
      ['SUB_TASK', 10_000, job.number, []],
      ['SUB_TASK', 10_000, job.number, []],
      ['SUB_TASK', 500, job.number, []],
    ]);
    const last = parts.content.at(-1);
    expect(Object.keys(await setup.phones(last?.id ?? ''))).toHaveLength(500);
    const page = await setup.admin.call(calls.jobPhones, { params: { id: job.id }, body: { page: 20, size: 1000 } });
    expect(page.json()).toMatchObject({ totalElements: 20_500, totalPages: 21, number: 20 });
    expect((page.json() as { content: Array<{ phone: string }> }).content.map(({ phone }) => phone)).toEqual(
      Array.from({ length: 500 }, (_none, index) => `+${998901020000 + index}`),
    );
    const subTask = last?.number ?? 0;
    setup.client.answer({ planLookups: () => ({ allFresh: 0, doNotLookUp: 0, lineChecks: 0, sources: [] }) });
    const plan = await setup.admin.call(calls.jobPreflight, { params: { number: String(subTask) } });
    expect(plan.json()).toMatchObject({ number: subTask, valid: 500, countries: [{ country: 'UZ', phones: 500 }] });
    const { number } = await setup.created(PHONE, { name: 'Other', hold: 'true' });
    const refused = { code: 'WRONG_STATE', details: { status: 'CREATED' } };
    expect((await setup.set(subTask, 'PAUSED')).json()).toMatchObject(refused);
    for (const [source, target] of [
      [number, subTask],
      [subTask, number],
    ] as const)
      expect(
        (await setup.admin.call(calls.mergeJobs, { body: { sourceNumbers: [source], targetNumber: target } })).json(),
      ).toMatchObject(refused);
    expect((await setup.upload(PHONE, { targetNumber: String(subTask) })).json()).toMatchObject(refused);
  });

  it('adds a file to a job, and gives a new job the phones of another', async () => {
    const target = await setup.created('998901234561\n998901234563', { name: 'Target', hold: 'true' });
    const grown = await setup.created('998901234562\n998901234561\n12', { targetNumber: String(target.number) });
    expect(grown).toMatchObject({
      number: target.number,
      totalPhoneNumbers: 4,
      duplicates: 1,
      counts: { PENDING: 3, NOT_VALID: 1 },
    });
    const payload = multipartBody(null, { name: 'Copy', targetNumber: String(target.number), hold: 'true' });
    const copy = await setup.admin.inject({
      method: 'POST',
      url: '/api/v2/job/file',
      headers: multipartHeaders,
      payload,
    });
    expect(copy.json()).toMatchObject({ name: 'Copy', status: 'CREATED', totalPhoneNumbers: 4 });
    expect(await setup.phones(String((copy.json() as { number: number }).number))).toEqual(
      await setup.phones(target.number),
    );
  });

  it('gives uploads that come at the same time numbers of their own', async () => {
    const jobs = await Promise.all([...'abcde'].map((name) => setup.created(PHONE, { name, hold: 'true' })));
    const numbers = jobs.map((job) => job.number).sort((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_number, index) => (numbers[0] ?? 0) + index));
  });

  it.each([
    ['before its end', false, false],
    ['after it, while its numbers are read', true, false],
    ['after it, and leaves the job as it is that they would have joined', true, true],
  ])('keeps nothing of an upload whose sender goes away %s', async (_case, whole, joins) => {
    const target = joins ? (await setup.created(PHONE, { name: 'Target', hold: 'true' })).number : undefined;
    const before = await jobCount();
    listening ??= setup.service.app.listen({ host: '127.0.0.1', port: 0 });
    const address = new URL(await listening);
    const { audit } = setup.kit;
    const record = audit.record.bind(audit);
    const refused = new Promise<void>((resolve) => {
      audit.record = (event) => {
        record(event);
        if (event.json.includes('UPLOAD_BROKEN')) resolve();
      };
    });
    const phones = Array.from({ length: 100_000 }, (_none, index) => `${998901000000 + index}\n`).join('');
    const body = multipartBody(phones, target === undefined ? { name: 'Broken' } : { targetNumber: String(target) });
    const lines = [
      `POST ${calls.createJobFromFile.path} HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${setup.tokenFor('ADMIN')}`,
    ];
    for (const [name, value] of Object.entries(multipartHeaders)) lines.push(`${name}: ${value}`);
    const socket = connect(Number(address.port), '127.0.0.1');
    socket.write(`${lines.join('\r\n')}\r\ncontent-length: ${body.length}\r\n\r\n`);
    socket.write(body.subarray(0, whole ? body.length : body.length / 2), () => socket.destroy());
    await refused;
    audit.record = record;
    expect(await jobCount()).toBe(before);
    if (target !== undefined) expect(await setup.phones(target)).toEqual({ [`+${PHONE}`]: 'PENDING' });
  });
});
