import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { provide, start } from './support/each-test.ts';
import { type FakeProvider, json, phoneOf, type SeenCall } from './support/fake-provider.ts';
import { httpYaml, officeAnswer, officeAnswers } from './support/office.ts';
import { phones } from './support/sources-under-test.ts';

const PNG = Buffer.from([1, 2, 3]);
const isPicture = ({ url }: SeenCall): boolean => url.includes('.png');

/** A provider that knows one person with these photos, and gives pictures to whoever proves who asks. */
const withPhotos = (photosOf: (host: string) => string[]): Promise<FakeProvider> =>
  provide((call, response) => {
    if (!isPicture(call)) return json(response, { names: ['Anvar'], photos: photosOf(String(call.headers.host)) });
    const proves = call.headers.authorization === 'Bearer token-of-mine' || call.url.includes('key=token-of-mine');
    return void response.writeHead(proves ? 200 : 401, { 'content-type': 'image/png' }).end(PNG);
  });

async function look(provider: FakeProvider, more: readonly string[]) {
  const sources = await start({
    yaml: httpYaml([`request: { url: "${provider.url}/people/{phone}" }`, ...more]),
    env: { TOKEN: 'token-of-mine' },
  });
  const { observation, message } = await officeAnswer(sources);
  const stored = sources.client.madeTo('storeImage').map(({ bytes }) => ({
    type: bytes?.contentType,
    content: Buffer.from(bytes?.content ?? []),
  }));
  return { observation, message, stored };
}

