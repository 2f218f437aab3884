import { describe, expect, it } from '@jest/globals';
import { calls, type Observation, type Profile } from '@numscope/contracts';
import { headOf, newIdAt, type OutgoingEvent, outgoing, unpackEvents } from '@numscope/platform';
import { buildJobPass, buildObservation, phoneResolvedEvent } from '@numscope/testing';
import { storePair } from '@numscope/testing/suites';
import * as fc from 'fast-check';
import { openProfilesMongoStore } from '../../src/store/mongo/index.ts';
import { phoneCollection } from '../../src/store/mongo/phone-documents.ts';
import { carryOutRemoval } from '../../src/store/mongo/removals.ts';
import type { ProfileStore } from '../../src/store/profile-store.port.ts';
import type { IndexWork } from '../../src/store/index-work.ts';
import { observations } from '../arbitraries.ts';
import { foundPhone } from '../setup.ts';

const PHONE = '+998901234567';
const AT = 1_750_000_000_000;

const pair = storePair('profiles', (connection, { kit }) => openProfilesMongoStore(connection, { log: kit.log }));

const absorb = (store: ProfileStore, ...events: OutgoingEvent[]) =>
  store.absorb(
    events.map(({ json }) => json),
    AT,
  );
const profileOf = async (phone: string): Promise<Profile | null> => {
  const [text] = await pair.stores[0].profiles([phone]);
  return text === undefined ? null : (JSON.parse(text) as Profile);
};
const idsOf = (work: IndexWork | null): string[] => unpackEvents(work?.events ?? '').map(({ id }) => id);
const toldOf = (work: IndexWork | null) =>
  unpackEvents(work?.events ?? '').map(({ json }) => (JSON.parse(json) as { data: Record<string, unknown> }).data);

/** What is the same whoever came first. */
const timeless = (profile: Profile | null) => profile && { ...profile, id: '', jobs: [...profile.jobs].sort() };

/** Makes what waits in the journal look as if it was written long ago by a process that is gone. */
async function abandon(): Promise<void> {
  const journal = pair.connection.collection<{ _id: string }>('index_work');
  const entries = await journal.find().sort({ _id: 1 }).toArray();
  for (const [place, entry] of entries.entries()) {
    await journal.deleteOne({ _id: entry._id });
    await journal.insertOne({ ...entry, _id: newIdAt(Date.now() - 60_000 + place), owner: 'gone' } as never);
  }
}

/** Waits until the clock of events has gone on, so that what follows is later. */
function tick(): void {
  const now = Date.now();
  while (Date.now() === now);
}

let run = 0;
/** Each run of a property has numbers of its own. */
const phonesOfRun = (count: number): string[] => {
  run++;
  return Array.from({ length: count }, (_none, place) => `+9989${String(run * 1000 + place).padStart(8, '0')}`);
};

it('loses no observation when both absorb the same phones at once, and ends with the same profiles as one after the other', async () => {
  const answers = fc.array(fc.record({ place: fc.nat(3), job: fc.integer({ min: 1, max: 3 }), list: observations }), {
    minLength: 2,
    maxLength: 10,
  });
  await fc.assert(
    fc.asyncProperty(answers, fc.nat(10), async (given, cut) => {
      const together = phonesOfRun(4);
      const apart = phonesOfRun(4);
      const eventsFor = (phones: string[]) =>
        given.map(({ place, job, list }, at) => {
          const phone = phones[place] ?? '';
          const own = list.map(
            (observation) => ({ ...observation, id: `${at}-${observation.id}`, phone }) satisfies Observation,
          );
          return phoneResolvedEvent({ phone, job: buildJobPass({ id: `job-${job}`, number: job }), observations: own });
        });
      const events = eventsFor(together);
      const work = await Promise.all([
        absorb(pair.stores[0], ...events.slice(0, cut)),
        absorb(pair.stores[1], ...events.slice(cut)),
      ]);
      for (const event of eventsFor(apart)) await absorb(pair.stores[0], event);
      expect(work.flatMap(idsOf).sort()).toEqual(events.map(({ id }) => `${id}:updated`).sort());
      for (const [place, phone] of together.entries()) {
        const expected = timeless(await profileOf(apart[place] ?? ''));
        expect(timeless(await profileOf(phone))).toEqual(expected && { ...expected, phone });
      }
    }),
    { numRuns: 40 },
  );
});

