import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openElasticIndex } from '@numscope/adapters/elastic';
import { calls } from '@numscope/contracts';
import type { SearchIndex } from '@numscope/platform';
import {
  authed,
  type Caller,
  createTestKit,
  phoneResolvedEvent,
  stubClient,
  testDatabase,
  type TestKit,
  testSearch,
  type TestSearch,
} from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { createProfilesService } from '../../src/app.ts';
import { mendIndex, rebuildIndex } from '../../src/commands/rebuild-index.ts';
import { openProfilesMongoStore } from '../../src/store/mongo/index.ts';
import type { ProfileStore } from '../../src/store/profile-store.port.ts';
import { foundPhone } from '../setup.ts';

const PROFILES = 1200;
const AT_ONCE = 300;
const phoneOf = (place: number): string => `+${998_901_000_000 + place}`;
const everything = { must: [], should: [], offset: 0, limit: 3, countUpTo: null };

let test: TestKit;
let search: TestSearch;
let storeUrl: string;
let store: ProfileStore;
let index: SearchIndex;
const never = new AbortController().signal;

/** All profiles are in the records and none is in the index. */
beforeEach(async () => {
  test = await createTestKit('profiles');
  search = testSearch();
  const database = await testDatabase(test);
  storeUrl = database.url;
  store = await openProfilesMongoStore(await database.connect(), { log: test.kit.log });
  index = await openElasticIndex({ url: search.url, prefix: search.prefix, log: test.kit.log });
  for (let at = 0; at < PROFILES; at += AT_ONCE) {
    const events = Array.from({ length: AT_ONCE }, (_none, n) =>
      phoneResolvedEvent(foundPhone(phoneOf(at + n), { firstName: 'Anvar' })),
    );
    const work = await store.absorb(
      events.map(({ json }) => json),
      1_750_000_000_000,
    );
    if (work) await store.finishWork(work.id);
  }
});
afterEach(async () => {
  await index.close();
  await store.close();
  await test.close();
  await search.dispose();
});

