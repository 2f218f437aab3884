import { describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { type FakeProvider, json, phoneOf } from './support/fake-provider.ts';
import { provide, type Reply, start } from './support/each-test.ts';
import { httpYaml, officeAnswer } from './support/office.ts';
import { officeYaml, PHONE, phones } from './support/sources-under-test.ts';

describe('a request', () => {
  it('has its placeholders percent-encoded in the URL and escaped in the body, and its references filled in', async () => {
    const provider = await provide((_call, response) => json(response, { names: ['Anvar'] }));
    const sources = await start({
      yaml: httpYaml([
        'request:',
        '  method: POST',
        `  url: "${provider.url}/{e164}/{phone}/{national}?lang={country}&key=\${env:KEY}"`,
        '  headers: { Authorization: "Bearer ${env:TOKEN}" }',
        '  body: { number: "{e164}", parts: ["{national}", "{country}"] }',
        'accounts: [{ name: main, headers: { X-Account: "${env:ACCOUNT}" } }]',
      ]),
      env: { KEY: 'k', TOKEN: 'token-1', ACCOUNT: 'acc' },
    });
    await officeAnswer(sources);
    const [call] = provider.seen;
    expect(call?.url).toBe('/%2B998901234567/998901234567/901234567?lang=UZ&key=k');
    expect(call?.headers).toMatchObject({
      authorization: 'Bearer token-1',
      'x-account': 'acc',
      'content-type': 'application/json',
    });
    expect(JSON.parse(call?.body ?? '')).toEqual({ number: '+998901234567', parts: ['901234567', 'UZ'] });
  });

  it('carries a batch where the provider takes one, and each number gets its own item', async () => {
    const provider = await provide((call, response) => {
      const { numbers } = JSON.parse(call.body) as { numbers: string[] };
      json(response, {
        results: numbers
          .filter((phone) => !phone.endsWith('3'))
          .map((phone) => ({ tel: `+${phone}`, who: `Person ${phone}` })),
      });
    });
    const sources = await start({
      yaml: httpYaml([
        `request: { method: POST, url: "${provider.url}/bulk", body: '{ "numbers": {phones} }', batchSize: 4 }`,
        'answer: { items: "body.results", phone: "tel", map: { names: "who" } }',
      ]),
    });
    const asked = phones(10);
    const resolved = await sources.lookUp(asked);
    expect(provider.seen).toHaveLength(3);
    expect(resolved.map(({ status }) => status)).toEqual(
      asked.map((phone) => (phone.endsWith('3') ? 'NOT_FOUND' : 'FOUND')),
    );
    expect(resolved[5]?.observations.at(-1)?.fields?.names).toEqual([
      { name: `Person ${asked[5]?.slice(1)}`, type: 'UNKNOWN' },
    ]);
  });
});

describe('an answer', () => {
  it('tells when it was so, for all of it or for a value, by any usual form of a date', async () => {
    const provider = await provide((_call, response) =>
      json(response, {
        seen: '2015-06-30',
        city: 'Nukus',
        mails: [{ at: 1_500_000_000, mail: 'a@mail.example' }, { mail: 'b@mail.example' }],
      }),
    );
    const sources = await start({
      yaml: officeYaml(provider.url, [
        'answer:',
        '  observedAt: seen',
        '  map: { city: city, emails: "mails[].{value: mail, observedAt: at}" }',
      ]),
    });
    const { observation } = await officeAnswer(sources);
    expect(observation.observedAt).toBe(Date.UTC(2015, 5, 30));
    expect(observation.fields).toEqual({
      city: 'Nukus',
      emails: ['a@mail.example', 'b@mail.example'],
      valueTimes: { emails: [{ value: 'a@mail.example', observedAt: 1_500_000_000_000 }] },
    });
    const kept = await sources.internal.call(calls.observationsAsIs, { query: { phone: PHONE } });
    expect(kept.json()).toMatchObject([{ observedAt: Date.UTC(2015, 5, 30) }]);
    // What is used again keeps its time.
    const again = await officeAnswer(sources);
    expect(again.observation.cached ? again.observation.observedAt : Date.UTC(2015, 5, 30)).toBe(Date.UTC(2015, 5, 30));
  });

  it('is read by its expressions: nothing, failed with its reason, mapped', async () => {
    const provider = await provide((call, response) => {
      const last = phoneOf(call).at(-1);
      if (last === '0') return json(response, { found: false });
      if (last === '1') return json(response, { error: { message: 'no credit' } });
      return json(response, {
        aliases: [{ text: 'Anvar' }, { text: '' }],
        contacts: { emails: ['a@mail.example', 7, {}] },
      });
    });
    const sources = await start({
      yaml: officeYaml(provider.url, [
        'answer:',
        '  notFound: "body.found == `false`"',
        '  failed: "body.error.message"',
        `  map: { names: "aliases[].{name: text, type: 'OK'}", emails: "contacts.emails", phones: "contacts.none" }`,
      ]),
    });
    const [nothing, failed, found] = await sources.lookUp(phones(3));
    expect(nothing?.status).toBe('NOT_FOUND');
    expect(failed?.status).toBe('FAILED');
    expect(failed?.sources.at(-1)?.message).toBe('no credit');
    expect(found?.observations.at(-1)?.fields).toEqual({
      names: [{ name: 'Anvar', type: 'OK' }],
      emails: ['a@mail.example', '7'],
    });
  });

  it('may tell of an account in a messenger, in the words of the specification or in others', async () => {
    const provider = await provide((_call, response) =>
      json(response, { user: { kind: 'USER_LIST', state: 'REMOVED', flags: ['CAN_UNBIND_OK', 'BOT', 'NEW_ONE', ''] } }),
    );
    const sources = await start({
      yaml: officeYaml(provider.url, [
        'answer:',
        '  map: { accountType: user.kind, accountStatus: user.state, accountOptions: user.flags, gender: user.gender }',
      ]),
    });
    expect((await officeAnswer(sources)).observation.fields).toEqual({
      accountType: 'USER_LIST',
      accountStatus: 'REMOVED',
      accountOptions: ['CAN_UNBIND_OK', 'BOT', 'NEW_ONE'],
    });
  });

  it.each<[string, Reply, RegExp, number]>([
    ['a refusal', (_call, response) => json(response, { names: ['A'] }, 403), /status 403/, 1],
    [
      'an address that is not there',
      (_call, response) => json(response, {}, 404),
      /status 404 \(look at the address/,
      1,
    ],
    ['a page instead of JSON', (_call, response) => void response.end('<html>sorry</html>'), /not JSON/, 1],
    ['something else than an object', (_call, response) => json(response, ['a']), /not an object/, 1],
    ['a broken line', (_call, response) => void response.socket?.destroy(), /cannot be reached/, 1],
    ['a failure of its own', (_call, response) => json(response, {}, 500), /status 500/, 3],
    ['silence', () => undefined, /did not answer within 300 ms/, 3],
    [
      'too much as text',
      (_call, response) =>
        void response.end(Buffer.concat([Buffer.from('{"about":"'), Buffer.alloc(3_000_000, 0xff), Buffer.from('"}')])),
      /more than is taken/,
      1,
    ],
    ['too much', (_call, response) => void response.end(Buffer.alloc(9 * 1024 * 1024, 32)), /more than is taken/, 1],
    [
      'another host',
      (_call, response) => void response.writeHead(302, { location: 'http://elsewhere.example/' }).end(),
      /another host/,
      1,
    ],
  ])(
    'that is %s fails this part with the reason, after as many tries as it deserves',
    async (what, reply, reason, tries) => {
      const provider = await provide(reply);
      // Long enough for each call to arrive, too, on a machine that has other things to do.
      const timeoutMs = what === 'silence' ? 300 : 10_000;
      const sources = await start({ yaml: officeYaml(provider.url, [`timeoutMs: ${timeoutMs}`, 'retries: 2']) });
      const { status, message } = await officeAnswer(sources);
      expect(status).toBe('FAILED');
      expect(message).toMatch(reason);
      expect(provider.seen).toHaveLength(tries);
    },
  );

  it('is waited for as long as Retry-After says, and then asked again', async () => {
    const provider = await provide((_call, response) => {
      if (provider.seen.length > 1) return json(response, { names: ['Anvar'] });
      return void response.writeHead(429, { 'retry-after': '1' }).end();
    });
    const sources = await start({ yaml: officeYaml(provider.url) });
    expect((await officeAnswer(sources)).status).toBe('FOUND');
    const [first, second] = provider.seen;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('that asks for a long rest has all others wait for as long', async () => {
    const provider = await provide((_call, response) => void response.writeHead(429, { 'retry-after': '3600' }).end());
    const sources = await start({ yaml: officeYaml(provider.url, ['limits: { concurrency: 1 }']) });
    const resolved = await sources.lookUp(phones(3));
    const until = resolved.map(({ waiting }) => waiting?.[0]?.resumesAt ?? 0);
    for (const at of until) expect(Math.abs(at - Date.now() - 3_600_000)).toBeLessThan(60_000);
    expect(provider.seen).toHaveLength(1);
  });

  it.each([
    ['a part of a second', '3600.0004', 3_600_001],
    ['more than a life', '9'.repeat(305), 31 * 86_400_000],
  ])('that asks for %s of rest is told on as a moment', async (_what, retryAfter, ms) => {
    const provider = await provide(
      (_call, response) => void response.writeHead(429, { 'retry-after': retryAfter }).end(),
    );
    const sources = await start({ yaml: officeYaml(provider.url, ['limits: { concurrency: 1 }']) });
    const [resolved] = await sources.lookUp(phones(1));
    const at = resolved?.waiting?.[0]?.resumesAt ?? 0;
    expect(Math.abs(at - Date.now() - ms)).toBeLessThan(60_000);
    const standing = calls.sourceWaits.answer.parse((await sources.internal.call(calls.sourceWaits)).json());
    expect(standing).toMatchObject([{ source: 'OFFICE', waitsUntil: at }]);
    const list = calls.listSources.answer.parse((await sources.admin.call(calls.listSources)).json());
    expect(list).toContainEqual(expect.objectContaining({ name: 'OFFICE', resumesAt: at }));
  });

  it('never brings a secret back', async () => {
    const provider = await provide((call, response) =>
      json(response, { about: `you sent ${call.headers.authorization}` }),
    );
    const sources = await start({
      yaml: httpYaml([
        `request: { url: "${provider.url}/{phone}", headers: { Authorization: "Bearer \${env:TOKEN}" } }`,
      ]),
      env: { TOKEN: 'hush-hush-token' },
    });
    expect((await officeAnswer(sources)).observation.fields?.about).toBe('you sent Bearer ***');
    const asIs = await sources.internal.call(calls.observationsAsIs, { query: { phone: PHONE } });
    const list = await sources.admin.call(calls.listSources);
    const test = await sources.admin.call(calls.testSource, { params: { name: 'OFFICE' }, body: {} });
    expect(test.json()).toMatchObject({ ok: true, status: 'FOUND' });
    expect(asIs.body + list.body + test.body).not.toContain('hush-hush-token');
  });

  it('leaves in an answer what equals a reference that is no secret', async () => {
    const provider = await provide((_call, response) =>
      json(response, { city: 'Samarkand', about: 'anvar, hush-hush' }),
    );
    const sources = await start({
      yaml: httpYaml([
        `request: { url: "${provider.url}/{phone}?near=\${env:CITY}&api_key=\${env:KEY}", headers: { X-City: "\${env:CITY}" } }`,
        'auth: { type: basic, user: "${env:USER_NAME}", password: "${env:WORD}" }',
      ]),
      env: { CITY: 'Samarkand', KEY: 'hush-hush', USER_NAME: 'anvar', WORD: 'open-sesame' },
    });
    const { fields } = (await officeAnswer(sources)).observation;
    expect(fields).toMatchObject({ city: 'Samarkand', about: 'anvar, ***' });
    expect(provider.seen[0]?.url).toContain('near=Samarkand&api_key=hush-hush');
  });
});

describe('photos', () => {
  const picture: Reply = (_call, response) =>
    void response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([1, 2, 3]));

  async function lookUp(photoUrl: (host: FakeProvider) => string, photoHosts: (host: FakeProvider) => string) {
    const cdn = await provide(picture);
    const provider = await provide((_call, response) => json(response, { names: ['Anvar'], photos: [photoUrl(cdn)] }));
    const sources = await start({ yaml: officeYaml(provider.url, [`photoHosts: ["${photoHosts(cdn)}"]`]) });
    const answer = await officeAnswer(sources);
    return { ...answer, cdn, stored: sources.client.madeTo('storeImage') };
  }

  it('of a listed host become stored pictures', async () => {
    const { observation, stored } = await lookUp(
      (cdn) => `${cdn.url}/a.png`,
      (cdn) => cdn.host,
    );
    expect(observation.fields?.photos).toEqual(['a'.repeat(64)]);
    expect(stored).toHaveLength(1);
    expect(stored[0]?.bytes).toMatchObject({ contentType: 'image/png' });
  });

  it.each<[string, (host: FakeProvider) => string, (host: FakeProvider) => string]>([
    ['a host that is not listed', (cdn) => `${cdn.url}/a.png`, () => 'cdn.example'],
    ['another port of a listed host', (cdn) => `${cdn.url}/a.png`, () => '127.0.0.1:1'],
    ['a port besides the default of a host that is listed without one', (cdn) => `${cdn.url}/a.png`, () => '127.0.0.1'],
    [
      'a listed host, asked with a user name',
      (cdn) => cdn.url.replace('//', '//me:secret@') + '/a.png',
      (cdn) => cdn.host,
    ],
    [
      'a listed address in the clothes of IPv6',
      (cdn) => `http://[::ffff:127.0.0.1]:${cdn.host.split(':')[1]}/a.png`,
      (cdn) => cdn.host,
    ],
    [
      'a listed name that points into a private network',
      (cdn) => `http://localhost:${cdn.host.split(':')[1]}/a.png`,
      (cdn) => `localhost:${cdn.host.split(':')[1]}`,
    ],
    ['no web address', () => 'file:///etc/passwd', (cdn) => cdn.host],
  ])('of %s are never fetched; the answer goes on without them and says so', async (_what, url, hosts) => {
    const { status, observation, message, cdn, stored } = await lookUp(url, hosts);
    expect(status).toBe('FOUND');
    expect(observation.fields).toEqual({ names: [{ name: 'Anvar', type: 'UNKNOWN' }] });
    expect(message).toBe('1 of 1 photos could not be fetched');
    expect(cdn.seen).toHaveLength(0);
    expect(stored).toHaveLength(0);
  });

  /** What comes of a photo whose host sends its callers on, where both hosts are this machine with a port each. */
  async function sentOn(listed: (first: FakeProvider, second: FakeProvider) => string[]) {
    const second = await provide(picture);
    const first = await provide(
      (_call, response) => void response.writeHead(302, { location: `${second.url}/b.png` }).end(),
    );
    const provider = await provide((_call, response) =>
      json(response, { names: ['Anvar'], photos: [`${first.url}/a.png`] }),
    );
    const sources = await start({
      yaml: officeYaml(provider.url, [`photoHosts: ${JSON.stringify(listed(first, second))}`]),
    });
    const { message } = await officeAnswer(sources);
    return { message, second, stored: sources.client.madeTo('storeImage') };
  }

  it('are followed to another listed host and port', async () => {
    const { second, stored } = await sentOn((first, { host }) => [first.host, host]);
    expect([second.seen.length, stored.length]).toEqual([1, 1]);
  });

  it('are followed nowhere else: not to another port of the same host either', async () => {
    const { message, second, stored } = await sentOn((first) => [first.host, '127.0.0.1']);
    expect(message).toBe('1 of 1 photos could not be fetched');
    expect([second.seen.length, stored.length]).toEqual([0, 0]);
  });

  it('that send their callers round in circles are given up', async () => {
    const cdn = await provide(({ url }, response) => void response.writeHead(302, { location: url }).end());
    const provider = await provide((_call, response) => json(response, { photos: [`${cdn.url}/a.png`] }));
    const sources = await start({ yaml: officeYaml(provider.url, [`photoHosts: ["${cdn.host}"]`]) });
    expect((await officeAnswer(sources)).message).toBe('1 of 1 photos could not be fetched');
    expect(cdn.seen).toHaveLength(4);
  });
});
