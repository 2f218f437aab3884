import { describe, expect, it } from '@jest/globals';
import { calls, messages, MOST_TIME_MS, networkName } from '@numscope/contracts';
import { writeSheet } from '@numscope/spreadsheets';
import { aroundAll } from '@numscope/testing/around';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Imports, openImports, PHONE, PICTURE } from './imports.ts';
import { foundPhone } from './setup.ts';

const FIELDS = {
  firstName: 'Anvar',
  names: [
    { name: 'Anvar "A"; Karimov', type: 'TT' },
    { name: 'Zuhra Aliyeva', type: 'OK' },
    { name: 'Зухра Алиева', type: 'OK' },
    { name: 'Rustam (Tashkent)', type: 'work' },
  ],
  emails: ['a@x.com', 'b@x.com'],
  socialNetworks: [
    { id: 'anvar', socialNetwork: 'TELEGRAM' },
    { id: 'id1', socialNetwork: 'vk.com' },
    { id: '2: a', socialNetwork: 'GOOGLE_PLUS' },
    { id: '3', socialNetwork: 'MY_MAIL_RU' },
    { id: '4', socialNetwork: 'Одноклассники и друзья' },
  ],
  sites: ['https://a.uz/?x=1;y=2,3', 'b.uz'],
  addresses: ['Amir Temur 1, Tashkent', '=Samarkand'],
  about: 'Anna,=1+1,\t@SUM(1)',
  married: true,
  accountType: 'USER_LIST',
  accountStatus: 'NOT_FOUND',
  accountOptions: ['CONSTRUCTOR', 'PRIVATE'],
  photos: [PICTURE],
  line: {
    carrier: 'Ucell',
    mcc: '434',
    mnc: '05',
    ported: true,
    portedAt: 1_700_000_000_000,
    risk: 0.5,
    riskReasons: ['a', 'b'],
  },
};

