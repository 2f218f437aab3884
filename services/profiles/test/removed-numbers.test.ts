import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@numscope/adapters/sqlite';
import type { Profile } from '@numscope/contracts';
import { headOf, type OutgoingEvent, unpackEvents } from '@numscope/platform';
import { createTestKit, phoneResolvedEvent, type TestKit } from '@numscope/testing';
import type { ProfileStore } from '../src/store/profile-store.port.ts';
import type { IndexWork } from '../src/store/index-work.ts';
import { forgetRemoved } from '../src/commands/forget-removed.ts';
import { REMEMBERED_MS } from '../src/store/removed.ts';
import { movingProfiles } from '../src/store/move-up.ts';
import { openProfilesStore } from '../src/store/sqlite/index.ts';
import { foundPhone, openStore } from './setup.ts';

const PHONE = '+998901234567';
const OTHER = '+998901234568';
const PICTURE = 'a'.repeat(64);
const AT = 1_750_000_000_000;

/** Waits until the clock of events has gone on, so that what follows is later. */
function tick(): void {
  const now = Date.now();
  while (Date.now() === now);
}

const toldOf = (work: IndexWork | null) =>
  unpackEvents(work?.events ?? '').map(({ id, topic, json }) => ({
    id,
    topic,
    ...(JSON.parse(json) as { at: number; data: Record<string, unknown> }),
  }));

describe('a number whose profile was removed', () => {
  let kit: TestKit;
  let store: ProfileStore;
  beforeEach(async () => {
    kit = await createTestKit('profiles');
    store = await openStore(kit);
  });
  afterEach(async () => {
    await store.close();
    await kit.close();
  });

  const absorb = (...events: OutgoingEvent[]) =>
    store.absorb(
      events.map(({ json }) => json),
      AT,
    );
  const profileOf = async (phone: string): Promise<Profile | null> => {
    const [text] = await store.profiles([phone]);
    return text === undefined ? null : (JSON.parse(text) as Profile);
  };

  it('does not come back by an answer from before, of which the waiting job is told, after a restart too', async () => {
    const before = phoneResolvedEvent(foundPhone(PHONE, { city: 'before', photos: [PICTURE] }));
    const first = await absorb(before);
    tick();
    await store.remove(PHONE, 'DELETED', null);
    const removedAt = Date.now();
    tick();
    await store.close();
    store = await openStore(kit);
    const late = await absorb(before);
    expect(await profileOf(PHONE)).toBeNull();
    expect(late?.upserts).toEqual([]);
    expect(toldOf(late)).toMatchObject([
      { id: `${before.id}:updated`, topic: 'profile.updated', data: { phone: PHONE, job: { id: 'job-1' } } },
      { id: `${before.id}:deleted`, topic: 'profile.deleted', data: { phone: PHONE, images: [PICTURE] } },
    ]);
    // Others keep what was said since.
    expect(toldOf(late)[1]?.at).toBeLessThanOrEqual(removedAt);
    expect(await store.countryStatistics()).toEqual([]);

    const found = await absorb(phoneResolvedEvent(foundPhone(PHONE, { lastName: 'after' }, { source: 'VIBER' })));
    const [document] = found?.upserts ?? [];
    const [former] = first?.upserts ?? [];
    expect(headOf(document!).revision).toBeGreaterThan(headOf(former!).revision);
    // It refers to its pictures itself now.
    expect(toldOf(await absorb(before)).map(({ topic }) => topic)).toEqual(['profile.updated']);
    expect(await profileOf(PHONE)).toMatchObject({ lastName: 'after', city: null, sources: ['VIBER'] });
  });

  it('is remembered for as long as something of before may wait, however long ago it was removed', async () => {
    const before = phoneResolvedEvent(foundPhone(PHONE, { city: 'before' }));
    await absorb(before);
    tick();
    await store.remove(PHONE, 'DELETED', null);
    await store.close();
    store = await openStore(kit);
    const look = (waiting: number, afterMs: number) => {
      const now = Date.now() + afterMs;
      const clock = { now: () => now };
      return forgetRemoved({ bus: { lag: async () => waiting }, store, kit: { log: kit.kit.log, clock } });
    };
    await look(1, REMEMBERED_MS + 1000);
    await look(0, REMEMBERED_MS - 60_000);
    await absorb(before);
    expect(await profileOf(PHONE)).toBeNull();
    await look(0, REMEMBERED_MS + 1000);
    await absorb(before);
    expect(await profileOf(PHONE)).toMatchObject({ city: 'before' });
  });

  it('does not come back by an import that counts since before', async () => {
    const staged = [PHONE, OTHER].map((phone) => ({
      phone,
      observations: [
        { id: phone, source: 'IMPORT', at: AT, cached: false, status: 'FOUND', fields: { city: 'a' }, trust: 0.5 },
      ],
    }));
    await absorb(phoneResolvedEvent(foundPhone(PHONE, { city: 'before' })));
    await store.beginImport({ id: '01', at: AT, by: 'admin', job: { id: 'main', number: 1 } });
    await store.stageImport('01', JSON.stringify(staged), 2);
    await store.countImport('01', null);
    tick();
    await store.remove(PHONE, 'DELETED', null);
    await store.applyImport('01');
    expect([await profileOf(PHONE), await profileOf(OTHER)]).toMatchObject([null, { city: 'a' }]);
  });

  it('that went by the age of its answers comes back by a younger one of before', async () => {
    await absorb(phoneResolvedEvent(foundPhone(PHONE, { city: 'old' })));
    const younger = phoneResolvedEvent(foundPhone(PHONE, { city: 'younger' }, { at: AT + 10, source: 'VIBER' }));
    tick();
    await store.removeForgotten(PHONE, AT + 5);
    await absorb(younger);
    expect(await profileOf(PHONE)).toMatchObject({ city: 'younger' });
  });
});

it('takes along what is kept of removed numbers when it moves up, whatever they are by then', async () => {
  const kit = await createTestKit('profiles');
  const store = await openProfilesStore({ dataDir: kit.dir });
  const [gone, back, lookedUp] = [PHONE, OTHER, '+998901234569'];
  const absorb = (...events: OutgoingEvent[]) =>
    store.absorb(
      events.map(({ json }) => json),
      AT,
    );
  await absorb(...[gone, back, lookedUp].map((phone) => phoneResolvedEvent(foundPhone(phone, { city: 'a' }))));
  for (const phone of [gone, back, lookedUp]) await store.remove(phone, 'DELETED', null);
  tick();
  await absorb(
    phoneResolvedEvent(foundPhone(back, { city: 'b' })),
    phoneResolvedEvent({ phone: lookedUp, status: 'NOT_FOUND', observations: [] }),
  );
  await store.close();
  const { file, migrations } = movingProfiles;
  const db = openDatabase({ path: join(kit.dir, file), migrations });
  const carried = movingProfiles
    .carryings(db)
    .flatMap((carrying) => [...carrying.steps(null)])
    .flatMap(({ documents }) => documents)
    .filter(({ into }) => into === 'profiles')
    .map(({ document }) => document);
  db.close();
  await kit.close();
  const removed = expect.any(Number);
  expect(carried).toMatchObject([
    { _id: back, found: true, revision: 3, removed },
    { _id: lookedUp, found: false, revision: 2, country: 'ZZ', removed },
    { _id: gone, found: false, revision: 2, removed, until: expect.any(Number) },
  ]);
});
