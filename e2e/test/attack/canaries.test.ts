import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Call, calls } from '@numscope/contracts';
import { testEngine } from '@numscope/testing';
import { listenLocally } from '@numscope/testing/local-server';
import { openTestProvider, type TestProvider } from '@numscope/testing/open-id-provider';
import { Api } from '../../src/calls/api.ts';
import { single } from '../../src/attack/attacked.ts';
import { listen } from '../../src/attack/heard.ts';
import { PlantedSecrets } from '../../src/attack/planted-secrets.ts';
import { privateKeysIn } from '../../src/attack/private-keys.ts';
import { pathOf, type RawCall, send } from '../../src/attack/raw-call.ts';
import { type Post, signInByProvider, useSecondFactor } from '../../src/attack/secret-ways.ts';
import { audited } from '../../src/attack/trail.ts';
import { collectionsWith, indexHolds, topicBytes } from '../../src/product/distributed-engines.ts';
import { freePort, isDistributed } from '../../src/product/installation.ts';
import { filesWith, tableTexts } from '../../src/records/kept-bytes.ts';
import { ADMIN_PASSWORD, type Product, startProduct } from '../../src/product/product.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

const secrets = new PlantedSecrets();
const secret = (what: string): string => secrets.textOf(what);
for (const [what, text] of [
  ['password of the administrator', ADMIN_PASSWORD],
  ['password', 'Canary!First7ninoxes'],
  ['new password', 'Canary!Second8dodos'],
  ['wrong password', 'Canary!Wrong9rails'],
  ['bearer of a source', 'canary-bearer-3f9c1e77a2'],
  ['key of a source in its address', 'canary-query-8b20d6c451'],
  ['secret that was written into a source to be tried', 'canary-inline-5e1f0a9b33'],
  ['password of a proxy', 'canary-proxy-77c0de11f2'],
  ['password of the search engine', 'canary-search-19d4c3b8e0'],
  ['key of the second factors', randomBytes(32).toString('base64')],
] as const)
  secrets.plant(what, text);
/** Whoever is told signs with it: it is kept by sources, and there alone. */
const ofWebhooks = /^(?:table sources\.sqlite webhook|file sources\.sqlite(?:-wal)?|collection sources webhooks)$/;
for (const [what, text] of [
  ['secret of a webhook', 'canary-webhook-2b7e151628'],
  ['new secret of a webhook', 'canary-webhook-aed2a6abf7'],
] as const)
  secrets.plant(what, text, ofWebhooks);

/** Says back whatever it was asked with, as providers do that explain a refusal. */
const seen: string[] = [];
const provider = createServer((request, response) => {
  const said = `${request.url} ${JSON.stringify(request.headers)}`;
  seen.push(said);
  const status = request.url?.startsWith('/refusing') ? 403 : request.url?.startsWith('/failing') ? 500 : 200;
  response.writeHead(status, { 'content-type': 'application/json', 'x-said': 'x' });
  response.end(status === 200 ? JSON.stringify({ name: 'Anvar' }) : JSON.stringify({ error: said }));
});

const sources = (url: string): string => `
proxies:
  away: { url: "http://127.0.0.1:9", auth: "\${env:CANARY_PROXY}" }
sources:
  ANSWERING:
    connector: http
    request: { url: "${url}/answering/{phone}" }
    auth: { type: bearer, token: "\${env:CANARY_BEARER}" }
    answer: { map: { names: name } }
    limits: { perDay: 1000 }
    retries: 0
  REFUSING:
    connector: http
    request: { url: "${url}/refusing/{phone}" }
    auth: { type: query, name: apikey, value: "\${env:CANARY_QUERY}" }
    answer: { map: { names: name } }
    retries: 0
  FAILING:
    connector: http
    request: { url: "${url}/failing/{phone}" }
    auth: { type: bearer, token: "\${env:CANARY_BEARER}" }
    answer: { map: { names: name } }
    retries: 0
  UNREACHED:
    connector: http
    request: { url: "${url}/answering/{phone}" }
    proxy: away
    answer: { map: { names: name } }
    retries: 0
`;

