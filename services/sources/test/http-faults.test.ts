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

/** Of OFFICE, whose request stands on line 4; `lines` from line 5 on. */
function faultsOf(request: string, lines: readonly string[]): string {
  const path = join(folder, 'sources.yaml');
  const source = ['connector: http', `request: ${request}`, ...lines];
  writeFileSync(path, ['sources:', '  OFFICE:', ...source.map((line) => `    ${line}`)].join('\n'));
  return settingsFaults(() => loadSourcesFile({ path, sandbox: false, env: { S: 'a-secret', PEM: 'no PEM' } })).join(
    '\n',
  );
}

const GET = '{ url: "http://api.example/{phone}" }';

describe('a fault is told with its line before anything is asked', () => {
  it.each<[string, string, string[], RegExp]>([
    ['an unknown kind of auth', GET, ['auth: { type: magic }'], /:5: .*auth/],
    [
      'a password written out',
      GET,
      ['auth: { type: basic, user: me, password: hush }'],
      /:5: .*password: looks like a secret/,
    ],
    [
      'a header value written out',
      GET,
      ['auth: { type: header, name: X-Any, value: hush }'],
      /:5: .*value: looks like a secret/,
    ],
    [
      'a parameter written out',
      GET,
      ['auth: { type: query, name: any, value: hush }'],
      /:5: .*value: looks like a secret/,
    ],
    [
      'a client secret written out',
      GET,
      ['auth:', '  type: oauth2', '  tokenUrl: "https://x.example/t"', '  clientId: me', '  clientSecret: hush'],
      /:9: .*clientSecret: looks like a secret/,
    ],
    [
      'the secret of an account written out',
      GET,
      ['accounts:', '  - name: a', '    auth: { type: bearer, token: hush }'],
      /:7: .*accounts.0.auth.token: looks like a secret/,
    ],
    [
      'no address for tokens',
      GET,
      ['auth: { type: oauth2, tokenUrl: "ftp://x", clientId: me, clientSecret: "${env:S}" }'],
      /:5: .*tokenUrl: must be an http or https URL/,
    ],
    [
      'an unknown part of a signature',
      GET,
      ['auth:', '  type: hmac', '  secret: "${env:S}"', '  over: "{verb}"', '  header: X-S'],
      /:8: .*over: \{verb\} is not known/,
    ],
    [
      'a signature that is not sent',
      GET,
      ['auth: { type: hmac, secret: "${env:S}", over: "{body}", header: X-S, value: "v1" }'],
      /:5: .*value: must hold \{signature\}/,
    ],
    [
      'a certificate that is none',
      GET,
      ['auth: { type: certificate, cert: "${env:PEM}", key: "${env:PEM}" }'],
      /:5: .*cert and key are no PEM pair/,
    ],
    ['polling without an end', GET, ['poll: { url: "http://api.example/{answer.id}" }'], /:5: .*until: is missing/],
    [
      'polling for nothing in particular',
      GET,
      ['poll: { url: "http://api.example/status", until: body.done }'],
      /:5: .*poll.url: must say what is asked for/,
    ],
    [
      'a broken expression of polling',
      GET,
      ['poll:', '  url: "http://api.example/{answer.id}"', '  until: "body.["'],
      /:7: .*until: is no JMESPath/,
    ],
    [
      'polling more rarely than it may last',
      GET,
      ['poll: { url: "http://api.example/{answer.id}", until: body.done, everyMs: 5000, atMostMs: 1000 }'],
      /:5: .*everyMs: is longer than atMostMs/,
    ],
    ['a broken expression of pages', GET, ['next: "body.["'], /:5: .*next: is no JMESPath/],
    [
      'a token of pages without pages',
      '{ url: "http://api.example/{phone}?c={next}" }',
      [],
      /:4: .*\{next\} is not known/,
    ],
    ['a broken expression of the cost', GET, ['answer: { cost: "nothing(" }'], /:5: .*cost: is no JMESPath/],
    [
      'an end of polling that begins in the body',
      GET,
      ['poll: { url: "http://api.example/{answer.id}", until: "state == \'done\'" }'],
      /:5: .*poll.until: is over \{ status, headers, body \}: state stands nowhere there \(body.state\?\)/,
    ],
    ['pages that begin in the body', GET, ['next: links.next'], /:5: .*next: is over .*: links stands nowhere there/],
    [
      'a cost that begins in the body',
      GET,
      ['answer: { cost: "sum(prices)" }'],
      /:5: .*cost: is over .*: prices stands nowhere there/,
    ],
    [
      'a number of an item that begins in the body',
      '{ method: POST, url: "http://api.example/", batchSize: 5, body: { n: "{e164s}" } }',
      ['answer: { items: body.results, phone: body.tel }'],
      /:5: .*answer.phone: is over each item already: leave `body.` out/,
    ],
    ['an unknown format', GET, ['answer: { format: yaml }'], /:5: .*format/],
    [
      'an account with a name that no header has',
      GET,
      ['accounts:', '  - name: a', '    headers: { "X Key": "${env:S}" }'],
      /:7: .*accounts.0.headers.X Key: is no name of a header/,
    ],
    ['a need of no field', GET, ['needs: [nickname]'], /:5: .*needs.0: is no field of a profile/],
    ['a need of photos', GET, ['needs: [photos]'], /:5: .*needs.0: is no text/],
    ['a need of the number itself', GET, ['needs: [country]'], /:5: .*needs.0: \{country\} stands for the number/],
    [
      'a request that is the same for all numbers',
      '{ method: POST, url: "http://api.example/numbers?page={next}", body: { by: me } }',
      ['next: body.next', 'poll: { url: "http://api.example/{answer.id}", until: body.done }'],
      /:4: .*request.url: asks the same for all numbers: put \{phone\}/,
    ],
    [
      'the number in a header',
      '{ url: "http://api.example/{names}", headers: { X-Number: "{phone}" } }',
      ['accounts:', '  - name: a', '    headers: { X-Names: "{names}" }', 'needs: [names]'],
      /:4: .*headers.X-Number: \{phone\} is not filled in here.*\n.*:7: .*X-Names: \{names\} is not filled in here/,
    ],
    [
      'a field that is not needed',
      '{ url: "http://api.example/{names}" }',
      [],
      /:4: .*\{names\} is not known: .*must stand in needs/,
    ],
    [
      'a list within a form',
      '{ method: POST, url: "http://api.example/", body: { form: { a: [1, 2] } } }',
      [],
      /:4: .*form.a: must be a text/,
    ],
    [
      'a form with GET',
      '{ url: "http://api.example/", body: { form: { a: "{phone}" } } }',
      [],
      /:4: .*GET carries no body/,
    ],
    [
      'a batch of objects without items',
      '{ method: POST, url: "http://api.example/", batchSize: 5, body: { forEach: { t: "{phone}" } } }',
      [],
      /forEach needs items and phone/,
    ],
    [
      'a batch that speaks of one number',
      '{ method: POST, url: "http://api.example/{phone}", batchSize: 5, body: { n: "{e164s}" } }',
      ['answer: { items: body, phone: t }'],
      /:4: .*\{phone\} is of one number/,
    ],
  ])('%s', (_what, request, lines, expected) => {
    const faults = faultsOf(request, lines);
    expect(faults).toMatch(expected);
    expect(faults).not.toContain('a-secret');
  });
});

