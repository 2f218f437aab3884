import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { provide, start } from './support/each-test.ts';
import { json, type SeenCall } from './support/fake-provider.ts';
import { httpYaml, officeAnswer, officeAnswers } from './support/office.ts';
import { PHONE, phones } from './support/sources-under-test.ts';
import { startTokenProvider } from './support/token-provider.ts';

const ENV = { USER: 'sid-1', PASSWORD: 'p:ss word+1', TOKEN: 'token/one+two', SECRET: 'sign-with-this' };

/** The first call of a source that is bound by these lines besides its request, to a provider that knows everybody. */
async function callWith(lines: readonly string[], env: Record<string, string> = ENV): Promise<SeenCall> {
  const provider = await provide((_call, response) => json(response, { names: ['Anvar'] }));
  const sources = await start({ yaml: httpYaml([`request: { url: "${provider.url}/{phone}" }`, ...lines]), env });
  expect((await officeAnswer(sources)).status).toBe('FOUND');
  const [call] = provider.seen;
  if (!call) throw new Error('no call');
  return call;
}

describe('a call proves who asks', () => {
  it('by name and password', async () => {
    const { headers } = await callWith(['auth: { type: basic, user: "${env:USER}", password: "${env:PASSWORD}" }']);
    expect(headers.authorization).toBe(`Basic ${Buffer.from('sid-1:p:ss word+1').toString('base64')}`);
  });

  it('by a token of its own', async () => {
    const { headers } = await callWith(['auth: { type: bearer, token: "${env:TOKEN}" }']);
    expect(headers.authorization).toBe('Bearer token/one+two');
  });

  it('by a header', async () => {
    const { headers } = await callWith(['auth: { type: header, name: X-Api-Key, value: "${env:TOKEN}" }']);
    expect(headers['x-api-key']).toBe('token/one+two');
  });

  it('by a parameter of its address, percent-encoded', async () => {
    const { url } = await callWith(['auth: { type: query, name: api_key, value: "${env:TOKEN}" }']);
    expect(url).toBe(`/${PHONE.slice(1)}?api_key=token%2Fone%2Btwo`);
  });

  it('by a signature over what the provider wants signed, with its moment beside it', async () => {
    const { headers, url } = await callWith([
      'auth:',
      '  type: hmac',
      '  algorithm: sha256',
      '  secret: "${env:SECRET}"',
      '  over: "{method}\\n{path}\\n{timestamp}\\n{body}"',
      '  header: X-Signature',
      '  value: "v1={signature}"',
      '  encoding: base64',
      '  headers: { X-Timestamp: "{timestamp}" }',
    ]);
    const at = String(headers['x-timestamp']);
    expect(at).toMatch(/^\d{10}$/);
    const expected = createHmac('sha256', 'sign-with-this').update(`GET\n${url}\n${at}\n`).digest('base64');
    expect(headers['x-signature']).toBe(`v1=${expected}`);
  });

  it('as the account that it is made with, whose own way goes before that of the source', async () => {
    const provider = await provide((_call, response) => json(response, { names: ['Anvar'] }));
    const sources = await start({
      yaml: httpYaml([
        `request: { url: "${provider.url}/{phone}" }`,
        'auth: { type: bearer, token: "${env:TOKEN}" }',
        'accounts:',
        '  - { name: a, perDay: 1 }',
        '  - { name: b, perDay: 1, auth: { type: header, name: X-Api-Key, value: "${env:SECRET}" } }',
      ]),
      env: ENV,
    });
    await officeAnswers(sources, phones(2));
    const proofs = provider.seen.map(({ headers }) => [headers.authorization, headers['x-api-key']]);
    expect(proofs).toContainEqual(['Bearer token/one+two', undefined]);
    expect(proofs).toContainEqual([undefined, 'sign-with-this']);
  });

  it('and what proves it never comes back: not in an answer, an error, a test or the raw answer, in any encoding', async () => {
    const provider = await provide((call, response) =>
      json(response, { error: { message: `no right for ${call.url} ${call.headers.authorization}` } }, 400),
    );
    for (const auth of [
      'auth: { type: query, name: key, value: "${env:TOKEN}" }',
      'auth: { type: basic, user: u, password: "${env:PASSWORD}" }',
    ]) {
      const sources = await start({
        yaml: httpYaml([
          `request: { url: "${provider.url}/{phone}" }`,
          auth,
          'answer: { failed: "body.error.message" }',
        ]),
        env: ENV,
      });
      const { message } = await officeAnswer(sources);
      expect(message).toContain('***');
      const asIs = await sources.internal.call(calls.observationsAsIs, { query: { phone: PHONE } });
      const list = await sources.admin.call(calls.listSources);
      const test = await sources.admin.call(calls.testSource, { params: { name: 'OFFICE' }, body: {} });
      const told = [message, asIs.body, list.body, test.body].join();
      for (const secret of ['token/one+two', 'token%2Fone%2Btwo', Buffer.from('u:p:ss word+1').toString('base64')])
        expect(told).not.toContain(secret);
    }
  });
});

