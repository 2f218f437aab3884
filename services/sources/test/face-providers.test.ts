import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { apiError, calls, limits, ProviderSearchAnswer } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import { bindSources } from '../src/config/load-sources-file.ts';
import { providerPresetNames } from '../src/presets/preset-file.ts';
import { proveProvider } from '../src/workbench/prove-provider.ts';
import { type Reply, provide, start } from './support/each-test.ts';
import { json } from './support/fake-provider.ts';
import type { SourcesUnderTest } from './support/sources-under-test.ts';

const KEY = 'face-key-4711-sesame';
/** What images makes of whatever is sent. */
const CLEANED = Buffer.from('pixels alone').toString('base64');
const SENT = Buffer.from('a photo with a place in it').toString('base64');

async function bound(name: string, lines: string, reply: Reply) {
  const provider = await provide(reply);
  const sources = await start({
    yaml: `providers:\n  ${name}:\n${lines.replaceAll('URL', provider.url).replace(/^/gm, '    ')}\n`,
    env: { FACE_KEY: KEY },
  });
  prepares(sources);
  return { provider, sources };
}

function prepares(sources: SourcesUnderTest): void {
  sources.client.answer({
    preparePicture: () => ({ type: 'image/jpeg', content: CLEANED, sha256: 'f'.repeat(64) }),
  });
}

const plain = `request: { url: 'URL/find', body: { photo: '{image}', kind: '{type}' } }
auth: { type: header, name: x-key, value: '\${env:FACE_KEY}' }
cost: 0.25
answer:
  failed: body.error
  items: results
  map: { similarity: score, name: title, url: link, photo: thumb }`;

const search = (sources: SourcesUnderTest, payload: object = { image: SENT }) =>
  sources.user.inject({ method: 'POST', url: calls.externalImageSearch.path, payload });