describe('photos of the provider itself', () => {
  it.each([
    ['a header', 'auth: { type: bearer, token: "${env:TOKEN}" }'],
    ['a parameter', 'auth: { type: query, name: key, value: "${env:TOKEN}" }'],
  ])('are fetched with what proves who asks, by %s, by whole and by relative addresses', async (_what, auth) => {
    const provider = await withPhotos((host) => [`http://${host}/pictures/a.png`, '/pictures/b.png', 'c.png']);
    const { observation, message, stored } = await look(provider, [auth]);
    expect(message).toBeUndefined();
    expect(observation.fields?.photos).toHaveLength(1);
    expect(stored).toEqual(Array.from({ length: 3 }, () => ({ type: 'image/png', content: PNG })));
    const paths = provider.seen.filter(isPicture).map(({ url }) => url.split('?')[0]);
    expect(paths.toSorted()).toEqual(['/people/c.png', '/pictures/a.png', '/pictures/b.png']);
  });

  it('sent on to another host lose it; that host must be listed', async () => {
    const cdn = await provide(
      (_call, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(PNG),
    );
    const provider = await provide((call, response) => {
      if (!isPicture(call)) return json(response, { names: ['Anvar'], photos: ['/a.png'] });
      return void response.writeHead(302, { location: `${cdn.url}/b.png` }).end();
    });
    const auth = 'auth: { type: bearer, token: "${env:TOKEN}" }';
    const refused = await look(provider, [auth]);
    expect(refused.message).toBe('1 of 1 photos could not be fetched');
    expect(cdn.seen).toHaveLength(0);
    const followed = await look(provider, [auth, `photoHosts: ["${cdn.host}"]`]);
    expect(followed.stored).toHaveLength(1);
    expect(cdn.seen[0]?.headers).not.toHaveProperty('authorization');
  });
});

describe('photos that stand in the answer', () => {
  const dataOf = (content: Buffer, type = 'image/png'): string => `data:${type};base64,${content.toString('base64')}`;

  it('are taken as they are, also large ones', async () => {
    const large = Buffer.alloc(300_000, 7);
    const provider = await withPhotos(() => [dataOf(PNG), dataOf(large)]);
    const { stored, message } = await look(provider, []);
    expect(message).toBeUndefined();
    expect(stored.map(({ content }) => content.byteLength).toSorted((a, b) => a - b)).toEqual([3, 300_000]);
    expect(provider.seen).toHaveLength(1);
  });

  it.each([
    ['of another type', dataOf(PNG, 'image/svg+xml')],
    ['without Base64', 'data:image/png,abc'],
  ])('%s are left out, and the answer says so', async (_what, photo) => {
    const { stored, message } = await look(await withPhotos(() => [photo]), []);
    expect(message).toBe('1 of 1 photos could not be fetched');
    expect(stored).toEqual([]);
  });
});

describe('a photo of another host', () => {
  const large = gzipSync(Buffer.alloc(10 * 1024 * 1024 + 1));

  it.each([
    ['as it is', undefined, PNG, [PNG]],
    ['compressed all the same', 'gzip', gzipSync(PNG), [PNG]],
    ['compressed as nobody knows', 'zstd', PNG, []],
    ['said to be compressed, which it is not', 'br', PNG, []],
    ['that is too large once it is unpacked', 'gzip', large, []],
  ])('is asked for as it is, and sent %s', async (_how, encoding, body, expected) => {
    const cdn = await provide(
      (_call, response) =>
        void response
          .writeHead(200, { 'content-type': 'image/png', ...(encoding ? { 'content-encoding': encoding } : {}) })
          .end(body),
    );
    const provider = await withPhotos(() => [`${cdn.url}/a.png`]);
    const { stored, message } = await look(provider, [
      'auth: { type: bearer, token: "${env:TOKEN}" }',
      `photoHosts: ["${cdn.host}"]`,
    ]);
    expect(stored.map(({ content }) => content)).toEqual(expected);
    expect(message).toBe(expected.length > 0 ? undefined : '1 of 1 photos could not be fetched');
    expect(cdn.seen[0]?.headers).toMatchObject({ accept: 'image/*', 'accept-encoding': 'identity' });
  });
});

describe('a photo that several answers have', () => {
  const lookTwice = async (known: (ids: string[]) => string[]) => {
    const provider = await withPhotos((host) => [`http://${host}/a.png`]);
    const sources = await start({
      yaml: httpYaml([
        `request: { url: "${provider.url}/people/{phone}" }`,
        'auth: { type: bearer, token: "${env:TOKEN}" }',
      ]),
      env: { TOKEN: 'token-of-mine' },
    });
    sources.client.answer({ knownImages: ({ body }) => ({ known: known(body.ids) }) });
    const answers = [];
    for (const phone of phones(2)) answers.push(await officeAnswer(sources, phone));
    return {
      photos: answers.map(({ observation }) => observation.fields?.photos?.length),
      fetched: provider.seen.filter(isPicture).length,
      noted: sources.client.madeTo('knownImages').length,
    };
  };

  it('is fetched once, and its keeper hears of each further one', async () => {
    expect(await lookTwice((ids) => ids)).toEqual({ photos: [1, 1], fetched: 1, noted: 1 });
  });

  it('is fetched once more where it was removed meanwhile', async () => {
    expect(await lookTwice(() => [])).toEqual({ photos: [1, 1], fetched: 2, noted: 1 });
  });
});

describe('photos that are slower than the answers', () => {
  const png = { 'content-type': 'image/png' };

  /** A provider that gives each number a photo of its own, at this host. */
  const ofEach = (host: string) =>
    provide((call, response) => json(response, { names: ['Anvar'], photos: [`http://${host}/${phoneOf(call)}.png`] }));

  it('hold up nobody where their host does not answer: after a few it is left alone, and they are due later', async () => {
    const cdn = await provide(() => undefined);
    const provider = await ofEach(cdn.host);
    const sources = await start({
      yaml: httpYaml([
        `request: { url: "${provider.url}/people/{phone}" }`,
        `photoHosts: ["${cdn.host}"]`,
        'timeoutMs: 2000',
      ]),
    });
    const answers = await officeAnswers(sources, phones(200));
    const due = '1 of 1 photos could not be fetched with the answer; to be tried again: 1';
    expect(new Set(answers.map(({ status, message }) => `${status}: ${message}`))).toEqual(new Set([`FOUND: ${due}`]));
    expect(cdn.seen.length).toBeLessThanOrEqual(16);
  });

  it('have no more answers paid for than may wait for them', async () => {
    const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
    const cdn = await provide(async (_call, response) => {
      await mayAnswer;
      response.writeHead(200, png).end(PNG);
    });
    const provider = await ofEach(cdn.host);
    const sources = await start({
      yaml: httpYaml([
        `request: { url: "${provider.url}/people/{phone}" }`,
        `photoHosts: ["${cdn.host}"]`,
        'timeoutMs: 20000',
        'limits: { concurrency: 4 }',
      ]),
    });
    const looking = officeAnswers(sources, phones(200));
    await provider.arrived(64);
    await pause(300);
    expect(provider.seen.length).toBeLessThanOrEqual(64 + 4);
    letAnswer();
    expect((await looking).flatMap(({ message }) => message ?? [])).toEqual([]);
    expect(provider.seen).toHaveLength(200);
  });

  it('share the connections of the provider itself with its calls, each within its time from its turn on', async () => {
    const provider = await provide(async (call, response) => {
      if (!isPicture(call)) return json(response, { names: ['Anvar'], photos: [`/${phoneOf(call)}.png`] });
      await pause(200);
      response.writeHead(200, png).end(PNG);
    });
    const sources = await start({
      yaml: httpYaml([
        `request: { url: "${provider.url}/people/{phone}" }`,
        'timeoutMs: 600',
        'retries: 0',
        'limits: { concurrency: 2 }',
      ]),
    });
    const answers = await officeAnswers(sources, phones(20));
    expect(answers.map(({ status, message }) => [status, message])).toEqual(answers.map(() => ['FOUND', undefined]));
    expect(provider.widest()).toBe(2);
  });
});
