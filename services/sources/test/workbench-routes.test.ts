import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { calls, SourceDefinition, SourceTrial } from '@numscope/contracts';
import { aroundAll, aroundEach } from '@numscope/testing/around';
import { type FakeProvider, json, startProvider } from './support/fake-provider.ts';
import { PHONE, type SourcesUnderTest, startSources } from './support/sources-under-test.ts';

const KEY = 'sesame-open-0815';
const OTHER = 'offered-to-all-4711';
/** As the operator's file writes it: what it stands for nobody reads in the console. */
const TABLE_URL = '${env:CRM_URL}';

let provider: FakeProvider;
let stranger: FakeProvider;
let sources: SourcesUnderTest;

async function openWorkbench() {
  provider = await startProvider((_call, response) => {
    response.setHeader('x-echo', KEY);
    json(response, { title: 'Anvar', echo: KEY });
  });
  stranger = await startProvider((_call, response) => json(response, { title: 'Nobody' }));
  sources = await startSources({
    env: { CRM_URL: 'sqlite:people.db', BOOK_KEY: KEY, SOURCE_KEY: OTHER, OTHER_SECRET: 'never-shown-99' },
    yaml: `# ours
proxies:
  office: { url: '${provider.url}' }
sources:
  # the book
  BOOK:
    connector: http
    request: { url: '${provider.url}/v1/{phone}', headers: { Authorization: 'Bearer \${env:BOOK_KEY}' } }
    answer: { map: { names: title } }
    photoHosts: ['10.1.2.3:8080', cdn.example]
  INNER:
    connector: http
    proxy: office
    request: { url: 'http://inner.example:8200/v1/{phone}' }
    photoHosts: [photos.inner.example, '10.9.9.9:81']
  ROWS: { connector: dataset, file: rows.csv, phone: tel, map: { names: name } }
  TABLE:
    connector: sql
    url: '${TABLE_URL}'
    query: "select tel, name, city from people where tel in (select value from json_each(?))"
    phone: tel
    map: { names: name }
`,
    files: { 'rows.csv': `tel,name,town\n${PHONE},Anvar,Tashkent\n` },
  });
  const table = new DatabaseSync(join(sources.kit.dir, 'people.db'));
  table.exec('CREATE TABLE people (tel TEXT, name TEXT, city TEXT)');
  table.prepare('INSERT INTO people VALUES (?, ?, ?)').run(PHONE, 'Anvar', 'Tashkent');
  table.close();
  return {
    async close() {
      await sources.close();
      await provider.close();
      await stranger.close();
    },
  };
}

const http = (url: string, header = '', map = 'names: title'): string => `OWN:
  connector: http
  request: { url: '${url}/v2/{phone}'${header === '' ? '' : `, headers: { Authorization: '${header}' }`} }
  answer: { map: { ${map} } }
`;
const tryIt = (source: string) => sources.admin.call(calls.trySource, { body: { source, phone: PHONE } });
const faultsOf = (answer: { json(): unknown }): unknown => answer.json();