it('tells all of a batch again when it comes to another because the first died before it told', async () => {
  const events = [
    phoneResolvedEvent(foundPhone(PHONE, { city: 'a' })),
    phoneResolvedEvent(foundPhone('+998901111111', { city: 'b' })),
  ];
  const first = await absorb(pair.stores[0], ...events);
  const again = await absorb(pair.stores[1], ...events);
  expect(idsOf(again)).toEqual(idsOf(first));
  expect(again?.upserts).toEqual(first?.upserts);
  expect(toldOf(again)).toMatchObject([{ revision: 1 }, { revision: 1 }]);
});

it('finishes what another process left, with the profiles as they are by then', async () => {
  const work = await absorb(pair.stores[0], phoneResolvedEvent(foundPhone(PHONE, { city: 'a' })));
  await absorb(pair.stores[0], phoneResolvedEvent(foundPhone('+998901111111', { city: 'b' })));
  expect(await pair.stores[1].abandonedWork(4)).toEqual([]);
  expect(await pair.stores[1].hasOpenWork()).toBe(true);
  await pair.stores[0].remove('+998901111111', 'DELETED', null);
  await abandon();
  const left = await pair.stores[1].abandonedWork(4);
  expect(left.map(({ upserts, removals }) => [upserts, removals])).toEqual([
    [work?.upserts, []],
    [[], ['+998901111111']],
    [[], ['+998901111111']],
  ]);
  expect(left.map(({ events }) => events?.includes('profile.deleted'))).toEqual([false, false, true]);
  for (const { id } of left) await pair.stores[1].finishWork(id);
  const pending = await pair.stores[1].pendingEvents(16);
  expect(pending.flatMap(({ events }) => events.map(({ topic }) => topic))).toEqual([
    'profile.updated',
    'profile.updated',
    'profile.deleted',
  ]);
  await pair.stores[1].clearEvents(pending.map(({ id }) => id));
  expect(await pair.stores[0].hasOpenWork()).toBe(false);
});

it('brings no profile back by an event from before its removal, but tells the job that waits; what is found later gets in with a greater revision', async () => {
  const before = phoneResolvedEvent(foundPhone(PHONE, { city: 'before', photos: ['a'.repeat(64)] }));
  const work = await absorb(pair.stores[0], before);
  tick();
  const removed = await pair.stores[1].remove(PHONE, 'DELETED', null);
  expect(toldOf(removed)).toMatchObject([{ phone: PHONE, images: ['a'.repeat(64)] }]);

  const late = await absorb(pair.stores[0], before);
  expect(await profileOf(PHONE)).toBeNull();
  expect(late?.upserts).toEqual([]);
  expect(idsOf(late)).toEqual([`${before.id}:updated`, `${before.id}:deleted`]);

  const found = await absorb(
    pair.stores[0],
    phoneResolvedEvent(foundPhone(PHONE, { lastName: 'after' }, { source: 'VIBER' })),
  );
  expect(headOf(found!.upserts[0]!).revision).toBeGreaterThan(headOf(work!.upserts[0]!).revision);
  await absorb(pair.stores[1], before);
  expect(await profileOf(PHONE)).toMatchObject({ lastName: 'after', city: null, sources: ['VIBER'] });
});

it('keeps nothing of a removed person but the number and its revision, for as long as events of before may come', async () => {
  await absorb(pair.stores[0], phoneResolvedEvent(foundPhone(PHONE, { firstName: 'Anvar', photos: ['a'.repeat(64)] })));
  await pair.stores[0].remove(PHONE, 'ERASED', null);
  const document = await pair.connection.collection<{ _id: string }>('profiles').findOne({ _id: PHONE });
  expect(Object.keys(document ?? {}).sort()).toEqual([
    '_id',
    'found',
    'id',
    'removed',
    'removedBy',
    'revision',
    'until',
    'version',
  ]);
});