describe('a search for a face at a provider', () => {
  it('sends the cleaned picture alone, and answers whom the provider thinks alike, most alike first', async () => {
    const { provider, sources } = await bound('external-search', plain, (_call, response) =>
      json(response, {
        results: [
          { score: 0.5, title: 'B', link: 'https://b.example/1' },
          { score: 0.9, title: 'A', link: 'javascript:alert(1)', thumb: 'https://a.example/x.jpg' },
          { score: 7, title: 'C' },
          { score: 0.8 },
        ],
      }),
    );
    const answer = await search(sources, { image: `data:image/jpeg;base64,${SENT}`, purpose: 'case 12' });
    expect(answer.statusCode).toBe(200);
    const { matches, ...rest } = ProviderSearchAnswer.parse(answer.json());
    expect(rest).toEqual({ provider: 'external-search', cost: 0.25 });
    expect(matches.map(({ name, similarity, url, photo }) => [name, similarity, url, photo])).toEqual([
      ['A', 0.9, null, 'https://a.example/x.jpg'],
      ['B', 0.5, 'https://b.example/1', null],
      ['C', null, null, null],
    ]);
    const [asked] = provider.seen;
    expect(JSON.parse(asked?.body ?? '')).toEqual({ photo: CLEANED, kind: 'image/jpeg' });
    expect(asked?.headers['x-key']).toBe(KEY);
    expect(sources.client.madeTo('preparePicture')).toMatchObject([
      { query: { hasPurpose: true }, bytes: { content: Buffer.from(SENT, 'base64') } },
    ]);
  });

  it('is audited with the hash of the picture and the purpose, never with the picture', async () => {
    const { sources } = await bound('external-search', plain, (_call, response) => json(response, { results: [] }));
    expect((await search(sources, { image: SENT, purpose: 'case 12' })).statusCode).toBe(200);
    const { data } = await sources.kit.bus.waitFor(
      'audit.logged',
      (event) => event.data.actionType === 'SEARCH_4_FACES',
    );
    expect(data).toMatchObject({
      outcome: 'OK',
      args: { provider: 'external-search', sha256: 'f'.repeat(64), purpose: 'case 12', matches: 0, image: '***' },
    });
    expect(JSON.stringify(data)).not.toContain(SENT);
  });

  it('is audited with the hash of the picture where it is refused, too', async () => {
    const { sources } = await bound('external-search', plain, (_call, response) => json(response, { results: [] }));
    sources.client.answer({
      preparePicture: () => {
        throw apiError('FACE_NOTICE', { details: { notice: 'Only with a warrant.' } });
      },
    });
    expect((await search(sources, { image: SENT, purpose: 'case 13' })).json()).toMatchObject({ code: 'FACE_NOTICE' });
    const { data } = await sources.kit.bus.waitFor(
      'audit.logged',
      (event) => event.data.actionType === 'SEARCH_4_FACES',
    );
    const sha256 = createHash('sha256').update(Buffer.from(SENT, 'base64')).digest('hex');
    expect(data).toMatchObject({
      outcome: 'FACE_NOTICE',
      args: { provider: 'external-search', sha256, purpose: 'case 13', image: '***' },
    });
  });

  it('may take two calls, of which the second is made of what the first answered', async () => {
    const rpc = `request: { url: 'URL/rpc', body: { method: detect, params: { image: '{image}' } } }
poll:
  method: POST
  url: 'URL/rpc'
  body: { method: search, params: { image: '{answer.result.image}', face: '{answer.result.faces[0]}' } }
  until: 'body.result'
answer: { items: result.profiles, failed: body.error.message, notFound: 'body.result.faces == \`[]\`', map: { name: "join(' ', [first, last])" } }`;
    const { provider, sources } = await bound('search4faces', rpc, ({ body }, response) => {
      const { method } = JSON.parse(body) as { method: string };
      json(
        response,
        method === 'detect'
          ? { result: { image: 'i-7', faces: [{ x: 25, y: 37 }] } }
          : { result: { profiles: [{ first: 'Anna', last: 'Adams' }] } },
      );
    });
    const answer = await sources.user.call(calls.search4faces, { body: { image: SENT } });
    expect(answer.json()).toMatchObject({ provider: 'search4faces', matches: [{ name: 'Anna Adams' }] });
    expect(provider.seen.map(({ body }) => JSON.parse(body))).toEqual([
      { method: 'detect', params: { image: CLEANED } },
      { method: 'search', params: { image: 'i-7', face: { x: 25, y: 37 } } },
    ]);
  });

  it('fills a text of JSON as well, and the address with the type', async () => {
    const { provider, sources } = await bound(
      'external-search',
      `request: { url: 'URL/find?as={type}', body: '{"photo": "{image}", "url": "{dataUrl}", "of": "{type}"}' }
answer: { items: results, map: { name: title } }`,
      (_call, response) => json(response, { results: [] }),
    );
    expect((await search(sources)).json()).toMatchObject({ matches: [] });
    const [asked] = provider.seen;
    const of = 'image/jpeg';
    expect(JSON.parse(asked?.body ?? '')).toEqual({ photo: CLEANED, url: `data:${of};base64,${CLEANED}`, of });
    expect(asked?.url).toMatch(/\/find\?as=image%2Fjpeg$/);
  });

  it('sends a picture as a file where the provider wants one', async () => {
    const { provider, sources } = await bound(
      'external-search',
      `request: { url: 'URL/upload', body: { multipart: { file: '{image}', top: 5 } } }
answer: { items: results, map: { name: title } }`,
      (_call, response) => json(response, { results: [] }),
    );
    expect((await search(sources)).json()).toMatchObject({ matches: [] });
    const [asked] = provider.seen;
    expect(asked?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(asked?.body).toContain('filename="image.jpeg"');
    expect(asked?.body).toContain('pixels alone');
    expect(asked?.body).toMatch(/name="top"\r\n\r\n5\r\n/);
  });

  it('asks until the provider is done', async () => {
    let asked = 0;
    const { sources } = await bound(
      'external-search',
      `request: { url: 'URL/submit', body: { image: '{image}' } }
poll: { url: 'URL/result/{answer.id}', until: "body.state == 'done'", everyMs: 100 }
answer: { items: found, map: { name: name } }`,
      ({ method }, response) =>
        json(
          response,
          method === 'POST'
            ? { id: 'a/b' }
            : ++asked < 3
              ? { state: 'busy' }
              : { state: 'done', found: [{ name: 'X' }] },
        ),
    );
    expect((await search(sources)).json()).toMatchObject({ matches: [{ name: 'X' }] });
    expect(asked).toBe(3);
  });
});

describe('a poll of a provider that gets lost', () => {
  const lost = [
    (response: ServerResponse) => void response.destroy(),
    (response: ServerResponse) => json(response, {}, 503),
    (response: ServerResponse) => void response.writeHead(429, { 'retry-after': '0' }).end(),
  ];

  /** @param loses - how many polls get lost before the one that is answered */
  async function polled(poll: string, loses = lost.length) {
    const { provider, sources } = await bound(
      'external-search',
      `request: { url: 'URL/submit', body: { image: '{image}' } }
poll: { url: 'URL/result/{answer.id}', until: "body.state == 'done'", everyMs: 100, ${poll} }
answer: { items: found, map: { name: name } }`,
      ({ url }, response) => {
        if (url === '/submit') return json(response, { id: 7 });
        const number = provider.seen.filter((call) => call.url === '/result/7').length;
        if (number > loses) return json(response, { state: 'done', found: [{ name: 'X' }] });
        lost[(number - 1) % lost.length]?.(response);
      },
    );
    const answer = await search(sources);
    return { answer, polls: provider.seen.length - 1 };
  }

  it.each([
    ['GET', 'method: GET'],
    ['POST, where the operator says so,', 'method: POST, repeatLost: true'],
  ])('is sent again by %s: what was handed in is with the provider', async (_method, poll) => {
    const { answer, polls } = await polled(poll);
    expect(answer.json()).toMatchObject({ matches: [{ name: 'X' }] });
    expect(polls).toBe(lost.length + 1);
  });

  it.each([
    ['POST, which may be paid', 'method: POST'],
    ['GET, where the operator says so', 'repeatLost: false'],
  ])('fails the search by %s', async (_method, poll) => {
    const { answer, polls } = await polled(poll);
    expect(answer.json()).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringMatching(/cannot be reached/),
      details: { kind: 'NETWORK' },
    });
    expect(polls).toBe(1);
  });

  it('until the time is over fails the search with what was the last', async () => {
    const { answer, polls } = await polled('atMostMs: 350', 100);
    expect(answer.json()).toMatchObject({
      message: expect.stringMatching(
        /was not done within 350 ms: (?:cannot be reached|failed with status 503|answered that it is asked too often)/,
      ),
    });
    expect(polls).toBeGreaterThan(1);
  });
});