/** The administrator's command with these settings. */
async function command(settings: Record<string, string>): Promise<{ code: unknown; said: string }> {
  const script = join(import.meta.dirname, '../../src/rebuild.ts');
  const child = spawn(process.execPath, [script], {
    env: { LOG_LEVEL: 'silent', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const said = await text(child.stderr);
  const [code] = await ended;
  return { code, said };
}

it('makes the index anew by the command', async () => {
  const address = new URL(search.url);
  address.searchParams.set('prefix', search.prefix);
  expect(await command({ STORE_URL: storeUrl, SEARCH_URL: address.href })).toEqual({ code: 0, said: '' });
  expect(await index.search(everything)).toEqual({
    phones: [0, 1, 2].map(phoneOf),
    total: PROFILES,
    totalIsLowerBound: false,
  });
});

it('when the command is told to end twice, as npm does by Ctrl-C, then it ends in order all the same', async () => {
  const address = new URL(search.url);
  address.searchParams.set('prefix', search.prefix);
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/rebuild.ts')], {
    env: { LOG_LEVEL: 'info', STORE_URL: storeUrl, SEARCH_URL: address.href },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const complaint = text(child.stderr);
  let told = '';
  for await (const chunk of child.stdout) {
    const before = told;
    told += String(chunk);
    for (const sign of ['is being rebuilt', '"stopping"'])
      if (told.includes(sign) && !before.includes(sign)) child.kill('SIGINT');
  }
  expect({ ended: await ended, complaint: await complaint }).toEqual({
    ended: [1, null],
    complaint: expect.stringContaining('stopped before it was done'),
  });
  expect(await index.count()).toBe(0);
});

it('says what the command lacks', async () => {
  const { code, said } = await command({});
  expect(code).toBe(1);
  expect(said).toMatch(/STORE_URL/);
  expect(said).toMatch(/SEARCH_URL/);
});

it('when a profile is deleted between reading and writing it, then its entry does not come back', async () => {
  const records: Parameters<typeof rebuildIndex>[0] = {
    count: () => store.count(),
    documents: (phones) => store.documents(phones),
    revisions: (phones) => store.revisions(phones),
    documentsAfter: async (phone, limit) => {
      const documents = await store.documentsAfter(phone, limit);
      if (phone === null) {
        const work = await store.remove(phoneOf(1), 'DELETED', null);
        await index.remove(work?.removals ?? []);
      }
      return documents;
    },
  };
  expect(await rebuildIndex(records, index, test.kit.log, never)).toBe(true);
  expect(await index.search(everything)).toEqual({
    phones: [0, 2, 3].map(phoneOf),
    total: PROFILES - 1,
    totalIsLowerBound: false,
  });
});

it('when several instances begin with a lost index, then it is whole after, and stays as it is', async () => {
  const before = await search.indices();
  await Promise.all([1, 2, 3].map(() => mendIndex(store, index, test.kit.log, never)));
  expect(await index.count()).toBe(PROFILES);
  const after = await search.indices();
  expect(after).toHaveLength(1);
  await mendIndex(store, index, test.kit.log, never);
  expect(await search.indices()).toEqual(after);
  expect(after).not.toEqual(before);
});

/** A service as its process begins it, with how many profiles a search finds there, or its fault, and its health. */
async function begin(of: TestKit, at: TestSearch, records: ProfileStore) {
  const opened = await openElasticIndex({ url: at.url, prefix: at.prefix, log: of.kit.log, records });
  const deps = { kit: of.kit, bus: of.bus, client: stubClient(), index: opened, store: records };
  const service = await createProfilesService(deps);
  await service.start();
  const caller = authed(service.app, of.tokenFor('ADMIN'));
  const find = async () => {
    const answer = await caller.call(calls.searchProfiles, { body: { filters: {} } });
    const { totalElements, code } = answer.json<{ totalElements?: number; code?: string }>();
    return [totalElements ?? code, (await service.health()).status];
  };
  const close = async (): Promise<void> => {
    await service.close();
    await opened.close();
  };
  return { find, close };
}

it('when the index was lost before services start, then no search answers until it is whole', async () => {
  for (const name of await search.indices()) await fetch(new URL(name, search.url), { method: 'DELETE' });
  const { promise: mayRead, resolve: letRead } = Promise.withResolvers<void>();
  const records: ProfileStore = Object.assign(Object.create(store), {
    async documentsAfter(...asked: Parameters<ProfileStore['documentsAfter']>) {
      await mayRead;
      return store.documentsAfter(...asked);
    },
  });
  const services = [await begin(test, search, records), await begin(test, search, records)];
  for (const { find } of services) expect(await find()).toEqual(['SERVICE_UNAVAILABLE', 'DOWN']);
  letRead();
  for (const { find } of services) await askUntil(find, (told) => isDeepStrictEqual(told, [PROFILES, 'UP']));
  await askUntil(
    () => search.indices(),
    (names) => names.length === 1,
  );
  for (const { close } of services) await close();
});

it('when services start for the first time, then each answers at once', async () => {
  const [kit, cluster] = [await createTestKit('profiles'), testSearch()];
  const database = await testDatabase(kit);
  const open = async () => openProfilesMongoStore(await database.connect(), { log: kit.kit.log });
  const stores = await Promise.all([open(), open()]);
  const services = await Promise.all(stores.map((records) => begin(kit, cluster, records)));
  for (const { find } of services) expect(await find()).toEqual([0, 'UP']);
  for (const { close } of services) await close();
  await kit.close();
  await cluster.dispose();
});

it('when the index is lost while services run, then no search answers until it is whole again, with what was written meanwhile', async () => {
  const opened = await Promise.all(
    [1, 2].map(() => openElasticIndex({ url: search.url, prefix: search.prefix, log: test.kit.log })),
  );
  let mayRead: Promise<void> = Promise.resolve();
  const records: ProfileStore = Object.assign(Object.create(store), {
    async documentsAfter(...asked: Parameters<ProfileStore['documentsAfter']>) {
      await mayRead;
      return store.documentsAfter(...asked);
    },
  });
  const services = await Promise.all(
    opened.map((each) =>
      createProfilesService({ kit: test.kit, bus: test.bus, client: stubClient(), index: each, store: records }),
    ),
  );
  const callers = services.map(({ app }) => authed(app, test.tokenFor('ADMIN')));
  const [first, second] = callers;
  if (!first || !second) throw new Error('there are two');
  const find = async (caller: Caller) => {
    const answer = await caller.call(calls.searchProfiles, { body: { filters: {} } });
    const said = answer.json<{ totalElements?: number; code?: string }>();
    return said.totalElements ?? said.code;
  };
  for (const service of services) await service.start();
  await askUntil(
    () => find(first),
    (total) => total === PROFILES,
  );
  const { promise, resolve: letRead } = Promise.withResolvers<void>();
  mayRead = promise;
  for (const name of await search.indices()) await fetch(new URL(name, search.url), { method: 'DELETE' });
  expect(await find(first)).toBe('SERVICE_UNAVAILABLE');
  expect((await second.call(calls.deleteProfile, { params: { phone: phoneOf(1) } })).statusCode).toBe(204);
  letRead();
  const told = await Promise.all(
    callers.map((caller) =>
      askUntil(
        () => find(caller),
        (found) => found !== 'SERVICE_UNAVAILABLE',
      ),
    ),
  );
  expect(told).toEqual([PROFILES - 1, PROFILES - 1]);
  await askUntil(
    () => search.indices(),
    (names) => names.length === 1,
  );
  for (const service of services) await service.close();
});
