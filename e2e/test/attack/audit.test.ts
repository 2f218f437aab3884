import { expect, it } from '@jest/globals';
import { type Call, calls } from '@numscope/contracts';
import { Api } from '../../src/calls/api.ts';
import { bigBodies } from '../../src/attack/big-bodies.ts';
import { floodWithBigBodies } from '../../src/attack/flood.ts';
import { listen } from '../../src/attack/heard.ts';
import { aside, heldUp, othersDuring } from '../../src/attack/others.ts';
import { sendJson } from '../../src/attack/send-json.ts';
import { audited, keptBytes, putStranger } from '../../src/attack/trail.ts';
import { ADMIN_PASSWORD, type Product } from '../../src/product/product.ts';
import { full } from '../../src/scale.ts';
import { timedAlone } from '../../src/speed/stretch.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';

const MEGABYTE = 1_000_000;
const AT_ONCE = 20;
/** Most calls of others may take no longer, on a machine that does nothing else. */
const SLOW_MS = 200;
const all: readonly Call[] = Object.values(calls);
/** What takes a body and is reached without a token, if only to be refused. */
const reachable = all.filter(
  ({ access, body, accepts }) => access !== 'service' && body !== undefined && accepts !== 'multipart',
);

let product: Product;
let admin: Api;
sharedProductForAll((opened) => ({ product, admin } = opened), { scale: aside });

const pathOf = ({ path }: Call): string => path.replaceAll(/\{(\w+)\}/g, '1');

const send = (path: string, method: string, body: string, token?: string): Promise<number> =>
  sendJson({ url: product.url + path, method, body, token });

it('is not filled by who has no token: big bodies of every kind cost little disk, hold nobody up, and leave it readable', async () => {
  await send(pathOf(calls.login), 'POST', '{}');
  const before = await keptBytes(product.dataDir);
  const { totalElements: entriesBefore } = await admin.call(calls.searchAudit, { body: { size: 1 } });
  // Twenty of each at once to what is public, then each to everything else, or by turns one to each.
  const targets = reachable.map((call, place) => ({
    method: call.method,
    url: product.url + pathOf(call),
    ...(call.access === 'public'
      ? { atOnce: AT_ONCE }
      : { atOnce: 1, ...(full ? {} : { bodies: [place % bigBodies.size] }) }),
  }));
  // Of a signed-in caller even asking for the health is recorded; this is not.
  const paths = [calls.me.path];
  const { done: statuses, met } = await othersDuring(() => floodWithBigBodies(targets), {
    url: product.url,
    token: admin.token,
    paths,
  });
  expect(statuses.filter((status) => status >= 500)).toEqual([]);

  // This search is itself recorded; the topic has one order, so what was recorded before is in the trail when it is.
  await audited(admin, { text: 'a mark' });
  const grown = (await keptBytes(product.dataDir)) - before;
  const { done: page, ms: searchMs } = await timedAlone(() => admin.call(calls.searchAudit, { body: { size: 1000 } }));
  expect(grown).toBeLessThan(MEGABYTE);
  expect(met.map(({ statuses: answered }) => answered)).toEqual([[200]]);
  expect(heldUp('twenty bodies of 1 MB of every kind', met, SLOW_MS)).toEqual([]);
  expect(JSON.stringify(page).length).toBeLessThan(MEGABYTE);
  expect(searchMs).toBeLessThan(2000);
  expect(page.totalElements - entriesBefore).toBeLessThan(statuses.length);
  for (const entry of page.content) expect(JSON.stringify(entry).length).toBeLessThan(8192);
});

it('keeps an entry of a body that was refused unread, by whom and why', async () => {
  for (const kind of ['deep lists', 'an object', 'a text'])
    await send(`/api/user`, 'POST', bigBodies.get(kind) ?? '', admin.token);
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
  await send(`/api/user?${names.map((name) => `${name}=${secret}`).join('&')}`, 'POST', body, admin.token);
  await send(`/api/auth/password`, 'POST', body, admin.token);
  for (const more of [{}, { pass: secret }])
    await send(
      `/api/audit/search`,
      'POST',
      JSON.stringify({ text: `found ${admin.token} and ${key}`, ...more }),
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
  const [first, second] = [
    await Api.login(product.url, 'runner', password),
    await Api.login(product.url, 'walker', password),
  ];
  const named = (entries: Array<{ username: string }>) =>
    [...new Set(entries.map(({ username }) => username))].toSorted();
  expect(named(await audited(first, {}, ({ actionType }) => actionType === 'LOGIN'))).toEqual(
    expect.arrayContaining(['walker']),
  );
  const logins = await audited(second, { actionTypes: ['LOGIN'] });
  expect(logins).toHaveLength(1);
  const own = await second.call(calls.searchAudit, { body: { size: 1000 } });
  expect(named(own.content)).toEqual(['walker']);
  expect(Math.min(...own.content.map(({ createdTimestamp }) => createdTimestamp))).toBe(logins[0]?.createdTimestamp);
});

it('tells who listens to changes and who checks the chain', async () => {
  await listen(admin);
  await admin.call(calls.auditChain);
  expect(await audited(admin, { actionTypes: ['PROFILE'], text: 'profile.updated' })).toMatchObject([
    { username: 'admin', outcome: 'OK' },
  ]);
  expect(
    await audited(admin, { actionTypes: ['AUDIT'], size: 1000 }, ({ details }) => details === calls.auditChain.summary),
  ).toMatchObject([{ username: 'admin', outcome: 'OK' }]);
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
