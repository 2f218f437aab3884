import { describe, expect, it, test } from '@jest/globals';
import { calls, SourcesFileState } from '@numscope/contracts';
import * as fc from 'fast-check';
import { SecretMask } from '../src/connectors/http/secret-mask.ts';
import { provide, start } from './support/each-test.ts';
import { json } from './support/fake-provider.ts';
import { httpYaml, officeAnswer, officeAnswers } from './support/office.ts';
import { PHONE } from './support/sources-under-test.ts';

const KEY = 'sesame-open-0815';

describe('what is shown', () => {
  const mask = new SecretMask([KEY, '1234', 'abc']);

  it.each([
    [`key=${KEY}x`, 'key=***x'],
    ['call 998901234567 with 1234.', 'call 998901234567 with ***.'],
    ['abc', 'abc'],
  ])('%s is %s', (text, cleaned) => expect(mask.clean(text)).toBe(cleaned));

  it('stays JSON, and as it was written but for the secrets', () => {
    const text = `{ "phone": 998901234567, "pin": 1234, "id": 12345678901234567890, "key": "sesame\\u002dopen-0815", "say": "a \\"${KEY}\\"" }`;
    expect(mask.cleanJson(text)).toBe(
      '{ "phone": 998901234567, "pin": "***", "id": 12345678901234567890, "key": "sesame\\u002dopen-0815", "say": "a \\"***\\"" }'.replace(
        'sesame\\u002dopen-0815',
        '***',
      ),
    );
  });

  it('loses a secret of which characters are written by their numbers alone', () => {
    const text = String.raw`{ "key": "p\u0026ss\u003Cword1", "name": "caf\u00e9-0815-x" }`;
    expect(new SecretMask(['p&ss<word1', 'café-0815-x']).cleanJson(text)).toBe('{ "key": "***", "name": "***" }');
  });

  it('is what any JSON says, with no secret left in a text of it', () => {
    const shown = new SecretMask([KEY, 'quote"and\\slash/8']);
    const texts = fc.string().map((text) => `${text}${KEY}|quote"and\\slash/8`);
    fc.assert(
      fc.property(fc.jsonValue(), fc.dictionary(fc.string(), texts), (value, secret) => {
        const cleaned = shown.cleanJson(JSON.stringify({ value, secret }));
        const read = JSON.parse(cleaned) as { value: unknown; secret: Record<string, string> };
        expect(read.value).toEqual(JSON.parse(JSON.stringify(value)));
        for (const text of Object.values(read.secret)) expect(text).toMatch(/\*{3}\|\*{3}$/);
      }),
    );
  });
});

describe('a mapped value', () => {
  const mask = new SecretMask([KEY, '1234', '99890111', 'fifteen-letters']);

  it('loses a secret of 16 characters wherever it stands, one of 8 where it is all of it or stands alone, and nothing else', () => {
    const fields = {
      about: `your key ${KEY} is good`,
      names: [{ name: KEY, type: 'OK' }],
      phones: ['998901112233', '1234'],
      sites: [`https://api.example/?key=${KEY}&page=2`, `x${KEY}y`, 'xfifteen-letters', 'x/fifteen-letters'],
    };
    expect(mask.cleanValues(fields)).toEqual({
      about: 'your key *** is good',
      names: [{ name: '***', type: 'OK' }],
      phones: ['998901112233', '1234'],
      sites: ['https://api.example/?key=***&page=2', 'x***y', 'xfifteen-letters', 'x/***'],
    });
  });

  test('that holds no word of a secret is never changed', () => {
    const words = fc.array(fc.stringMatching(/^[A-Za-z0-9]{1,20}$/)).filter((all) => !all.includes(KEY));
    fc.assert(
      fc.property(words, (all) => {
        const text = all.filter((word) => word !== '99890111').join(' ');
        expect(mask.cleanValues(text)).toBe(text);
      }),
    );
  });
});

describe('a source whose secret is short', () => {
  const asked = ['+998901234567', '+998901234568', '+998711234000'];

  it('gets the answers of a batch for the numbers that they are about, with dates and names whole', async () => {
    const provider = await provide((call, response) =>
      json(response, {
        pin: '1234',
        results: (JSON.parse(call.body) as { numbers: string[] }).numbers.map((tel) => ({
          tel,
          who: 'Anvar 1234',
          born: '1234-05-06',
        })),
      }),
    );
    const sources = await start({
      yaml: httpYaml([
        'request:',
        '  method: POST',
        `  url: "${provider.url}/bulk"`,
        '  batchSize: 10',
        '  headers: { X-Api-Key: "${env:PIN}" }',
        '  body: { numbers: "{e164s}" }',
        'answer: { items: "body.results", phone: tel, map: { names: who, birthDate: born } }',
      ]),
      env: { PIN: '1234' },
    });
    const answers = await officeAnswers(sources, asked);
    expect(answers.map(({ status }) => status)).toEqual(['FOUND', 'FOUND', 'FOUND']);
    for (const [index, { observation }] of answers.entries()) {
      expect(observation.fields).toMatchObject({ names: [{ name: 'Anvar 1234' }], birthDate: '1234-05-06' });
      const asIs = await sources.internal.call(calls.observationsAsIs, { query: { phone: asked[index] ?? '' } });
      expect(asIs.body).toContain('Anvar ***');
      expect(asIs.body).toContain(asked[index]);
    }
    const { warnings } = SourcesFileState.parse((await sources.admin.call(calls.sourcesFile)).json());
    expect(warnings).toEqual([
      expect.stringMatching(
        /^sources\.yaml:8: sources\.OFFICE\.request\.headers\.X-Api-Key: the secret \$\{env:PIN\} has fewer than 8 characters/,
      ),
    ]);
  });
});

