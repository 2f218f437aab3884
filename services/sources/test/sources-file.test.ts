import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { settingsFaults } from '@numscope/testing';
import { loadSourcesFile } from '../src/config/load-sources-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'numscope-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const load = (yaml: string, env: Record<string, string> = {}, sandbox = false) => {
  writeFileSync(join(folder, 'sources.yaml'), yaml);
  return loadSourcesFile({ path: join(folder, 'sources.yaml'), sandbox, env });
};

const faultsOf = (yaml: string, env: Record<string, string> = {}): readonly string[] =>
  settingsFaults(() => load(yaml, env));

describe('a missing file', () => {
  it('binds nothing: the numbering plan is on, and the sandbox if asked for', () => {
    const path = join(folder, 'none.yaml');
    expect(loadSourcesFile({ path, sandbox: false, env: {} })).toMatchObject({ asked: [], numberingPlan: {} });
    expect(loadSourcesFile({ path, sandbox: true, env: {} }).asked.map(({ name }) => name)).toEqual(['SANDBOX']);
  });
});

describe('a missing file that is named', () => {
  it('is a fault', () => {
    const path = join(folder, 'none.yaml');
    const load = () => loadSourcesFile({ path, sandbox: true, env: { SOURCES_FILE: path } });
    expect(settingsFaults(load)).toEqual(['none.yaml: is not there, though SOURCES_FILE names it']);
  });
});

describe('what looks like a wrong root but is none', () => {
  it.each([
    ['notFound: "status == `204`"'],
    [`notFound: "headers.found == 'no' || body.data[?kind == 'none']"`],
    ['map: { names: "@.body.names" }'],
    ['map: { names: "people[].body", emails: "data.body.mail" }'],
    ['map: { numbering: "plan" }'],
  ])('%s', (line) => {
    const yaml = `sources:\n  OFFICE:\n    connector: http\n    request: { url: "http://api.example/{phone}" }\n    answer:\n      ${line}`;
    expect(faultsOf(yaml)).toEqual([]);
  });
});

describe('the documented example', () => {
  const example = `
proxies:
  office: { url: "http://proxy.example:3128", auth: "\${env:PROXY_AUTH}" }
sources:
  GETCONTACT:
    connector: http
    request:
      method: GET
      url: "https://api.example/v1/numbers/{phone}?lang={country}"
      headers: { Authorization: "Bearer \${env:GETCONTACT_TOKEN}" }
      body: null
      batchSize: 1
    answer:
      notFound: "body.found == \`false\`"
      failed: "body.error.message"
      items: null
      phone: null
      map:
        names: "aliases[].{name: text, type: 'OK'}"
        emails: "contacts.emails"
        photos: "pictures[].url"
    photoHosts: [cdn.example]
    accounts: [{ name: main, perDay: 10000 }]
    limits: { concurrency: 32, perSecond: 20, perDay: 10000 }
    timeoutMs: 5000
    retries: 2
    freshForDays: 30
    cost: 0.004
    trust: 0.8
    proxy: office
  OFFICE_BOOK: { connector: dataset, file: book.csv, phone: "Tel", map: { names: "Name", work: "Firm" } }
  NUMBERING_PLAN: { connector: numbering-plan }
`;

  it('is read as it stands, with its references filled in and paths relative to the file', () => {
    writeFileSync(join(folder, 'book.csv'), 'Tel,Name,Firm\n');
    const bound = load(example, { PROXY_AUTH: 'user:secret', GETCONTACT_TOKEN: 'token-1' });
    expect(bound.asked.map(({ name }) => name)).toEqual(['GETCONTACT', 'OFFICE_BOOK']);
    expect(bound.asked[0]?.config).toMatchObject({
      request: { headers: { Authorization: 'Bearer token-1' } },
      cost: 0.004,
    });
    expect(bound.asked[1]?.config).toMatchObject({ file: join(folder, 'book.csv') });
    expect(bound.secrets.toSorted()).toEqual(['token-1', 'user:secret']);
  });

  it('tells every missing thing with its line, all together', () => {
    expect(faultsOf(example)).toEqual([
      'sources.yaml:3: proxies.office.auth: the environment variable PROXY_AUTH is not set',
      'sources.yaml:10: sources.GETCONTACT.request.headers.Authorization: the environment variable GETCONTACT_TOKEN is not set',
      'sources.yaml:31: sources.OFFICE_BOOK.file: the file book.csv cannot be read',
    ]);
  });
});

