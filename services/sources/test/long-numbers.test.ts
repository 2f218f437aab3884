import { describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import * as fc from 'fast-check';
import { parseExactJson } from '../src/domain/json/exact-json.ts';
import { provide, start } from './support/each-test.ts';
import { httpYaml, officeAnswer } from './support/office.ts';
import { PHONE } from './support/sources-under-test.ts';

const ID = '10223456789012347';
const LONGER = '-998901234567890123456';
/** As a provider writes it: JavaScript would write other digits. */
const TEXT = `{"accounts":[{"id":${ID}}],"wallet": ${LONGER} ,"said":"about ${ID}, \\"${ID}\\" and [${ID}]"}`;
const networks = [{ id: ID, socialNetwork: 'FACEBOOK' }];

describe('JSON with numbers that are too long for a number', () => {
  it('has them as the text of their digits, wherever they stand, and all else as it is', () => {
    expect(parseExactJson(TEXT)).toEqual({
      accounts: [{ id: ID }],
      wallet: LONGER,
      said: `about ${ID}, "${ID}" and [${ID}]`,
    });
    expect(
      parseExactJson(`[9007199254740991,9007199254740993,1234567890123456789.5,12345678901234567e2,-${ID}]`),
    ).toEqual([
      9007199254740991,
      '9007199254740993',
      Number('1234567890123456789.5'),
      Number('12345678901234567e2'),
      `-${ID}`,
    ]);
    expect(parseExactJson(ID)).toBe(ID);
  });

  it('is what JSON.parse makes of it where it has none, whatever its texts hold', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom(ID, `, ${ID} `, `\\" ,${ID},`, `"${ID}"`));
    const value = fc.letrec((tie) => ({
      any: fc.oneof(text, fc.integer(), fc.boolean(), fc.array(tie('any')), fc.dictionary(text, tie('any'))),
    })).any;
    fc.assert(
      fc.property(value, (one) => expect(parseExactJson(JSON.stringify(one))).toEqual(JSON.parse(JSON.stringify(one)))),
    );
  });

  it.each([`{${ID}:1}`, `[0${ID}]`, `[${ID}`, `[+${ID}]`, `["a" ${ID}]`])('is refused where it is none: %s', (json) => {
    expect(() => parseExactJson(json)).toThrow(SyntaxError);
  });
});

describe('ids of a provider that are longer than a number of JavaScript', () => {
  it('are kept with all their digits, mapped and as they came', async () => {
    const provider = await provide((_call, response) => void response.end(TEXT));
    const map = `{ socialNetworks: "accounts[].{id: id, socialNetwork: 'FACEBOOK'}" }`;
    const sources = await start({
      yaml: httpYaml([`request: { url: "${provider.url}/{phone}" }`, `answer: { map: ${map} }`]),
    });
    expect((await officeAnswer(sources)).observation.fields).toEqual({ socialNetworks: networks });
    const asIs = await sources.internal.call(calls.observationsAsIs, { query: { phone: PHONE } });
    expect(asIs.json()).toMatchObject([{ raw: { accounts: [{ id: ID }], wallet: LONGER } }]);
  });

  it('are asked on with as they were given', async () => {
    const provider = await provide(
      ({ method }, response) =>
        void response.end(method === 'POST' ? `{"job":${ID}}` : '{"state":"done","names":["Anvar"]}'),
    );
    const sources = await start({
      yaml: httpYaml([
        `request: { method: POST, url: "${provider.url}/", body: { number: "{e164}" } }`,
        `poll: { url: "${provider.url}/jobs/{answer.job}", until: "body.state == 'done'", everyMs: 100 }`,
      ]),
    });
    expect((await officeAnswer(sources)).status).toBe('FOUND');
    expect(provider.seen.map(({ url }) => url)).toEqual(['/', `/jobs/${ID}`]);
  });

  it('are kept with all their digits from a JSON file', async () => {
    const sources = await start({
      yaml: 'sources:\n  OFFICE: { connector: dataset, file: book.json }',
      files: { 'book.json': `[{"phone":"${PHONE}","socialNetworks":[{"id":${ID},"socialNetwork":"FACEBOOK"}]}]` },
    });
    expect((await officeAnswer(sources)).observation.fields).toEqual({ socialNetworks: networks });
  });

  it('are kept with all their digits from an index', async () => {
    const provider = await provide((_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' });
      const source = `{"phone":"${PHONE}","socialNetworks":[{"id":${ID},"socialNetwork":"FACEBOOK"}]}`;
      response.end(`{"timed_out":false,"_shards":{"failed":0},"hits":{"hits":[{"_source":${source}}]}}`);
    });
    const sources = await start({
      yaml: `sources:\n  OFFICE: { connector: elasticsearch, url: "${provider.url}", index: people }`,
    });
    expect((await officeAnswer(sources)).observation.fields).toEqual({ socialNetworks: networks });
  });
});