describe('a search that a provider cannot answer', () => {
  it('is refused with the name of the provider where none is configured', async () => {
    const sources = await start({ yaml: 'sources: {}\n' });
    prepares(sources);
    for (const [call, name] of [
      [calls.externalImageSearch, 'external-search'],
      [calls.search4faces, 'search4faces'],
    ] as const) {
      const answer = await sources.user.call(call, { body: { image: SENT } });
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({
        code: 'NOT_CONFIGURED',
        message: expect.stringContaining(`The provider ${name} is not configured`),
        details: { provider: name },
      });
    }
    expect(sources.client.madeTo('preparePicture')).toHaveLength(0);
  });

  it.each([
    ['refuses the key', { status: 401, body: { error: `no ${KEY}` } }, /refused with status 401/],
    ['fails in words', { status: 200, body: { error: 'no credit left' } }, /no credit left/],
    [
      'answers what the mapping cannot find',
      { status: 200, body: { results: [{ other: 1 }] } },
      /mapping finds nothing/,
    ],
    ['breaks', { status: 500, body: {} }, /failed with status 500/],
  ])('says what the provider says: %s', async (_case, { status, body }, message) => {
    const { sources } = await bound('external-search', plain, (_call, response) => json(response, body, status));
    const answer = await search(sources);
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: expect.stringMatching(message) });
    expect(answer.body).not.toContain(KEY);
  });

  it('is not sent a picture that is none, too large, or one that images refuses', async () => {
    const { provider, sources } = await bound('external-search', plain, (_call, response) => json(response, {}));
    const tooLarge = Buffer.alloc(limits.personPhotoBytes + 1).toString('base64');
    for (const [body, status, code] of [
      [{ image: 'no base64 at all!' }, 415, 'NOT_AN_IMAGE'],
      [{ image: tooLarge }, 413, 'IMAGE_TOO_LARGE'],
      [{}, 400, 'INVALID'],
      [{ image: SENT, imageId: 'a'.repeat(64) }, 400, 'INVALID'],
    ] as const)
      expect((await search(sources, body)).json()).toMatchObject({ statusCode: status, code });
    sources.client.answer({
      preparePicture: () => {
        throw apiError('FACE_SEARCHES');
      },
    });
    expect((await search(sources)).json()).toMatchObject({ statusCode: 429, code: 'FACE_SEARCHES' });
    expect(provider.seen).toHaveLength(0);
  });

  it.each([
    [calls.search4faces, 'requestBody'],
    [calls.externalImageSearch, 'body'],
  ] as const)('names the body that was left out', async (call, parameter) => {
    const { sources } = await bound('external-search', plain, (_call, response) => json(response, {}));
    const answer = await sources.user.inject({ method: 'POST', url: call.path });
    expect(answer.json()).toMatchObject({ code: 'REQUIRED_PARAMETER', details: { parameter } });
  });

  it('takes a changed file from the next search on', async () => {
    const { sources } = await bound('external-search', plain, (_call, response) => json(response, { results: [] }));
    expect((await search(sources)).statusCode).toBe(200);
    expect((await sources.user.call(calls.listFaceProviders)).json()).toEqual([
      { provider: 'external-search', cost: 0.25 },
    ]);
    writeFileSync(join(sources.kit.dir, 'sources.yaml'), 'sources: {}\n');
    await askUntil(
      () => search(sources),
      ({ statusCode }) => statusCode === 503,
    );
    expect((await sources.user.call(calls.listFaceProviders)).json()).toEqual([]);
  });

  it('comes to its end when the file is changed and others search by the new one', async () => {
    const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
    let searches = 0;
    const { provider, sources } = await bound('external-search', plain, (_call, response) => {
      const answer = (): void => json(response, { results: [{ title: 'A' }] });
      if (searches++ > 0) return answer();
      void mayAnswer.then(answer);
    });
    const first = search(sources);
    await provider.arrived(1);
    const file = join(sources.kit.dir, 'sources.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('cost: 0.25', 'cost: 0.5'));
    const costOf = async () => ProviderSearchAnswer.parse((await search(sources)).json()).cost;
    expect(await askUntil(costOf, (cost) => cost === 0.5)).toBe(0.5);
    letAnswer();
    expect((await first).json()).toMatchObject({ cost: 0.25, matches: [{ name: 'A' }] });
  });
});