describe('trying a source that is in no file', () => {
  // A try keeps nothing, as one of them says, so they need one workbench.
  aroundAll(openWorkbench, () => undefined);
  beforeEach(() => {
    for (const { seen } of [provider, stranger]) seen.length = 0;
  });

  it.each([
    ['a field', `answer: { map: { names: title, about: reverse(echo) } }`],
    ['a failure', `answer: { failed: 'reverse(headers."x-echo")', map: { names: title } }`],
    ['the next page', `next: reverse(body.echo)`],
  ])('shows nothing that an expression makes of a key which its provider sends back, as %s', async (_what, lines) => {
    const turned = [...KEY].reverse().join('');
    const answer = await tryIt(`OWN:
  connector: http
  request: { url: '${provider.url}/v2/{phone}', headers: { Authorization: 'Bearer \${env:BOOK_KEY}' } }
  ${lines}
`);
    expect(answer.statusCode).toBe(200);
    expect(SourceTrial.parse(answer.json()).exchanges[0]?.answer?.body).toContain('***');
    expect(answer.body).not.toContain(KEY);
    expect(answer.body).not.toContain(turned);
  });

  it('asks it once, shows what the call was made of with secrets masked, and keeps nothing', async () => {
    const answer = await tryIt(http(provider.url, 'Bearer ${env:BOOK_KEY}'));
    const trial = SourceTrial.parse(answer.json());
    expect(trial).toMatchObject({
      source: 'OWN',
      phone: PHONE,
      status: 'FOUND',
      kind: null,
      expressions: [{ name: 'map.names', value: 'Anvar' }],
      fields: { names: [{ name: 'Anvar', type: 'UNKNOWN' }] },
    });
    expect(trial.exchanges[0]?.request).toMatchObject({ method: 'GET', url: `${provider.url}/v2/${PHONE.slice(1)}` });
    expect(answer.body).not.toContain(KEY);
    expect(provider.seen[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(provider.seen).toHaveLength(1);
    expect((await sources.admin.call(calls.getSource, { params: { name: 'OWN' } })).statusCode).toBe(404);
    expect(sources.kit.bus.published('phone.resolved')).toHaveLength(0);
  });

  it('tries the very text that would be written: no character but a line break begins a line', async () => {
    const request = `{ method: POST, url: '${provider.url}/v2', body: 'a\u2028{phone}' }`;
    expect((await tryIt(`OWN:\n  connector: http\n  request: ${request}\n`)).statusCode).toBe(200);
    expect(provider.seen[0]?.body).toBe(`a\u2028${PHONE.slice(1)}`);
  });

  it('never sends a secret where the sources file does not, but those that are offered', async () => {
    for (const secret of ['${env:BOOK_KEY}', '${env:OTHER_SECRET}', '${file:sources.yaml}']) {
      const answer = await tryIt(http(stranger.url, `Bearer ${secret}`));
      expect(answer.statusCode).toBe(422);
      expect(faultsOf(answer)).toMatchObject({
        code: 'SOURCE_INVALID',
        details: {
          faults: [
            expect.stringMatching(/^source:3: sources\.OWN\.request\.headers\.Authorization: .*does not stand there/),
          ],
        },
      });
    }
    expect(stranger.seen).toHaveLength(0);
    expect((await tryIt(http(provider.url, 'Bearer ${env:SOURCE_KEY}'))).statusCode).toBe(200);
    expect(provider.seen[0]?.headers.authorization).toBe(`Bearer ${OTHER}`);
  });

  it('sends a secret nowhere else, however the address is written and whatever known one stands beside it', async () => {
    const decoy = `Referer: '${provider.url}/'`;
    const written = (url: string): string => `OWN:
  connector: http
  request: { url: ${JSON.stringify(url)}, headers: { ${decoy}, Authorization: 'Bearer \${env:BOOK_KEY}' } }
`;
    const address = `${stranger.url}/{phone}`;
    for (const url of [
      ` ${address}`,
      address.replace('http', 'ht\ttp'),
      address.replace('://', ':/'),
      address.replace('://', ':'),
      address.replace('://', ':\\\\'),
    ]) {
      const answer = await tryIt(written(url));
      expect([url, answer.statusCode]).toEqual([url, 422]);
      expect(answer.body).toContain('must be an http or https URL');
    }
    const token = `auth: { type: oauth2, tokenUrl: '${address.replace('://', ':/')}', clientId: x, clientSecret: '\${env:BOOK_KEY}' }`;
    expect((await tryIt(`${http(provider.url)}  ${token}\n`)).statusCode).toBe(422);
    expect(stranger.seen).toHaveLength(0);
  });

  it.each([
    ['a parameter', "url: '{url}/v2/{phone}?city=${env:BOOK_KEY}'", ''],
    ['a path', "url: '{url}/v2/${env:BOOK_KEY}/{phone}'", ''],
    ['another header', "url: '{url}/v2/{phone}', headers: { X-City: 'Bearer ${env:BOOK_KEY}' }", ''],
    ['the same header in other words', "url: '{url}/v2/{phone}', headers: { Authorization: '${env:BOOK_KEY}' }", ''],
    ['a body', "method: POST, url: '{url}/v2', body: { phone: '{phone}', city: '${env:BOOK_KEY}' }", ''],
    ['an expression', "url: '{url}/v2/{phone}'", `answer: { map: { names: "reverse('\${env:BOOK_KEY}')" } }`],
    ['another auth', "url: '{url}/v2/{phone}'", "auth: { type: query, name: city, value: '${env:BOOK_KEY}' }"],
  ])(
    'lets a secret stand in no other setting than where it stands in the file: not in %s',
    async (_what, request, more) => {
      const answer = await tryIt(
        `OWN:\n  connector: http\n  request: { ${request.replace('{url}', provider.url)} }\n  ${more}\n`,
      );
      expect(faultsOf(answer)).toMatchObject({
        code: 'SOURCE_INVALID',
        details: {
          faults: [expect.stringMatching(/^source:[34]: .*BOOK_KEY\} does not stand there in the sources file/)],
        },
      });
      expect(provider.seen).toHaveLength(0);
    },
  );

  it('calls no private address that the sources file does not name, by number or by name', async () => {
    for (const url of [stranger.url, stranger.url.replace('127.0.0.1', 'localhost')]) {
      const answer = await tryIt(http(url));
      expect(answer.statusCode).toBe(422);
      expect(answer.body).toContain('a private address that the sources file does not name');
    }
    expect(stranger.seen).toHaveLength(0);
  });

  it.each([
    ['a name that only the proxy can look up', 'http://vault.inner.example:8200', ''],
    ['another port', 'http://inner.example', ''],
    ['a public place', 'https://api.example', ''],
    ['a place that the file calls without it', '{provider}', ''],
    ['photos of elsewhere', 'http://inner.example:8200', 'photoHosts: [vault.inner.example]'],
    ['photos by a reference', 'http://inner.example:8200', "photoHosts: ['${env:SOURCE_KEY}']"],
  ])('sends nothing by the operator’s proxy to where the sources file does not: %s', async (_what, to, photos) => {
    const url = to.replace('{provider}', provider.url);
    const answer = await tryIt(`${http(url)}  proxy: office\n  ${photos}\n`);
    expect(faultsOf(answer)).toMatchObject({
      code: 'SOURCE_INVALID',
      details: { faults: [expect.stringMatching(/^source:5: .*for no source with the proxy office/)] },
    });
    expect(provider.seen).toHaveLength(0);
  });

  it('sends by the operator’s proxy to where the sources file does by the same', async () => {
    const answer = await tryIt(
      `${http('http://inner.example:8200')}  proxy: office\n  photoHosts: [photos.inner.example]\n`,
    );
    expect(answer.statusCode).toBe(200);
    expect(faultsOf(answer)).toMatchObject({ source: 'OWN' });
  });

  it.each([
    ['169.254.169.254', 422],
    ['10.1.2.3', 422],
    ['"[::1]:8080"', 422],
    ['"[::ffff:10.1.2.3]:8080"', 422],
    ['"10.1.2.3:8080"', 200],
    // Named for the other side of a proxy.
    ['"10.9.9.9:81"', 422],
    ['93.184.216.34', 200],
    ['cdn.other.example', 200],
  ])('takes no private address for photos that the sources file does not name: %s', async (host, status) => {
    const answer = await tryIt(`${http(provider.url)}  photoHosts: [cdn.example, ${host}]\n`);
    expect(answer.statusCode).toBe(status);
    if (status === 200) return;
    const place = host.replaceAll('"', '');
    const fault = `source: photoHosts: ${place} is a private address that the sources file does not name`;
    expect(faultsOf(answer)).toMatchObject({ code: 'SOURCE_INVALID', details: { faults: [fault] } });
  });

  it('takes the address of a provider that the sources file names for photos, too', async () => {
    const { host } = new URL(provider.url);
    expect((await tryIt(`${http(provider.url)}  photoHosts: ["${host}"]\n`)).statusCode).toBe(200);
  });

  it.each([
    ['no YAML', 'OWN: [', /^source:1: /],
    ['not one source', 'OWN: {}\nTWO: {}', /must be one source under its name/],
    ['a name in small letters', 'own: { connector: http }', /must be one source under its name/],
    ['a literal secret', http('https://api.example', 'Bearer abcdef'), /^source:3: .*looks like a secret/],
    ['an unknown field', http('https://api.example', '', 'nmaes: title'), /^source:4: .*is no field of a profile/],
    [
      'a file of this machine',
      'OWN:\n  connector: dataset\n  file: /etc/passwd',
      /^source:3: .*is none that the sources file names/,
    ],
    [
      'a database of elsewhere',
      'OWN:\n  connector: sql\n  url: sqlite:/etc/x.db\n  query: select 1',
      /^source:3: .*is none that/,
    ],
    [
      'an index that is not named',
      'OWN: { connector: elasticsearch, url: "http://127.0.0.1:9200", index: x }',
      /is none that/,
    ],
    [
      'a secret as an address',
      'OWN: { connector: sql, url: "${env:OTHER_SECRET}", query: select 1 }',
      /OTHER_SECRET\} does not stand there/,
    ],
    [
      'a secret in a query',
      `TABLE:\n  connector: sql\n  url: '${TABLE_URL}'\n  query: "select tel, '${TABLE_URL}' as name from people where tel in (select value from json_each(?))"`,
      /^source:4: .*CRM_URL\} does not stand there/,
    ],
    [
      'a query that writes',
      `TABLE:\n  connector: sql\n  url: '${TABLE_URL}'\n  query: drop table people`,
      /^source:4: .*must be a query that reads/,
    ],
    ['an unknown preset', 'OWN:\n  preset: nobody', /^source:2: sources\.OWN\.preset: is not known/],
    ['one that is off', `${http('https://api.example')}  enabled: false\n`, /is switched off/],
  ])('refuses %s, with its line', async (_what, source, fault) => {
    const answer = await tryIt(source);
    expect(faultsOf(answer)).toMatchObject({
      statusCode: 422,
      code: 'SOURCE_INVALID',
      details: { faults: expect.arrayContaining([expect.stringMatching(fault)]) as unknown },
    });
  });

  it('asks a database and reads a file that the sources file names, by another query and mapping', async () => {
    const query = 'select tel, city from people where tel in (select value from json_each(?))';
    const table = `OWN:\n  connector: sql\n  url: '${TABLE_URL}'\n  query: "${query}"\n  phone: tel\n  map: { city: city }\n`;
    for (const source of [table, 'OWN: { connector: dataset, file: rows.csv, phone: tel, map: { city: town } }']) {
      const trial = SourceTrial.parse((await tryIt(source)).json());
      expect(trial).toMatchObject({ source: 'OWN', status: 'FOUND', kind: null, fields: { city: 'Tashkent' } });
    }
    const wrong = SourceTrial.parse((await tryIt(table.replace('select tel, city', 'select tel'))).json());
    expect(wrong).toMatchObject({
      status: 'FAILED',
      kind: 'MAPPING',
      message: expect.stringContaining('no column city') as unknown,
    });
  });
});