test('of a key that comes back no expression makes a value, and what holds none is mapped as ever', async () => {
  const provider = await provide((_call, response) => {
    json(response, { who: 'Anvar', key: KEY, [KEY]: 'named', deep: [{ said: `key ${KEY}` }], town: 'Tashkent' });
  });
  const map = `{ names: who, city: town, about: "reverse(key)", work: "keys(@)", emails: "deep[].reverse(said)", sites: "sort_by(deep, &said)[].said" }`;
  const sources = await start({
    yaml: httpYaml([
      `request: { url: "${provider.url}/{phone}", headers: { Authorization: "\${env:OFFICE_KEY}" } }`,
      `answer: { map: ${map} }`,
    ]),
    env: { OFFICE_KEY: KEY },
  });
  const { observation } = await officeAnswer(sources);
  expect(observation.fields).toMatchObject({ names: [{ name: 'Anvar' }], city: 'Tashkent', about: '***' });
  const kept = await sources.internal.call(calls.observationsAsIs, { query: { phone: PHONE } });
  for (const text of [KEY, [...KEY].reverse().join('')]) expect(kept.body).not.toContain(text);
});

test.each([
  ['in Base64', (key: string) => Buffer.from(key).toString('base64')],
  ['percent-encoded in small letters', (key: string) => encodeURIComponent(key).toLowerCase()],
  ['as in a form', (key: string) => new URLSearchParams({ key }).toString().slice(4)],
])('a key that comes back %s stands in no value', async (_how, encoded) => {
  const key = 'open/the door+0815';
  const provider = await provide((_call, response) =>
    json(response, { names: ['Anvar'], about: `is ${encoded(key)}` }),
  );
  const sources = await start({
    yaml: httpYaml([`request: { url: "${provider.url}/{phone}", headers: { X-Api-Key: "\${env:KEY}" } }`]),
    env: { KEY: key },
  });
  expect((await officeAnswer(sources)).observation.fields?.about).toBe(`is ***`);
});

test('a key that comes back stands in no value, no raw answer and no message', async () => {
  const provider = await provide((call, response) =>
    call.url.endsWith('7')
      ? json(response, { names: ['Anvar'], about: `key ${KEY}`, deep: { key: KEY } })
      : json(response, { error: `not with ${KEY}` }),
  );
  const sources = await start({
    yaml: httpYaml([
      `request: { url: "${provider.url}/{phone}", headers: { X-Client: "\${env:OFFICE_KEY}" } }`,
      'answer: { failed: "body.error" }',
    ]),
    env: { OFFICE_KEY: KEY },
  });
  const found = await officeAnswer(sources);
  expect(found.observation.fields?.about).toBe('key ***');
  const failed = await officeAnswer(sources, '+998901234568');
  expect(failed).toMatchObject({ status: 'FAILED', message: 'not with ***' });
  for (const phone of [PHONE, '+998901234568']) {
    const { body } = await sources.internal.call(calls.observationsAsIs, { query: { phone } });
    expect(body).toContain('***');
    expect(body).not.toContain(KEY);
  }
});

test('a short key that the file writes within a longer word is taken out as that word, wherever the request comes back', async () => {
  const provider = await provide((call, response) =>
    json(response, { names: ['Anvar'], about: 'the v1key of 1993', asked: call.url, by: call.headers['x-api-key'] }),
  );
  const sources = await start({
    yaml: httpYaml([
      `request: { url: "${provider.url}/lists\${env:LIST_KEY}/{phone}", headers: { X-Api-Key: "v1\${env:PIN}key, \${env:PIN}\${env:LIST_KEY}" } }`,
    ]),
    env: { PIN: '0815', LIST_KEY: 'kq9z' },
  });
  expect((await officeAnswer(sources)).observation.fields).toMatchObject({ about: 'the v1key of 1993' });
  const { body } = await sources.internal.call(calls.observationsAsIs, { query: { phone: PHONE } });
  expect(body).toContain('the v1key of 1993');
  expect(body).toContain('/***/998901234567');
  expect(body).toContain('***, ***');
  for (const secret of ['0815', 'kq9z']) expect(body).not.toContain(secret);
});

test('what came out of the environment into a body is secret by its name, and stays in answers where it is none', async () => {
  const provider = await provide((call, response) => json(response, { names: ['Anvar'], about: call.body }));
  const env = { CITY: 'Samarkand', WORD: 'open-the-door', OFFICE_TOKEN: 'token-of-ours', LANG_OF: 'Uzbek-Latin' };
  const ask = async (body: string): Promise<unknown> => {
    const yaml = httpYaml([`request: { method: POST, url: "${provider.url}/{phone}", body: ${body} }`]);
    return (await officeAnswer(await start({ yaml, env }))).observation.fields?.about;
  };
  expect(
    await ask('{ city: "${env:CITY}", password: "${env:WORD}", t: "${env:OFFICE_TOKEN}", list: ["${env:LANG_OF}"] }'),
  ).toBe('{"city":"Samarkand","password":"***","t":"***","list":["Uzbek-Latin"]}');
  expect(await ask(`'{"city":"\${env:CITY}","pwd":"\${env:WORD}"}'`)).toBe('{"city":"Samarkand","pwd":"***"}');
  expect(await ask(`'\${env:WORD} in \${env:CITY}'`)).toBe('*** in ***');
});