describe('importing profiles', () => {
  let setup: Imports['setup'];
  let upload: Imports['upload'];
  let profileOf: Imports['profileOf'];
  aroundAll(openImports, (opened) => ({ setup, upload, profileOf } = opened));

  it.each(['jsonl', 'csv', 'xlsx'])(
    'what was exported as %s comes back with all its values, found by search and by the main job',
    async (format) => {
      await setup.resolve(foundPhone(PHONE, FIELDS));
      const before = await profileOf();
      const exported = await setup.admin.call(calls.exportProfileStream, { query: { format }, raw: {} });
      await setup.admin.call(calls.deleteProfile, { params: { phone: PHONE } });

      const answer = await upload(exported.rawPayload);
      expect(answer.json()).toMatchObject({ imported: 1, state: 'DONE' });
      const after = await profileOf();
      for (const field of [
        'firstName',
        'names',
        'emails',
        'socialNetworks',
        'sites',
        'addresses',
        'about',
        'married',
        'images',
        'line',
        'accountType',
        'accountStatus',
        'accountOptions',
      ] as const)
        expect(after[field]).toEqual(before[field]);
      expect(after.jobs).toEqual([9]);
      expect(after.sources).toEqual(format === 'jsonl' ? before.sources : ['IMPORT', 'NUMBERING_PLAN']);
      if (format === 'jsonl') expect(after).toEqual({ ...before, jobs: [9] });
      else expect(after.numbering).toMatchObject({ country: 'UZ' });
      const found = await setup.user.call(calls.searchProfiles, {
        body: { filters: { jobId: { values: ['main-job'] } } },
      });
      expect(found.json().content).toEqual([after]);
      await setup.bus.waitFor('profile.updated', ({ data }) => data.profileId === after.id && data.job === null);
      const entry = await setup.bus.waitFor(
        'audit.logged',
        ({ data }) => data.details === calls.importProfiles.summary,
      );
      expect(entry.data).toMatchObject({ actionType: 'PROFILE', username: 'admin', outcome: 'OK' });
    },
  );

  it("what the console's spreadsheet says comes back, each network by its own word", async () => {
    const { socialNetworks, sites } = FIELDS;
    const own = [...socialNetworks, { id: '5', socialNetwork: 'PH_NEW_ID' }];
    // As its writer puts several values into one cell.
    const cells = [
      own.map(({ id, socialNetwork }) => `${networkName(socialNetwork)}: ${id}`),
      sites,
      ['Anvar (work)', 'Bek (Tashkent) (a type)', 'Zafar'],
    ].map((values) => values.join('\n'));
    const rows = [['+998901112233', ...cells]];
    const sheet = await buffer(writeSheet(['Tel', 'Accounts', 'Sites', 'Names'], Readable.from(rows)));
    const mapping = { phone: 'Tel', socialNetworks: 'Accounts', sites: 'Sites', names: 'Names' };
    expect((await upload(sheet, mapping)).json()).toMatchObject({ imported: 1 });
    const profile = await profileOf('+998901112233');
    expect(profile.socialNetworks).toEqual(own);
    expect(profile.sites).toEqual(sites);
    expect(profile.names).toMatchObject([
      { name: 'Anvar', type: 'work' },
      { name: 'Bek (Tashkent)', type: 'a type' },
      { name: 'Zafar', type: 'UNKNOWN' },
    ]);
  });

  it('a cell of accounts that are none is told, and one without its network or id is dropped', async () => {
    const cell = (text: string) => upload(`phone;socialNetworks\n998901112244;${text}\n`);
    for (const text of ['anvar', 'https://t.me/anvar', 'TELEGRAM: anvar | bek'])
      expect((await cell(text)).json()).toMatchObject({
        statusCode: 422,
        details: [{ row: 1, field: expect.stringContaining('socialNetworks.'), message: messages.accountForm }],
      });
    expect((await cell('TELEGRAM: anvar | VK: | : bek | TT:zafar')).json()).toMatchObject({ imported: 1 });
    expect((await profileOf('+998901112244')).socialNetworks).toEqual([
      { id: 'anvar', socialNetwork: 'TELEGRAM' },
      { id: 'zafar', socialNetwork: 'TT' },
    ]);
  });

  it('a time that no date reaches is told, wherever it stands', async () => {
    const beyond = MOST_TIME_MS + 1;
    const said = { id: '1', source: 'TELEGRAM', at: 1, cached: false, status: 'FOUND', fields: {}, trust: 0.5 };
    const rows: Array<[string, object]> = [
      ['lastOnline', { lastOnline: Number.MAX_SAFE_INTEGER + 1 }],
      ['line.portedAt', { line: { portedAt: -beyond } }],
      ['createdTimestamp', { createdTimestamp: beyond, observations: [said] }],
      ['observations.0.at', { observations: [{ ...said, at: beyond }] }],
      ['observations.0.observedAt', { observations: [{ ...said, observedAt: beyond }] }],
      ['observations.0.fields.lastOnline', { observations: [{ ...said, fields: { lastOnline: beyond } }] }],
      ['observations.0.fields.line.portedAt', { observations: [{ ...said, fields: { line: { portedAt: beyond } } }] }],
    ];
    for (const [field, row] of rows)
      expect((await upload(JSON.stringify([{ phone: '+998901112245', ...row }]))).json()).toMatchObject({
        statusCode: 422,
        details: [{ row: 1, field, message: messages.timeBounds }],
      });
  });

  it('rows are read by a column mapping, from a file or from JSON', async () => {
    const mapping = { phone: 'Tel', names: 'Name', work: 'Firm' };
    expect((await upload('Tel,Name,Firm\n998901234567,Anvar,Bank | Shop\n', mapping)).json()).toMatchObject({
      imported: 1,
    });
    expect(await profileOf()).toMatchObject({ names: [{ name: 'Anvar', type: 'UNKNOWN' }], work: ['Bank', 'Shop'] });
    const lines = 'Tel,Operator,Ported\n998901234567,Beeline,2024-03-05\n';
    const line = { phone: 'Tel', 'line.carrier': 'Operator', 'line.portedAt': 'Ported' };
    expect((await upload(lines, line)).json()).toMatchObject({ imported: 1 });
    expect((await profileOf()).line).toMatchObject({ carrier: 'Beeline', portedAt: Date.UTC(2024, 2, 5) });
    expect((await upload('phone;line.portedAt\n998901234567;soon\n')).json()).toMatchObject({
      statusCode: 422,
      details: [{ row: 1, field: 'line.portedAt' }],
    });
    const raw = { rows: [{ Tel: '+998901111111', Name: 'Bek' }], mapping };
    expect((await setup.admin.call(calls.importProfiles, { raw })).json()).toMatchObject({ imported: 1 });
    expect(await profileOf('+998901111111')).toMatchObject({ names: [{ name: 'Bek' }] });
  });

  it('a mapping after the file is refused', async () => {
    const form = new FormData();
    form.set('file', new Blob(['Tel\n998901234567\n']), 'people');
    form.set('mapping', JSON.stringify({ phone: 'Tel' }));
    const answer = await setup.admin.inject({ method: 'POST', url: calls.importProfiles.path, payload: form });
    expect(answer.json()).toMatchObject({ statusCode: 400, code: 'FIELD_AFTER_FILE', details: { field: 'mapping' } });
  });

  it('a made-up person stays marked, by a table as well', async () => {
    await setup.resolve(foundPhone('+998905555555', { firstName: 'Madeup' }, { source: 'SANDBOX' }));
    for (const format of ['jsonl', 'csv', 'xlsx']) {
      const body = { filters: { phone: { values: ['+998905555555'] } } };
      const exported = await setup.admin.call(calls.exportProfileStream, { query: { format }, raw: body });
      await setup.admin.call(calls.deleteProfile, { params: { phone: '+998905555555' } });
      const mapping = format === 'csv' ? { phone: 'phone', firstName: 'firstName' } : undefined;
      expect((await upload(exported.rawPayload, mapping)).json()).toMatchObject({ imported: 1 });
      const { sources, provenance } = await profileOf('+998905555555');
      expect(sources).toContain('SANDBOX');
      expect(sources).not.toContain('IMPORT');
      expect(provenance['firstName']).toMatchObject([{ source: 'SANDBOX', value: 'Madeup' }]);
    }
  });

  it.each([
    ['both columns', ['NUMBERING_PLAN\nSANDBOX', 'Made-up person'], true],
    ['the sources alone', ['NUMBERING_PLAN | SANDBOX', ''], true],
    ['the sources alone, in Russian', ['NUMBERING_PLAN\nSANDBOX', '', 'Вымышлено', 'Источники'], true],
    ['the mark alone', ['', 'Made-up person'], true],
    ['neither', ['NUMBERING_PLAN\nVIBER', ''], false],
    ['a word that says no', ['VIBER', 'No'], false],
  ])(
    "the console's spreadsheet keeps the mark: %s",
    async (_name, [sources = '', madeUp = '', markHead = 'Made up', sourcesHead = 'Sources'], marked) => {
      const phone = '+998905555556';
      await setup.admin.call(calls.deleteProfile, { params: { phone } });
      const columns = ['Phone', 'Best name', markHead, 'Names', sourcesHead, 'Jobs'];
      const cells = [phone, 'Aziza Saidova', madeUp, 'Aziza Saidova (UNKNOWN)\nАзиза Саидова (OK)', sources, '1\n2'];
      const sheet = await buffer(writeSheet(columns, Readable.from([cells])));
      expect((await upload(sheet, { phone: 'Phone', names: 'Names' })).json()).toMatchObject({ imported: 1 });
      const profile = await profileOf(phone);
      expect(profile.sources).toContain(marked ? 'SANDBOX' : 'IMPORT');
      expect(profile.sources).not.toContain(marked ? 'IMPORT' : 'SANDBOX');
      expect(profile.names).toMatchObject([{ forms: ['Aziza Saidova', 'Азиза Саидова'] }]);
    },
  );

  it('a time of a value that its field cannot have is the time of none', async () => {
    const times = [5, null, 'other@example.org', 'a@example.org'].map((value, at) => ({ value, observedAt: at + 1 }));
    const fields = {
      emails: ['a@example.org'],
      names: [{ name: 'Anvar', type: 'OK' }],
      valueTimes: { emails: times, names: times, socialNetworks: times },
    };
    const answer = { id: 'timed', source: 'VIBER', at: 9, cached: false, status: 'FOUND', fields, trust: 1 };
    const line = JSON.stringify({ phone: '+998901111127', observations: [answer] });
    expect((await upload(line)).json()).toMatchObject({ imported: 1, state: 'DONE' });
    const { provenance } = await profileOf('+998901111127');
    expect(provenance['emails']).toMatchObject([{ value: 'a@example.org', observedAt: 4 }]);
    expect(provenance['names']).toMatchObject([{ source: 'VIBER', at: 9 }]);
  });

  it.each(['Телефон', 'PK'])('a table whose header begins with %s is no workbook', async (first) => {
    const file = `${first};Имя\n998901111126;Анвар\n`;
    const answer = await upload(file, { phone: first, firstName: 'Имя' });
    expect(answer.json()).toMatchObject({ imported: 1 });
    expect(await profileOf('+998901111126')).toMatchObject({ firstName: 'Анвар' });
  });

  it('a workbook of the old kind is told from a table', async () => {
    const answer = await upload(Buffer.from('d0cf11e0a1b11ae1', 'hex'));
    expect(answer.json()).toMatchObject({ details: [{ message: expect.stringContaining('save it as .xlsx') }] });
  });

  it('tells how far each import is', async () => {
    const { id } = (await upload('phone\n998901111118\n')).json() as { id: string };
    const info = { id, state: 'DONE', profiles: 1, applied: 1, by: 'admin', faults: [] };
    expect((await setup.admin.call(calls.getImport, { params: { id } })).json()).toMatchObject(info);
    expect((await setup.admin.call(calls.listImports)).json()[0]).toMatchObject(info);
    await upload('phone\nnobody\n');
    expect((await setup.admin.call(calls.listImports)).json()[0]).toMatchObject({
      state: 'REFUSED',
      faults: [{ row: 1, field: 'phone' }],
    });
    expect((await setup.admin.call(calls.getImport, { params: { id: 'nobody' } })).statusCode).toBe(404);
  });

  it.each([
    ['\n', '\n'],
    [' \t\n\n', '\n'],
    ['\uFEFF\r\n\r\n', '\r\n'],
  ])('blank lines before the header (%j) are passed over', async (blank, end) => {
    const lines = ['phone,firstName', '998901111125,Anvar', ''];
    expect((await upload(blank + lines.join(end))).json()).toMatchObject({ imported: 1 });
    expect(await profileOf('+998901111125')).toMatchObject({ firstName: 'Anvar' });
  });

  it('shows the first rows of a file with the fields that its columns say, and keeps nothing', async () => {
    const form = new FormData();
    form.set('file', new Blob(['Tel;first name;Shoe\n998901111117;Anvar;42\n12;Bek;\n']), 'people');
    const answer = await setup.admin.inject({ method: 'POST', url: calls.previewImport.path, payload: form });
    expect(answer.json()).toEqual({
      columns: ['Tel', 'first name', 'Shoe'],
      rows: [
        ['998901111117', 'Anvar', '42'],
        ['12', 'Bek', ''],
      ],
      mapping: { phone: 'Tel', firstName: 'first name' },
      faults: [],
    });
    expect((await setup.user.call(calls.getProfile, { params: { phone: '998901111117' } })).statusCode).toBe(404);
  });

  it.each([
    ['csv', async (lines: readonly string[][]) => lines.map((cells) => cells.join(';')).join('\n')],
    [
      'xlsx',
      async ([columns = [], ...rows]: readonly string[][]) =>
        buffer(writeSheet(columns, Readable.from(rows.map((cells) => cells)))),
    ],
  ] as const)('columns of one name are told by their name and nothing is taken from any, %s', async (_kind, write) => {
    const file = await write([
      ['Tel', 'Name', 'Tel', ' Name ', 'Shoe'],
      ['998900000405', 'Anvar', '998900000406', 'Bek', '42'],
    ]);
    const said = { row: 0, message: messages.columnsOfOneName('«Tel», «Name»') };
    const refused = { statusCode: 422, code: 'INVALID_DATA', details: [said] };
    expect((await upload(file, { phone: 'Tel', names: 'Name' })).json()).toMatchObject(refused);
    const form = new FormData();
    form.set('file', new Blob([file]), 'people');
    const preview = await setup.admin.inject({ method: 'POST', url: calls.previewImport.path, payload: form });
    expect(preview.json()).toMatchObject(refused);
    for (const phone of ['998900000405', '998900000406'])
      expect((await setup.user.call(calls.getProfile, { params: { phone } })).statusCode).toBe(404);
  });

  it('of very many columns of one name some are told', async () => {
    const names = Array.from({ length: 30 }, (_, i) => `${String(i).padStart(2, '0')}${'x'.repeat(5000)}`);
    const { details } = (await upload(`${[...names, ...names].join(';')}\n`)).json<{
      details: [{ message: string }];
    }>();
    expect(details[0].message.length).toBeLessThan(1000);
    expect(details[0].message).toMatch(/«09x+», …/);
  });

  it('columns without a name say nothing, however many, also not of fields that no column says', async () => {
    const mapping = { phone: 'Tel', names: 'Name' };
    expect((await upload('Tel;;Name;;\n998900000407;Nobody;Anvar;;rest\n', mapping)).json()).toMatchObject({
      imported: 1,
    });
    expect(await profileOf('998900000407')).toMatchObject({ names: [{ name: 'Anvar' }], firstName: null, emails: [] });
    const raw = { rows: [{ Tel: '998900000408', Name: 'Bek', '': 'Nobody' }], mapping };
    expect((await setup.admin.call(calls.importProfiles, { raw })).json()).toMatchObject({ imported: 1 });
    expect(await profileOf('998900000408')).toMatchObject({ names: [{ name: 'Bek' }], firstName: null });
  });

  it('when one row is wrong, then none is applied and each fault is named', async () => {
    const answer = await upload(`phone;firstName;lastOnline\n998900000404;Anvar;\nnobody;Bek;yesterday\n`);
    expect(answer.json()).toMatchObject({
      statusCode: 422,
      code: 'INVALID_DATA',
      message: 'Invalid data',
      details: [
        { row: 2, field: 'lastOnline' },
        { row: 2, field: 'phone' },
      ],
    });
    expect((await setup.user.call(calls.getProfile, { params: { phone: '998900000404' } })).statusCode).toBe(404);
  });

  it('when a streamed export was cut or changed, then it is refused', async () => {
    await setup.resolve(foundPhone(PHONE, FIELDS));
    const { body } = await setup.admin.call(calls.exportProfileStream, { raw: {} });
    expect((await upload(body.replace('Anvar', 'Other'))).json()).toMatchObject({
      code: 'INVALID_DATA',
      details: [{ row: 0 }],
    });
  });

  it.each([
    ['no file', null, 400, 'NO_FILES'],
    ['an empty file', '', 400, 'NO_FILES'],
    ['a header alone', 'phone;firstName\n', 422, 'INVALID_DATA'],
    ['half a JSON', '[{"phone": ', 422, 'INVALID_DATA'],
    [
      'a list that is thousands deep',
      `[{"phone":"998901234567","names":${'['.repeat(6000)}${']'.repeat(6000)}}]`,
      422,
      'INVALID_DATA',
    ],
    [
      'a line that is thousands deep',
      `{"phone":"998901234567","names":${'['.repeat(6000)}${']'.repeat(6000)}}`,
      422,
      'INVALID_DATA',
    ],
    ['columns that every object inherits', 'constructor;__proto__;toString\n1;2;3\n', 422, 'INVALID_DATA'],
    ['a list of no objects', '[1, 2]', 422, 'INVALID_DATA'],
    [
      'a table that ends within a character',
      Buffer.from('phone,firstName\n998901234567,Анвар').subarray(0, -1),
      422,
      'FILE_PARSING',
    ],
    ['what is no text', new Uint8Array([0xff, 0xfe, 0x00, 0xd8]), 422, 'FILE_PARSING'],
  ])('%s is refused', async (_name, file, statusCode, code) => {
    expect((await upload(file)).json()).toMatchObject({ statusCode, code });
  });

  it('a file that breaks off is refused as such, and so is a mapping to what every object inherits', async () => {
    const cut = '--X\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nphone\n99890';
    const headers = { 'content-type': 'multipart/form-data; boundary=X' };
    const broken = await setup.admin.inject({ method: 'POST', url: calls.importProfiles.path, headers, payload: cut });
    expect(broken.json()).toMatchObject({ statusCode: 400, code: 'UPLOAD_BROKEN' });
    for (const phone of ['constructor', '__proto__', 'toString'])
      expect((await upload('phone\n998901234567\n', { phone })).json()).toMatchObject({
        statusCode: 422,
        code: 'INVALID_DATA',
      });
  });

  it('names what is missing or unknown, and is for administrators', async () => {
    expect((await setup.admin.call(calls.importProfiles)).json()).toMatchObject({
      statusCode: 400,
      message: 'Required parameter importProfileDto was null or undefined when calling importProfiles',
    });
    expect((await upload('phone\n998901234567\n', { shoeSize: 'phone' })).json()).toMatchObject({
      statusCode: 422,
      code: 'INVALID_DATA',
    });
    expect((await setup.user.call(calls.importProfiles, { raw: { profiles: [] } })).statusCode).toBe(403);
  });
});