describe('the audit of a try', () => {
  aroundEach(openWorkbench, () => undefined);

  it('has nothing of the text', async () => {
    await tryIt(http('https://api.example', 'Bearer a-secret-typed-by-mistake'));
    const entry = await sources.kit.bus.waitFor('audit.logged', ({ data }) => data.actionType === 'SOURCE');
    expect(entry.data.args).toMatchObject({ source: '***', phone: PHONE });
    expect(JSON.stringify(entry)).not.toContain('by-mistake');
  });
});

describe('the definition of a source', () => {
  aroundEach(openWorkbench, () => undefined);

  const path = (): string => join(sources.kit.dir, 'sources.yaml');
  const definition = async (name: string): Promise<SourceDefinition> =>
    SourceDefinition.parse((await sources.admin.call(calls.getSourceDefinition, { params: { name } })).json());
  const change = (name: string, source: string, revision: string) =>
    sources.admin.call(calls.changeSourceDefinition, { params: { name }, body: { source, revision } });
  const isShared = process.env['NUMSCOPE_TEST_STORE'] === 'mongo';

  it('is what stands in the file, with its comments', async () => {
    const { source, readOnly } = await definition('BOOK');
    expect(source).toContain('# the book\nBOOK:\n  connector: http\n');
    expect(readOnly).toBe(isShared ? 'SEVERAL_INSTANCES' : null);
    expect((await definition('OWN')).source).toBeNull();
  });

  it('is written into the file, and all else stays', async () => {
    const { revision } = await definition('OWN');
    const before = readFileSync(path(), 'utf8');
    const answer = await change('OWN', http('https://api.example'), revision);
    if (isShared) {
      expect(answer.json()).toMatchObject({ statusCode: 409, details: { readOnly: 'SEVERAL_INSTANCES' } });
      expect(readFileSync(path(), 'utf8')).toBe(before);
      return;
    }
    expect(SourceDefinition.parse(answer.json()).source).toBe(http('https://api.example'));
    expect(readFileSync(path(), 'utf8')).toBe(before + http('https://api.example').replaceAll(/^(?=.)/gm, '  '));
  });

  it('is written into the file for other connectors, too', async () => {
    const { source, revision, readOnly } = await definition('TABLE');
    expect(readOnly).toBe(isShared ? 'SEVERAL_INSTANCES' : null);
    if (isShared) return;
    const answer = await change('TABLE', (source ?? '').replace('names: name', 'names: name, city: city'), revision);
    expect(SourceDefinition.parse(answer.json()).source).toContain('map: { names: name, city: city }');
    expect(readFileSync(path(), 'utf8')).toContain(TABLE_URL);
  });

  it('is not written with a fault, over a change of somebody else, or under another name', async () => {
    if (isShared) return expect((await definition('BOOK')).readOnly).toBe('SEVERAL_INSTANCES');
    const { revision } = await definition('BOOK');
    const before = readFileSync(path(), 'utf8');
    expect((await change('BOOK', http('https://api.example'), revision)).json()).toMatchObject({
      code: 'SOURCE_INVALID',
      details: { faults: ['source:1: is called OWN instead of BOOK'] },
    });
    for (const source of [
      http(stranger.url, 'Bearer ${env:BOOK_KEY}'),
      http(stranger.url),
      `${http(stranger.url)}  enabled: false\n`,
      `${http('https://api.example')}  photoHosts: [10.1.2.3]\n`,
    ])
      expect((await change('OWN', source, revision)).statusCode).toBe(422);
    expect(readFileSync(path(), 'utf8')).toBe(before);
    writeFileSync(path(), `${before}# changed\n`);
    expect((await change('OWN', http('https://api.example'), revision)).json()).toMatchObject({
      statusCode: 409,
      code: 'SOURCES_FILE_CHANGED',
    });
    expect(readFileSync(path(), 'utf8')).toBe(`${before}# changed\n`);
  });

  it.each([
    ['another source', '*api', /^source: would change TABLE as well: .*\*name to &name/],
    ['the proxies', 'https://other.example', /^source: would change proxies as well: /],
  ])('is not written where %s would become another by it', async (_what, url, fault) => {
    if (isShared) return expect((await definition('BOOK')).readOnly).toBe('SEVERAL_INSTANCES');
    writeFileSync(
      path(),
      `sources:
  FIRST:
    connector: http
    request: { url: &api 'https://api.example/{phone}' }
  OWN:
    connector: http
    request: { url: 'https://own.example/{phone}' }
  TABLE:
    connector: http
    auth: { type: bearer, token: '\${env:BOOK_KEY}' }
    request: { url: ${url === '*api' ? url : `'${url}/{phone}'`} }
proxies:
  office: { url: ${url === '*api' ? "'http://proxy.example'" : '*api'} }
`,
    );
    const before = readFileSync(path(), 'utf8');
    const anchored = (to: string): string =>
      `OWN:\n  connector: http\n  request: { url: &api 'https://${to}/{phone}' }\n`;
    const { revision } = await definition('OWN');
    expect((await change('OWN', anchored('steal.example'), revision)).json()).toMatchObject({
      code: 'SOURCE_INVALID',
      details: { faults: [expect.stringMatching(fault)] },
    });
    expect(readFileSync(path(), 'utf8')).toBe(before);
    // It is what others become that counts, not how the text is written.
    expect((await change('OWN', anchored('api.example'), revision)).statusCode).toBe(200);
  });

  it('says why it cannot be written', async () => {
    if (isShared) return expect((await definition('BOOK')).readOnly).toBe('SEVERAL_INSTANCES');
    writeFileSync(path(), 'sources: { BOOK: { connector: numbering-plan } }\n');
    const source = 'BOOK: { connector: numbering-plan }\n';
    expect(await definition('BOOK')).toMatchObject({ readOnly: 'LAYOUT', source });
    expect(await definition('OWN')).toMatchObject({ readOnly: 'LAYOUT', source: null });
    chmodSync(path(), 0o600);
  });

  it('is for administrators alone', async () => {
    const params = { name: 'BOOK' };
    expect((await sources.user.call(calls.getSourceDefinition, { params })).statusCode).toBe(403);
    const body = { source: 'x', revision: 'y' };
    expect((await sources.user.call(calls.changeSourceDefinition, { params, body })).statusCode).toBe(403);
    expect((await sources.user.call(calls.trySource, { body: { source: 'x', phone: PHONE } })).statusCode).toBe(403);
  });
});