it('removes a profile once when several ask at the same time', async () => {
  await absorb(pair.stores[0], phoneResolvedEvent(foundPhone(PHONE, { city: 'a' })));
  const all = await Promise.all(
    Array.from({ length: 6 }, (_none, n) => pair.stores[n % 2 === 0 ? 0 : 1].remove(PHONE, 'DELETED', null)),
  );
  expect(all.filter((work) => work !== null)).toHaveLength(1);
});

it('knows of a removal that another process finished first that it was its own, and of another that it was not', async () => {
  await absorb(pair.stores[0], phoneResolvedEvent(foundPhone(PHONE, { city: 'a' })));
  const documents = phoneCollection(pair.connection);
  const profileId = (await documents.findOne({ _id: PHONE }))?.id ?? '';
  const removal = { kind: 'removal', at: Date.now(), phone: PHONE, profileId, reason: 'DELETED', audit: null } as const;
  const held: string[] = [];
  const carryOut = (id: string) =>
    carryOutRemoval(documents, async (events) => `held ${held.push(events)}`, { ...removal, id });
  expect(await carryOut('ours')).toMatchObject({ id: 'held 1', removals: [PHONE] });
  expect(await carryOut('ours')).toMatchObject({ upserts: [], removals: [PHONE], events: '' });
  expect(await carryOut('theirs')).toBeNull();
  tick();
  await absorb(pair.stores[0], phoneResolvedEvent(foundPhone(PHONE, { city: 'b' })));
  expect(await carryOut('ours')).toMatchObject({ removals: [PHONE], events: '' });
  expect(held).toHaveLength(1);
  expect(await profileOf(PHONE)).toMatchObject({ city: 'b' });
});

it('tells of a removal that two processes finish the same, whenever they do', async () => {
  await absorb(pair.stores[0], phoneResolvedEvent(foundPhone(PHONE, { city: 'a' })));
  const documents = phoneCollection(pair.connection);
  const profileId = (await documents.findOne({ _id: PHONE }))?.id ?? '';
  const removal = {
    kind: 'removal',
    id: 'ours',
    at: 1,
    phone: PHONE,
    profileId,
    reason: 'DELETED',
    audit: null,
  } as const;
  const held: string[] = [];
  const finish = (meanwhile: () => Promise<unknown>) =>
    carryOutRemoval(
      documents,
      async (events) => {
        await meanwhile();
        return `held ${held.push(events)}`;
      },
      removal,
    );
  await finish(async () => {
    tick();
    await finish(async () => undefined);
  });
  expect(held).toHaveLength(2);
  expect(held[1]).toBe(held[0]);
});

it('leaves no picture behind when a profile is removed while it gets more of them', async () => {
  for (let round = 0; round < 10; round++) {
    const [phone = ''] = phonesOfRun(1);
    const images = Array.from({ length: 4 }, (_none, n) => `${round}${n}`.padStart(64, '0'));
    const answer = (image: string, n: number) =>
      phoneResolvedEvent({
        phone,
        observations: [buildObservation({ phone, source: `S${n}`, fields: { photos: [image] } })],
      });
    const [first, ...others] = images.map(answer);
    await absorb(pair.stores[0], ...[first].filter((event) => event !== undefined));
    tick();
    const [removed, ...answered] = await Promise.all([
      pair.stores[0].remove(phone, 'DELETED', null),
      ...others.map((event) => absorb(pair.stores[1], event)),
    ]);
    const told = [removed, ...answered].flatMap(toldOf).flatMap(({ images: gone = [] }) => gone as string[]);
    const kept = (await profileOf(phone))?.images ?? [];
    expect([...told, ...kept].sort()).toEqual(images);
  }
});

it('counts each number once, whatever it was to whom', async () => {
  const phones = phonesOfRun(30);
  const events = phones.map((phone, place) =>
    place % 3 === 0
      ? phoneResolvedEvent({ phone, status: 'NOT_FOUND', observations: [] })
      : phoneResolvedEvent(foundPhone(phone, { city: 'a' })),
  );
  const lookedUp = phones.map((phone) => phoneResolvedEvent({ phone, status: 'NOT_FOUND', observations: [] }));
  await Promise.all([
    absorb(pair.stores[0], ...events),
    absorb(pair.stores[1], ...lookedUp),
    absorb(pair.stores[0], ...lookedUp),
    absorb(pair.stores[1], ...events),
  ]);
  expect(await pair.stores[0].countryStatistics()).toEqual([{ country: 'ZZ', phones: 30, profiles: 20 }]);
  expect(await pair.stores[1].count()).toBe(20);
  await pair.stores[1].remove(phones[1] ?? '', 'DELETED', null);
  expect(await pair.stores[1].countryStatistics()).toEqual([{ country: 'ZZ', phones: 29, profiles: 19 }]);
});