let product: Product;
let admin: Api;
let close: () => Promise<void>;
let providerUrl: string;
let people: TestProvider;
/** What an operator mounts. */
let files: string;
beforeAll(async () => {
  const served = await listenLocally(provider);
  ({ close, url: providerUrl } = served);
  const port = await freePort(isDistributed ? 1 : 0);
  const home = `http://127.0.0.1:${port}`;
  people = await openTestProvider(`${home}/login`);
  people.people.set('ann', { preferred_username: 'ann', groups: ['numscope-users'] });
  secrets.plant('secret of the client at the identity provider', people.clientSecret);
  files = mkdtempSync(join(tmpdir(), 'numscope-secrets-'));
  writeFileSync(join(files, 'factors'), secret('key of the second factors'));
  writeFileSync(join(files, 'client'), people.clientSecret);
  writeFileSync(join(files, 'search'), secret('password of the search engine'));
  if (isDistributed) secrets.plant('secret of the blob store', new URL(testEngine('s3').replace(/^s3\+/, '')).password);
  product = await startProduct({
    ...single,
    port,
    sources: sources(served.url),
    env: {
      RATE_LIMIT: '1000000',
      LOG_LEVEL: 'debug',
      CANARY_BEARER: secret('bearer of a source'),
      CANARY_QUERY: secret('key of a source in its address'),
      CANARY_PROXY: `operator:${secret('password of a proxy')}`,
      WEBHOOK_PRIVATE_HOSTS: new URL(providerUrl).host,
      SECOND_FACTOR_KEY: join(files, 'factors'),
      PUBLIC_URL: home,
      OIDC_ISSUER: people.issuer,
      OIDC_CLIENT_ID: people.clientId,
      OIDC_CLIENT_SECRET_FILE: join(files, 'client'),
      OIDC_ROLES: 'USER: groups = numscope-users',
      ...(isDistributed ? { SEARCH_USERNAME: 'canary', SEARCH_PASSWORD_FILE: join(files, 'search') } : {}),
    },
  });
  admin = await Api.login(product.url);
  secrets.plantToken('token of the administrator', admin.token);
  for (const { file, key } of privateKeysIn(product.dataDir))
    secrets.plant(`private key of ${file}`, key, new RegExp(`^file ${RegExp.escape(file)}$`));
});
afterAll(async () => {
  await product?.discard();
  await close?.();
  await people?.close();
  if (files) rmSync(files, { recursive: true });
});

/** Everything that was answered, but the two answers whose matter a secret is. */
const answers: string[] = [];
async function ask(caller: Pick<Api, 'url' | 'token'>, call: RawCall): Promise<string> {
  const { status, headers, text } = await send(caller, call);
  answers.push(`${status} ${JSON.stringify([...headers])} ${text}`);
  return text;
}
const JSON_TYPE = 'application/json';
const post: Post = (caller, path, body, cookie) =>
  ask(caller, {
    method: 'POST',
    path,
    type: JSON_TYPE,
    body: JSON.stringify(body),
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });

