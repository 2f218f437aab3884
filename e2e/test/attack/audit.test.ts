import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Call, calls } from '@numscope/contracts';
import { Api } from '../../src/api.ts';
import { openBareDoor } from '../../src/attack/bare-door.ts';
import { bigBodies } from '../../src/attack/big-bodies.ts';
import { listen } from '../../src/attack/heard.ts';
import { p99While } from '../../src/attack/latency.ts';
import { audited, keptBytes, putStranger } from '../../src/attack/trail.ts';
import { dropDataDir } from '../../src/installation.ts';
import { ADMIN_PASSWORD, type Product, startProduct } from '../../src/product.ts';

const MEGABYTE = 1_000_000;
const AT_ONCE = 20;
const all: readonly Call[] = Object.values(calls);
/** What takes a body and is reached without a token, if only to be refused. */
const reachable = all.filter(({ access, body, accepts }) => access !== 'service' && body !== undefined && accepts !== 'multipart');

let product: Product;
let admin: Api;
beforeAll(async () => {
  product = await startProduct();
  admin = await Api.login(product.url);
});
afterAll(async () => {
  await product.stop();
  await dropDataDir(product.dataDir);
});

const pathOf = ({ path }: Call): string => path.replaceAll(/\{(\w+)\}/g, '1');

async function send(url: string, method: string, body: string, token?: string): Promise<number> {
  const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  // A body may be refused before it was sent to its end.
  const response = await fetch(url, { method, headers, body, signal: AbortSignal.timeout(60_000) }).catch(() => null);
  await response?.arrayBuffer().catch(() => null);
  return response?.status ?? 0;
}

/** Twenty of each at once to what is public, then each to everything else, all without a token. */
async function flood(url: string, paths: readonly Call[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const body of bigBodies.values()) {
    for (const call of paths) {
      const times = call.access === 'public' ? AT_ONCE : 1;
      const answers = Array.from({ length: times }, () => send(url + pathOf(call), call.method, body));
      statuses.push(...(await Promise.all(answers)));
    }
  }
  return statuses;
}

it('is not filled by who has no token: big bodies of every kind cost little disk, hold nobody up, and leave it readable', async () => {
  const bare = await openBareDoor();
  const floor = await p99While(flood(bare.url, reachable), bare.url);
  bare.close();
  await send(product.url + pathOf(calls.login), 'POST', '{}');
  const before = await keptBytes(product.dataDir);

  const flooding = flood(product.url, reachable);
  const p99 = await p99While(flooding, `${product.url}/api/auth/me`, { authorization: `Bearer ${admin.token}` });
  const statuses = await flooding;
  expect(statuses.filter((status) => status >= 500)).toEqual([]);

  // This search is itself recorded; the topic has one order, so what was recorded before is in the trail when it is.
  await audited(admin, { text: 'a mark' });
  const grown = (await keptBytes(product.dataDir)) - before;
  const begun = performance.now();
  const page = await admin.call(calls.searchAudit, { body: { size: 1000 } });
  const searchMs = performance.now() - begun;
  console.log({ floor, p99, grown, searchMs, entries: page.totalElements, sent: statuses.length });
  expect(grown).toBeLessThan(MEGABYTE);
  expect(p99).toBeLessThan(Math.max(200, 2 * floor));
  expect(JSON.stringify(page).length).toBeLessThan(MEGABYTE);
  expect(searchMs).toBeLessThan(2000);
  expect(page.totalElements).toBeLessThan(statuses.length);
  for (const entry of page.content) expect(JSON.stringify(entry).length).toBeLessThan(8192);
});

it('keeps an entry of a body that was refused unread, by whom and why', async () => {
  for (const kind of ['deep lists', 'an object', 'a text'])
    await send(`${product.url}/api/user`, 'POST', bigBodies.get(kind) ?? '', admin.token);
  const refused = await audited(
    admin,
    { actionTypes: ['USER'], username: 'admin' },
    ({ outcome, args }) => outcome === 'INVALID' && !('userName' in args),
  );
  expect(refused.length).toBeGreaterThan(0);
});

it('has no secret, by whatever name it came', async () => {
  const secret = 'S3cret-Value-9';
  const key = 'nsk_0123456789abcdef';
  const names = ['password', 'newPassword', 'pass', 'client_secret', 'refresh_token', 'apiKey', 'current'];
  const body = JSON.stringify(Object.fromEntries(names.map((name) => [name, secret])));
  await send(`${product.url}/api/user?${names.map((name) => `${name}=${secret}`).join('&')}`, 'POST', body, admin.token);
  await send(`${product.url}/api/auth/password`, 'POST', body, admin.token);
  await send(
    `${product.url}/api/audit/search`,
    'POST',
    JSON.stringify({ text: `found ${admin.token} and ${key}`, pass: secret }),
    admin.token,
  );
  const [search] = await audited(admin, { text: 'found' }, ({ args }) => String(args['text']).startsWith('found '));
  expect(search?.args['text']).toBe('found *** and ***');
  const trail = JSON.stringify(await admin.call(calls.searchAudit, { body: { size: 1000 } }));
  for (const hidden of [secret, key, admin.token, ADMIN_PASSWORD]) {
    expect(trail).not.toContain(hidden);
    expect(product.output()).not.toContain(hidden);
  }
});

it("shows who took a name nothing of what is another's", async () => {
  const password = 'Quiet!River7';
  const body = { userName: 'walker', password, roles: ['USER'], modules: ['Webint'] };
  const { id } = await admin.call(calls.createUser, { body });
  const walker = await Api.login(product.url, 'walker', password);
  await audited(walker, { actionTypes: ['LOGIN'] });
  await admin.call(calls.updateUser, { params: { id }, body: { ...body, userName: 'runner', password: null } });
  await admin.call(calls.createUser, { body });
  const [first, second] = [await Api.login(product.url, 'runner', password), await Api.login(product.url, 'walker', password)];
  const named = (entries: Array<{ username: string }>) => [...new Set(entries.map(({ username }) => username))].toSorted();
  expect(named(await audited(first, {}, ({ actionType }) => actionType === 'LOGIN'))).toEqual(expect.arrayContaining(['walker']));
  const logins = await audited(second, { actionTypes: ['LOGIN'] });
  expect(logins).toHaveLength(1);
  const own = await second.call(calls.searchAudit, { body: { size: 1000 } });
  expect(named(own.content)).toEqual(['walker']);
  expect(Math.min(...own.content.map(({ createdTimestamp }) => createdTimestamp))).toBe(logins[0]?.createdTimestamp);
});

it('tells who listens to changes and who checks the chain', async () => {
  await listen(admin);
  await admin.call(calls.auditChain);
  expect(await audited(admin, { actionTypes: ['PROFILE'], text: 'profile.updated' })).toMatchObject([{ username: 'admin', outcome: 'OK' }]);
  expect(await audited(admin, { actionTypes: ['AUDIT'] }, ({ details }) => details === calls.auditChain.summary)).toMatchObject([
    { username: 'admin', outcome: 'OK' },
  ]);
});

it('is not whole with an entry where the service put none', async () => {
  expect(await admin.call(calls.auditChain)).toMatchObject({ whole: true });
  for (const place of [0, -7]) {
    const takeAway = await putStranger(product.dataDir, place);
    expect(await admin.call(calls.auditChain)).toMatchObject({ whole: false, brokenAt: 'stranger' });
    await takeAway();
  }
  expect(await admin.call(calls.auditChain)).toMatchObject({ whole: true });
});