describe('faults', () => {
  const source = (...lines: string[]): string =>
    ['sources:', '  OFFICE:', ...lines.map((line) => `    ${line}`)].join('\n');
  const http = (...lines: string[]): string =>
    source('connector: http', 'request: { url: "http://api.example/{phone}" }', ...lines);

  it.each([
    ['an unknown name', http('retrys: 3'), /:5: .*retrys: is not known here/],
    ['a value of a wrong kind', http('timeoutMs: soon'), /:5: .*timeoutMs: /],
    ['a value out of range', http('trust: 2'), /:5: .*trust: /],
    ['a connector that there is not', source('connector: telepathy'), /:3: .*connector: must be http, dataset/],
    [
      'a name that is no source',
      'sources:\n  lower: { connector: numbering-plan }',
      /:2: .*capitals, digits and underscore/,
    ],
    [
      'what else is wrong with such a source',
      'sources:\n  lower:\n    connector: http\n    request: { url: "http://api.example/{phone}" }\n    retrys: 3',
      /:5: .*retrys: is not known here/,
    ],
    ['no request', source('connector: http'), /:2: .*request: /],
    [
      'an expression that does not parse',
      http('answer:', '  map:', '    names: "aliases[.{"'),
      /:7: .*names: is no JMESPath/,
    ],
    ['a function that there is not', http('answer: { notFound: "absent(body)" }'), /:5: .*notFound: is no JMESPath/],
    ['a mapping to no field', http('answer: { map: { nickname: "a" } }'), /:5: .*nickname: is no field of a profile/],
    [
      'an expression for the whole answer that begins in the body',
      http('answer: { notFound: "found == `false`" }'),
      /:5: .*notFound: is over \{ status, headers, body \}: found stands nowhere there/,
    ],
    [
      'a mapping that begins outside of the body',
      http('answer:', '  notFound: "body.found == `false`"', '  map:', '    names: "body.names"'),
      /:8: .*names: is over the body already/,
    ],
    [
      'a numbering that would be dropped',
      http('answer: { map: { numbering: "{country: cc, carrier: network}" } }'),
      /:5: .*numbering: would be dropped: it lacks region/,
    ],
    [
      'credentials in a URL, also by reference',
      source('connector: http', 'request: { url: "http://me:${env:PASS}@api.example/{phone}" }'),
      /:4: .*url: holds credentials/,
    ],
    ['a proxy that there is not', http('proxy: nowhere'), /:5: .*there is no proxy nowhere/],
    [
      'an unknown placeholder',
      source('connector: http', 'request: { url: "http://api.example/{number}" }'),
      /:4: .*\{number\} is not known/,
    ],
    [
      'a placeholder in the host',
      source('connector: http', 'request: { url: "http://{phone}.example/" }'),
      /:4: .*host/,
    ],
    [
      'another kind of URL',
      source('connector: http', 'request: { url: "ftp://api.example/{phone}" }'),
      /:4: .*http or https/,
    ],
    [
      'a batch without a list',
      source('connector: http', 'request: { url: "http://api.example/{phone}", batchSize: 5 }'),
      /:4: .*\{phones\}/,
    ],
    [
      'a list without items',
      source('connector: http', 'request: { url: "http://api.example/{phones}", batchSize: 5 }'),
      /items and phone/,
    ],
    [
      'a literal token in a header',
      http().replace(' }', ', headers: { Authorization: "Bearer abc" } }'),
      /:4: .*looks like a secret/,
    ],
    ['a literal key in a header', http().replace(' }', ', headers: { X-Api-Key: abc } }'), /:4: .*looks like a secret/],
    ['a literal key in the URL', http().replace('{phone}', '{phone}?api_key=abc'), /:4: .*looks like a secret/],
    ['a password in a proxy', `proxies: { a: { url: "http://user:pass@proxy.example" } }`, /:1: .*looks like a secret/],
    ['two accounts of a name', http('accounts: [{ name: a }, { name: a }]'), /:5: .*another account/],
    ['the sandbox without its setting', 'sources:\n  SANDBOX: { connector: sandbox }', /:2: .*SANDBOX=true/],
    [
      'the numbering plan under another name',
      'sources:\n  OFFICE: { connector: numbering-plan }',
      /:2: .*belong together/,
    ],
    [
      'a photo host with a path',
      http('photoHosts: [cdn.example, "cdn.example/a"]'),
      /:5: .*photoHosts.1: must be a host, or host:port/,
    ],
    ['a photo host with a scheme', http('photoHosts: ["https://cdn.example"]'), /:5: .*photoHosts.0: must be a host/],
    ['a photo host with a user', http('photoHosts: ["me@cdn.example"]'), /:5: .*photoHosts.0: must be a host/],
    ['a wildcard among photo hosts', http('photoHosts: ["*.example"]'), /:5: .*photoHosts.0: must be a host/],
    ['a photo host without brackets', http('photoHosts: ["2001:db8::1"]'), /:5: .*photoHosts.0: .*stands in brackets/],
    [
      'a port that there is not',
      http('photoHosts:', '  - cdn.example', '  - "cdn.example:70000"'),
      /:7: .*photoHosts.1: .*1 to 65535/,
    ],
    [
      'a number that is an address',
      http('photoHosts: ["2130706433"]'),
      /:5: .*photoHosts.0: reads as the address 127.0.0.1/,
    ],
    ['broken YAML', 'sources:\n  OFFICE: { connector: http', /^sources\.yaml:\d+: /],
    ['a name twice', 'sources:\n  A: { connector: sandbox }\n  A: { connector: sandbox }', /:3: /],
  ])('%s is told with its line', (_what, yaml, expected) => {
    expect(faultsOf(yaml).join('\n')).toMatch(expected);
  });

  it('come all at once, in the order of their lines, and never with a secret in them', () => {
    const faults = faultsOf(http('trust: 2', 'timeoutMs: 0', 'proxy: nowhere', 'retries: "${env:HIDDEN}"'), {
      HIDDEN: 'hush-hush',
    });
    expect(faults.map((fault) => Number(/:(\d+):/.exec(fault)?.[1]))).toEqual([5, 6, 7, 8]);
    expect(faults.join()).not.toContain('hush-hush');
  });
});

describe('references', () => {
  it('read files beside the sources file, without their last line break', () => {
    writeFileSync(join(folder, 'token'), 'from-file\n');
    const bound = load(
      'sources:\n  OFFICE:\n    connector: http\n    request: { url: "http://api.example/{phone}", headers: { X-Token: "${file:token}" } }',
    );
    expect(bound.asked[0]?.config).toMatchObject({ request: { headers: { 'X-Token': 'from-file' } } });
  });
});