it('finds no secret in any log, audit entry, event, answer, message, record or address', async () => {
  const line = await listen(admin);
  const userName = 'osprey';
  const draft = { userName, password: secret('password'), roles: ['USER'], modules: ['Profiler'] };
  const { id } = await admin.call(calls.createUser, { body: draft });
  await post(admin, '/api/user', draft);
  const login = { username: userName, password: secret('password') };
  await post({ url: product.url, token: '' }, '/api/auth/login', { ...login, password: secret('wrong password') });
  const user = await Api.login(product.url, userName, secret('password'));
  secrets.plantToken('token of a user', user.token);
  await post(user, '/api/auth/password', { current: secret('password'), password: secret('new password') });
  const again = await Api.login(product.url, userName, secret('new password'));
  secrets.plantToken('token after a new password', again.token);
  await post(admin, `/api/user/${id}`, { ...draft, password: secret('password') });
  const { key, id: keyId } = await admin.call(calls.createKey, {
    body: { name: 'canary', scopes: ['jobs', 'profiles'] },
  });
  secrets.plant('API key', key);
  const program = Api.withKey(product.url, key);

  // Where they do not belong, as people put them.
  for (const text of [admin.token, key, again.token]) {
    for (const name of ['token', 'access_token', 'key', 'api_key'])
      await ask(admin, { method: 'GET', path: `/api/stat/country-phone?${name}=${text}` });
    await ask(admin, { method: 'GET', path: `/api/profile/${text}` });
    await ask({ url: product.url, token: `${text}x` }, { method: 'GET', path: '/api/auth/me' });
    await post(admin, '/api/audit/search', { text });
    await post(program, '/api/v2/profile/search', { filters: { name: { values: [text.slice(0, 900)] } } });
  }
  await post(admin, '/api/auth/login', { username: userName, password: { text: secret('password') } });
  await ask(admin, {
    method: 'POST',
    path: '/api/auth/login',
    type: JSON_TYPE,
    body: `{"password":"${secret('password')}`,
  });
  const inline = secret('secret that was written into a source to be tried');
  const tried = `TRIED:\n  connector: http\n  request: { url: "http://127.0.0.1:9/{phone}?key=${inline}" }\n  auth: { type: bearer, token: "${inline}" }\n  answer: { map: { names: name } }`;
  await post(admin, '/api/source/try', { source: tried, phone: '+998901234567' });

  // Whoever is told refuses, and says back what he was told with.
  const told = { name: 'Canary', url: `${providerUrl}/refusing/hook`, events: ['job.status-changed'] };
  await post(admin, '/api/webhook', { ...told, secret: secret('secret of a webhook') });
  await post(admin, '/api/webhook', { ...told, url: 'ftp://nowhere', secret: secret('secret of a webhook') });
  const [hook] = await admin.call(calls.listWebhooks);
  const hookPath = `/api/webhook/${hook?.id}`;
  await post(admin, `${hookPath}/test`, {});
  const changed = { ...told, secret: secret('new secret of a webhook') };
  await ask(admin, { method: 'PUT', path: hookPath, type: JSON_TYPE, body: JSON.stringify(changed) });
  await post(admin, `${hookPath}/test`, {});

  const withFactor = { userName: 'ospreys_mate', password: secret('password') };
  await admin.call(calls.createUser, { body: { ...draft, ...withFactor } });
  const careful = await Api.login(product.url, withFactor.userName, withFactor.password);
  secrets.plantToken('token before a second factor', careful.token);
  await useSecondFactor(careful, withFactor, secrets, post);
  await signInByProvider({ url: product.url, login: 'ann' }, people, secrets, post);

  // The sources are asked: one answers, one refuses and one fails with what it was asked with, one is not reached.
  const job = await program.upload(['998901230001\n998901230002\n998901230003\n'], { name: 'Canaries' });
  await jobIs(admin, job.number, 'DONE');
  const names = ['ANSWERING', 'REFUSING', 'FAILING', 'UNREACHED'];
  for (const name of names) await post(admin, `/api/source/${name}/test`, { phone: '+998901230001' });
  expect(seen.some((said) => said.includes(secret('bearer of a source')))).toBe(true);
  expect(seen.some((said) => said.includes(secret('key of a source in its address')))).toBe(true);

  // Every call that only reads, of all that there is.
  const fill: Record<string, string> = {
    number: String(job.number),
    jobNumber: String(job.number),
    service: 'sources',
  };
  const valuesOf = (name: string, call: Call): string =>
    fill[name] ?? (name === 'name' ? 'REFUSING' : call.path.includes('/job/') ? String(job.number) : '998901230001');
  for (const call of Object.values<Call>(calls)) {
    // Events have no end: they are what is read of the bus below.
    if (call.returns === 'events' || call === calls.deleteProfileByGet) continue;
    if (call.method !== 'GET' || call.access === 'service') continue;
    const query = call.path.endsWith('compare') ? '?from=1&to=1' : '?phone=998901230001&page=0&size=10';
    await ask(admin, { method: 'GET', path: pathOf(call, (name) => valuesOf(name, call)) + query });
  }
  for (const name of names) await ask(admin, { method: 'GET', path: `/api/source/${name}` });
  await ask(admin, { method: 'GET', path: `${hookPath}/deliveries` });
  await post(admin, `/api/v2/job/${job.id}/phones`, { filters: {} });
  await ask(admin, { method: 'POST', path: '/api/profile/export/stream', type: JSON_TYPE, body: '{}' });
  for (const path of ['/metrics', '/api/openapi.json', '/api/docs', '/login'])
    await ask(admin, { method: 'GET', path });
  await post(admin, '/api/user/search', {});

  await admin.call(calls.deleteKey, { params: { id: keyId } });
  await admin.call(calls.logout, { params: { username: userName } });
  await audited(admin, { actionTypes: ['LOGOUT'] });
  await audited(admin, { username: 'admin [canary]' }, ({ details }) => details === calls.deleteKey.summary);
  await post(admin, '/api/audit/search', { size: 1000 });
  await ask(admin, { method: 'POST', path: '/api/audit/export/json', type: JSON_TYPE, body: '{"size":500}' });
  await line.reached();
  line.close();

  const places = new Map([
    ['the log', product.output()],
    ['an answer', answers.join('\n')],
    ['a message', JSON.stringify(line.messages)],
    // Only what it is asked with itself: neither another source's secret nor anything of people.
    ['what providers are asked', seen.map((said) => said.replaceAll(/canary-(?:bearer|query)-\w+/g, '')).join('\n')],
    ...[...tableTexts(product.dataDir)].map(([place, text]) => [`table ${place}`, text] as const),
  ]);
  if (isDistributed) for (const [topic, text] of await topicBytes(product.dataDir)) places.set(`topic ${topic}`, text);
  // What is looked through is there: each of these was written to.
  const all = [...places].map(([place, text]) => `${place} ${text.length > 0}`).join('\n');
  if (isDistributed)
    for (const topic of ['audit.logged', 'phone.resolved', 'profile.updated', 'job.created'])
      expect(all).toContain(`topic ${topic} true`);
  else for (const place of ['bus.sqlite chunks', 'audit.sqlite entry']) expect(all).toContain(`table ${place} true`);
  expect(places.get('the log')).toMatch(/"service":|ready/);
  expect(secrets.standingIn(places)).toEqual([]);

  const { needles } = secrets;
  expect(secrets.astray(filesWith(product.dataDir, needles).map((found) => `file ${found}`))).toEqual([]);
  if (isDistributed) {
    const kept = (await collectionsWith(product.dataDir, needles)).map((found) => `collection ${found}`);
    // What may stand at home is looked for there, so that the others are as well.
    expect(kept).toContain(`collection sources webhooks: ${secret('new secret of a webhook')}`);
    expect(secrets.astray(kept)).toEqual([]);
    expect(await indexHolds(product.dataDir, needles)).toBe(0);
  } else expect(places.get('table sources.sqlite webhook')).toContain(secret('new secret of a webhook'));
  expect(needles.length).toBeGreaterThan(30);
});