it('all of it together is taken where it is right', () => {
  const request =
    '{ method: POST, url: "http://api.example/?c={next}", batchSize: 5, body: { l: { forEach: { t: "{e164}", who: "{names}" } } } }';
  expect(
    faultsOf(request, [
      'needs: [names]',
      'next: body.cursor',
      'auth: { type: basic, user: me, password: "${env:S}" }',
      'accounts: [{ name: a, auth: { type: query, name: k, value: "${env:S}" } }]',
      'poll: { url: "http://api.example/{answer.data.id}", until: body.done }',
      'answer: { format: xml, items: body.r.i, phone: t, cost: body.price, map: { names: n } }',
      'cost: 0.1',
      'costPerNumber: 0.01',
    ]),
  ).toBe('');
});

it.each([
  ['what another source finds', '{ url: "http://api.example/{emails}" }', ['needs: [emails]']],
  ['a text of JSON', `{ method: POST, url: "http://api.example/", body: '{"t": {phones}}' }`, []],
  ['a form', '{ method: POST, url: "http://api.example/", body: { form: { To: "{e164}" } } }', []],
  ['a body', '{ method: POST, url: "http://api.example/", body: { deep: [{ t: "{national}" }] } }', []],
  ['what is asked on with', GET.replace('{phone}', ''), ['poll: { url: "http://api.example/{phone}", until: body }']],
])('the number may be told by %s', (_what, request, lines) => {
  const inBatch = request.includes('{phones}') ? ['answer: { items: body, phone: t }'] : [];
  expect(faultsOf(request, [...lines, ...inBatch])).toBe('');
});

it.each([
  ['until: "length(body.items[?state != \'done\']) == `0` || status == `404`"'],
  ['until: "max_by(body.items, &at).state == \'done\'"'],
  ['until: headers.done'],
])('polling may end by %s', (until) => {
  expect(faultsOf(GET, ['poll:', '  url: "http://api.example/{answer.id}"', `  ${until}`])).toBe('');
});

it.each([['next: "headers.link || body.next"'], ['answer: { cost: "sum(map(&price, body.items))" }']])(
  '%s begins where it may',
  (line) => expect(faultsOf(GET, [line])).toBe(''),
);