describe('the part of the file that binds providers', () => {
  const faultsOf = (yaml: string): string => {
    try {
      bindSources(yaml, { name: 'sources.yaml', folder: '.', sandbox: false, env: { K: 'x' } });
      return '';
    } catch (error) {
      return String(error);
    }
  };
  it.each([
    [
      'an unknown name',
      'providers:\n  other: { request: { url: "http://x/", body: { a: "{image}" } }, answer: { map: { name: a } } }',
      /:2: providers\.other: is no provider/,
    ],
    [
      'no picture in it',
      'providers:\n  search4faces:\n    request: { url: "http://x/" }\n    answer: { map: { name: a } }',
      /:3: .*must hold the picture/,
    ],
    [
      'a picture in the address',
      'providers:\n  search4faces:\n    request: { url: "http://x/{image}", body: "{image}" }\n    answer: { map: { name: a } }',
      /too long for an address/,
    ],
    [
      'an unknown placeholder',
      'providers:\n  search4faces:\n    request: { url: "http://x/{phone}", body: "{image}" }\n    answer: { map: { name: a } }',
      /\{phone\} is not known/,
    ],
    [
      'a secret written out',
      'providers:\n  search4faces:\n    request: { url: "http://x/", body: "{image}" }\n    auth: { type: bearer, token: abcdefgh }\n    answer: { map: { name: a } }',
      /:4: .*looks like a secret/,
    ],
    [
      'a field that is none',
      'providers:\n  search4faces:\n    request: { url: "http://x/", body: "{image}" }\n    answer: { map: { names: a } }',
      /:4: .*is nothing that is shown of a match/,
    ],
    [
      'an end of polling that begins in the body',
      'providers:\n  search4faces:\n    request: { url: "http://x/", body: "{image}" }\n    poll: { url: "http://x/{answer.id}", until: done }\n    answer: { map: { name: a } }',
      /:4: .*poll\.until: is over .*: done stands nowhere there/,
    ],
    ['an unknown preset', 'providers:\n  search4faces: { preset: nobody }', /is not known: there are compreface/],
    [
      'an unknown proxy',
      'providers:\n  search4faces:\n    request: { url: "http://x/", body: "{image}" }\n    proxy: p\n    answer: { map: { name: a } }',
      /there is no proxy p/,
    ],
  ])('%s is a fault with its line', (_case, yaml, fault) => expect(faultsOf(yaml)).toMatch(fault));

  it('may be a preset with fields of its own', () => {
    const yaml = `providers:
  external-search: { preset: compreface, timeoutMs: 9000, auth: { type: header, name: x-api-key, value: '\${env:K}' } }`;
    const { providers } = bindSources(yaml, { name: 'f', folder: '.', sandbox: false, env: { K: 'k-of-ours' } });
    expect(providers['external-search']).toMatchObject({
      timeoutMs: 9000,
      request: { method: 'POST', url: expect.stringContaining('/recognition/recognize') },
    });
  });
});

it.each(providerPresetNames())('the preset %s holds on what its documentation shows', async (name) => {
  expect(await proveProvider(name, null)).toEqual([]);
});