describe('a token of client credentials', () => {
  const lines = (url: string): string[] => [
    `request: { url: "${url}/numbers/{phone}" }`,
    `auth: { type: oauth2, tokenUrl: "${url}/token", clientId: "me", clientSecret: "\${env:SECRET}", scope: "lookup read" }`,
  ];

  it('is asked for once for all who wait for it, and used until it is about to end', async () => {
    const provider = await startTokenProvider({ lifeSeconds: 600 });
    const sources = await start({ yaml: httpYaml([...lines(provider.url), 'limits: { concurrency: 16 }']), env: ENV });
    const answers = await officeAnswers(sources, phones(60));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['FOUND']));
    expect(provider.grants).toHaveLength(1);
    const [grant] = provider.grants;
    expect(grant?.headers.authorization).toBe(`Basic ${Buffer.from('me:sign-with-this').toString('base64')}`);
    expect(Object.fromEntries(new URLSearchParams(grant?.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'lookup read',
    });
    // 30 seconds before its end, and not long before that; the clock goes on by itself as well.
    sources.kit.clock.advance(500_000);
    await officeAnswers(sources, phones(8, 998_910_000_000));
    expect(provider.grants).toHaveLength(1);
    sources.kit.clock.advance(80_000);
    await officeAnswers(sources, phones(8, 998_920_000_000));
    expect(provider.grants).toHaveLength(2);
    expect(provider.refused()).toBe(0);
  });

  it('that the provider refuses is renewed once for all, and each call is made once more with it', async () => {
    const provider = await startTokenProvider({ lifeSeconds: 600 });
    const sources = await start({ yaml: httpYaml([...lines(provider.url), 'limits: { concurrency: 8 }']), env: ENV });
    await officeAnswers(sources, phones(8));
    provider.revoke();
    const answers = await officeAnswers(sources, phones(40, 998_910_000_000));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['FOUND']));
    expect(provider.grants).toHaveLength(2);
    // No more than what was under way with the old token.
    expect(provider.refused()).toBeLessThanOrEqual(8);
    expect(provider.answered.size).toBe(48);
    expect(Math.max(...provider.answered.values())).toBe(1);
  });

  it('that is never taken fails the calls and is not asked for without end; its secret stays unsaid', async () => {
    const provider = await startTokenProvider({ lifeSeconds: 600, refuses: true });
    const sources = await start({ yaml: httpYaml([...lines(provider.url), 'limits: { concurrency: 1 }']), env: ENV });
    const [answer] = await officeAnswers(sources, [PHONE]);
    expect(answer).toMatchObject({ status: 'FAILED' });
    expect(answer?.message).toMatch(/gave no token: status 401 \(invalid_client\)/);
    expect(provider.grants).toHaveLength(1);
  });

  it.each([
    ['is asked for too often, is waited for as long as its giver says, and uses up no retry', 429, 1],
    ['took too long, is asked for again', 408, 2],
  ])('that %s', async (_what, status, retries) => {
    const provider = await startTokenProvider({ lifeSeconds: 600, statusOf: (grant) => (grant < 2 ? status : null) });
    const sources = await start({
      yaml: httpYaml([...lines(provider.url), 'limits: { concurrency: 6 }', `retries: ${retries - 1}`]),
      env: ENV,
    });
    const answers = await officeAnswers(sources, phones(6));
    expect(answers.map(({ status: said }) => said)).toEqual(answers.map(() => 'FOUND'));
    const [first, second] = provider.grants;
    expect(provider.grants).toHaveLength(2);
    if (status === 429) expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1000);
    expect((await sources.admin.call(calls.getSource, { params: { name: 'OFFICE' } })).json().state).toBe('CLOSED');
  });

  it('that was refused once to all who waited for it is one refusal, and stops no source', async () => {
    const provider = await startTokenProvider({ lifeSeconds: 600, statusOf: (grant) => (grant < 2 ? 401 : null) });
    const sources = await start({ yaml: httpYaml([...lines(provider.url), 'limits: { concurrency: 6 }']), env: ENV });
    const answers = await officeAnswers(sources, phones(6));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'FAILED'));
    expect(provider.grants).toHaveLength(1);
    expect((await sources.admin.call(calls.getSource, { params: { name: 'OFFICE' } })).json().state).toBe('CLOSED');
    const [after] = await officeAnswers(sources, phones(1, 998_910_000_000));
    expect(after?.status).toBe('FOUND');
  });

  it('stands in no answer and in no raw one', async () => {
    const provider = await startTokenProvider({ lifeSeconds: 600, echoes: true });
    const sources = await start({ yaml: httpYaml(lines(provider.url)), env: ENV });
    const { observation } = await officeAnswer(sources);
    expect(observation.fields?.about).toBe('you sent Bearer ***');
    const asIs = await sources.internal.call(calls.observationsAsIs, { query: { phone: PHONE } });
    expect(asIs.body).not.toContain('granted-');
  });
});