describe('an import of several parts', () => {
  const start = { id: '01', at: AT, by: 'admin', job: { id: 'main', number: 1 } };
  const staged = (phones: readonly string[]) =>
    JSON.stringify(
      phones.map((phone) => ({
        phone,
        observations: [
          { id: phone, source: 'IMPORT', at: AT, cached: false, status: 'FOUND', fields: { city: 'a' }, trust: 0.5 },
        ],
      })),
    );

  it('is put in by whoever is there, each part once, with its audit entry', async () => {
    const audit = outgoing('audit.logged', 'a', {
      actionType: 'PROFILE',
      createdTimestamp: AT,
      details: calls.importProfiles.summary,
      username: 'admin',
      ip: '::1',
      args: {},
      outcome: 'OK',
    });
    const phones = phonesOfRun(1200);
    const [first, second] = pair.stores;
    await first.beginImport(start);
    for (let at = 0; at < phones.length; at += 100)
      await first.stageImport('01', staged(phones.slice(at, at + 100)), 100);
    expect(await second.applyImport('01')).toBeNull();
    expect(await second.count()).toBe(0);
    await first.countImport('01', audit);
    const told: string[] = [];
    const applyAll = async (store: (typeof pair.stores)[0]): Promise<void> => {
      for (let part = await store.applyImport('01'); part; part = await store.applyImport('01'))
        told.push(...idsOf(part.work));
    };
    await Promise.all([applyAll(first), applyAll(second)]);
    expect(new Set(told).size).toBe(1201);
    await second.finishImport('01');
    expect(await first.importOf('01')).toMatchObject({ state: 'DONE', profiles: 1200, applied: 1200, by: 'admin' });
    expect(await first.count()).toBe(1200);
    expect(await pair.connection.collection('import_parts').countDocuments()).toBe(0);
  });

  it('that was withdrawn cannot count any more, and leaves nothing', async () => {
    await pair.stores[0].beginImport(start);
    await pair.stores[0].stageImport('01', staged(phonesOfRun(3)), 3);
    await pair.stores[1].withdrawImport('01', []);
    await expect(pair.stores[0].stageImport('01', staged(phonesOfRun(3)), 3)).rejects.toThrow('withdrawn');
    await expect(pair.stores[0].countImport('01', null)).rejects.toThrow('withdrawn');
    expect(await pair.stores[0].importOf('01')).toMatchObject({ state: 'WITHDRAWN' });
    expect(await pair.connection.collection('import_parts').countDocuments()).toBe(0);
  });

  const parts = () => pair.connection.collection<{ _id: string; profiles: string }>('import_parts');
  const partIds = async () => (await parts().find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
  /** As a process leaves it that is killed just before it deletes a part. */
  const leave = (_id: string) => parts().insertOne({ _id, profiles: staged(phonesOfRun(1)) });

  it('leaves nothing once it is in, also of a part whose process was killed before it had deleted it', async () => {
    const [first, second] = pair.stores;
    await first.beginImport(start);
    for (const phone of phonesOfRun(2)) await first.stageImport('01', staged([phone]), 1);
    await first.countImport('01', null);
    await first.applyImport('01');
    await leave('01/0');
    await second.applyImport('01');
    await second.finishImport('01');
    expect([await partIds(), (await first.importOf('01'))?.state]).toEqual([[], 'DONE']);
  });

  it('that is over leaves nothing after a kill, and those that are not keep all', async () => {
    const [store] = pair.stores;
    const fault = { row: 1, field: 'phone', message: 'wrong' };
    for (const id of ['01', '02', '03', '04', '05']) {
      await store.beginImport({ ...start, id });
      for (const phone of phonesOfRun(11)) await store.stageImport(id, staged([phone]), 1);
    }
    const open = (await partIds()).filter((id) => /^0[15]/.test(id));
    await store.withdrawImport('02', []);
    await store.withdrawImport('03', [fault]);
    for (const id of ['04', '05']) await store.countImport(id, null);
    while (await store.applyImport('04'));
    await store.finishImport('04');
    expect(await partIds()).toEqual(open);
    for (const id of ['02', '03', '04']) for (const place of [0, 10]) await leave(`${id}/${place}`);
    await store.withdrawImport('02', []);
    expect((await partIds()).filter((id) => id.startsWith('02'))).toEqual([]);
    await leave('02/1');
    await pair.stores[1].importsToFinish();
    expect(await partIds()).toEqual(open);
    await store.withdrawImport('05', []);
    expect(await partIds()).toEqual(open);
  });
});

it('lets one work at a time, and the next when it is done', async () => {
  const seen: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const { signal } = new AbortController();
  const begun = Promise.withResolvers<void>();
  const first = pair.stores[0].inTurn(async () => {
    begun.resolve();
    await promise;
    seen.push('first');
  }, signal);
  await begun.promise;
  const stopped = new AbortController();
  const never = pair.stores[1].inTurn(async () => void seen.push('never'), stopped.signal);
  stopped.abort();
  await never;
  const second = pair.stores[1].inTurn(async () => void seen.push('second'), signal);
  resolve();
  await Promise.all([first, second]);
  expect(seen).toEqual(['first', 'second']);
});

it('tells of saved searches by one of them only, and forgets those that were dropped', async () => {
  const audit = () =>
    outgoing('user.changed', 'admin', { userName: 'admin', at: AT, roles: [], modules: [], deleted: false });
  const filter = { filters: { name: { values: ['anvar'], and: true } }, page: 0, size: 15 };
  const owner = { userId: 'u1', userName: 'admin' };
  await pair.stores[1].saveSearch(owner, { id: 's', name: 'mine', filter, createdTimestamp: AT }, audit());
  expect(await pair.stores[0].savedSearches(owner.userId)).toMatchObject([{ id: 's', filter }]);
  const dropped = await Promise.all(pair.stores.map((store) => store.dropSearch(owner.userId, 's', audit())));
  expect(dropped.filter(Boolean)).toHaveLength(1);
  const pending = (await Promise.all(pair.stores.map((store) => store.pendingEvents(16)))).flat();
  expect(pending).toHaveLength(2);
  await pair.stores[0].clearEvents(pending.map(({ id }) => id));
  expect(await pair.connection.collection('saved_searches').countDocuments()).toBe(0);
});

it('keep no more saved searches of a user than there may be, whichever they come to', async () => {
  const owner = { userId: newIdAt(AT - 1), userName: 'admin' };
  const search = (id: string) => ({ id, name: id, filter: { filters: {}, page: 0, size: 15 }, createdTimestamp: AT });
  // Some are of before: by the name alone, and moved here from elsewhere, with an id and no place.
  const stored = (id: string, more: object) => ({
    _id: id,
    userName: 'admin',
    name: id,
    filter: JSON.stringify(search(id).filter),
    created: AT,
    ...more,
  });
  await pair.connection
    .collection<{ _id: string }>('saved_searches')
    .insertMany([
      stored('by name', {}),
      stored('moved', { userId: owner.userId }),
      stored('older than the user', { created: AT - 2 }),
    ]);
  await Promise.all(pair.stores.map((store) => store.adoptSearches(owner)));
  const saved = await Promise.all(
    Array.from({ length: 130 }, (_none, n) =>
      pair.stores[n % 2 === 0 ? 0 : 1].saveSearch(owner, search(`new ${n}`), null),
    ),
  );
  expect(saved.filter(Boolean)).toHaveLength(98);
  const ids = (await pair.stores[0].savedSearches(owner.userId)).map(({ id }) => id);
  expect([ids.length, ids.includes('by name'), ids.includes('moved'), ids.includes('older than the user')]).toEqual([
    100,
    true,
    true,
    false,
  ]);
  expect(await pair.stores[1].dropSearch(owner.userId, 'by name', null)).toBe(true);
  expect([
    await pair.stores[0].saveSearch(owner, search('x'), null),
    await pair.stores[0].saveSearch(owner, search('y'), null),
  ]).toEqual([true, false]);
});
