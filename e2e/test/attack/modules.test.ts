import { beforeAll, expect, it } from '@jest/globals';
import { type Call, calls, type Module, pathsOf, type Role, type User } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import { Api } from '../../src/calls/api.ts';
import { attacked } from '../../src/attack/attacked.ts';
import { listen } from '../../src/attack/heard.ts';
import type { Product } from '../../src/product/product.ts';
import { picturedPhone } from '../../src/attack/pictured-phone.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';

const password = 'Quiet!River7';
const all: Array<[string, Call]> = Object.entries(calls);
const outside = all.filter(([, call]) => call.access !== 'service');
const ofProfiler = outside.filter(([, call]) => call.module === 'Profiler');

let product: Product;
let admin: Api;
/** Of a job that has run. */
let phone: string;
let imageId: string;

async function member(userName: string, roles: Role[], modules: Module[]): Promise<{ api: Api; user: User }> {
  const user = await admin.call(calls.createUser, { body: { userName, password, roles, modules } });
  return { user, api: await Api.login(product.url, userName, password) };
}

/** One bare request to a call, with values that exist where its path wants some. */
async function statusOf(api: Api, { method, returns, ...call }: Call, path = call.path): Promise<number> {
  const values: Record<string, string> = {
    phone,
    id: path.includes('/image/') ? imageId : '1',
    type: 'ALL',
    jobStatus: 'PAUSED',
    name: 'SANDBOX',
  };
  const url = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(values[name] ?? '1'));
  const json =
    method === 'GET' || method === 'DELETE' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } };
  const response = await fetch(api.url + url, {
    method,
    ...json,
    headers: { ...json.headers, authorization: `Bearer ${api.token}` },
  });
  // A stream of events has no end.
  if (response.ok && returns === 'events') await response.body?.cancel();
  else await response.arrayBuffer();
  return response.status;
}

sharedProductForAll((opened) => ({ product, admin } = opened), attacked);
beforeAll(async () => {
  ({ phone, imageId } = await picturedPhone(admin));
});

it('answers 403 to every call of profiles and jobs where the module is lacking, at all its paths, to administrators too', async () => {
  expect(ofProfiler.map(([name]) => name)).toEqual(
    expect.arrayContaining(['getImage', 'getThumbnail', 'countryStatistics', 'testSource']),
  );
  for (const role of ['USER', 'ADMIN'] as const) {
    const { api } = await member(`webint_${role.toLowerCase()}`, [role], ['Webint']);
    const answered: Array<[string, string, number]> = [];
    for (const [name, call] of ofProfiler)
      for (const path of pathsOf(call)) answered.push([name, path, await statusOf(api, call, path)]);
    expect(answered.filter(([, , status]) => status !== 403)).toEqual([]);
    expect(await api.call(calls.me)).toMatchObject({ modules: ['Webint'] });
    // What was done reaches the trail in its own time.
    const entries = async (): Promise<number> => (await api.call(calls.searchAudit, { body: {} })).content.length;
    expect(await askUntil(entries, (count) => count > 0, { withinMs: 20_000 })).toBeGreaterThan(0);
  }
});

it('lets a USER with the module at what is for users, and at nothing that is for administrators', async () => {
  const { api } = await member('profiler_user', ['USER'], ['Profiler']);
  const refused: string[] = [];
  for (const [name, call] of outside.filter(([name]) => name !== 'logout'))
    if ((await statusOf(api, call)) === 403) refused.push(name);
  const due = outside.filter(([, call]) => call.access === 'ADMIN').map(([name]) => name);
  expect(refused.toSorted()).toEqual(due.toSorted());
  expect(await statusOf(api, calls.getImage)).toBe(200);
  expect(await statusOf(api, calls.getThumbnail)).toBe(200);
});

it('tells a line without the module nothing of phones and jobs, and closes it when its rights change', async () => {
  const seen = await listen(admin);
  const reader = await listen((await member('reading_user', ['USER'], ['Profiler'])).api);
  const web = await member('listening_user', ['USER'], ['Webint']);
  const webAdmin = await member('listening_admin', ['ADMIN'], ['Webint']);
  const deaf = await Promise.all([listen(web.api), listen(webAdmin.api)]);

  for (const from of [998_901_240_000, 998_901_250_000]) {
    const { number } = await admin.call(calls.createJobByRange, {
      body: { name: 'Heard', from: String(from), to: String(from + 49) },
    });
    const isOfThis = (told: string): boolean => told.startsWith(`+${String(from).slice(0, 9)}`);
    await seen.hears(
      (message) => message.type === 'job.updated' && message.data.number === number && message.data.status === 'DONE',
    );
    await reader.hears((message) => message.type === 'profile.updated' && isOfThis(message.data.phone));
  }
  await Promise.all([...deaf, reader].map((line) => line.reached()));
  expect(deaf.map(({ messages }) => messages.map(({ type }) => type))).toEqual([['ready'], ['ready']]);
  // How far faces are looked for in their pictures is for whoever reads profiles.
  const heard = new Set(reader.messages.map(({ type }) => type));
  heard.delete('step');
  expect(heard).toEqual(new Set(['ready', 'profile.updated']));

  const draft = { userName: web.user.userName, roles: web.user.roles, modules: ['Profiler'] as const };
  await admin.call(calls.updateUser, { params: { id: web.user.id }, body: draft });
  expect(await deaf[0]?.closed).toBe(4401);
  for (const line of [seen, reader, ...deaf]) line.close();
});
