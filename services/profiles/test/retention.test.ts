import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { apiError, calls, type Observation, Profile, Retention } from '@numscope/contracts';
import { openDatabase } from '@numscope/adapters/sqlite';
import { phoneOf } from '@numscope/platform';
import { buildObservation, openTestRecords, phoneResolvedEvent } from '@numscope/testing';
import { migrations } from '../src/store/sqlite/schema.ts';
import { foundPhone, openStore, type Setup, setUp } from './setup.ts';

const DAY_MS = 86_400_000;
const OLD = '+998901234567';
const MIXED = '+998901234568';
const YOUNG = '+998901234569';
const PHOTO = 'a'.repeat(64);
const nothing = { count: 0, atLeast: false };

describe('the retention', () => {
  let setup: Setup;
  let removals: number[];
  let said: (phone: string, source: string, daysAgo: number, fields: object) => Observation;
  beforeEach(async () => {
    setup = await setUp({ retentionLookMs: 50 });
    removals = [3, 2];
    setup.client.answer({
      countOldJobs: () => ({ count: 4, atLeast: false }),
      countOldObservations: () => ({ count: 5, atLeast: true }),
      countOldAudit: ({ body }) => ({ entries: body.days === null ? 0 : 6, setting: null, gone: 20 }),
      setAuditRetention: () => undefined,
      removeOldJobs: () => ({ removed: 4, more: false }),
      removeOldObservations: () => ({ removed: removals.shift() ?? 0, more: removals.length > 0 }),
      removeOldAudit: () => ({ gone: 26 }),
      dropImages: () => undefined,
    });
    setup.clock.freeze('2026-03-01T12:00:00Z');
    const now = setup.clock.now();
    said = (phone, source, daysAgo, fields) => buildObservation({ phone, source, at: now - daysAgo * DAY_MS, fields });
    await setup.resolve(
      { ...foundPhone(OLD, {}), observations: [said(OLD, 'TELEGRAM', 40, { firstName: 'Anvar' })] },
      {
        ...foundPhone(MIXED, {}),
        observations: [
          said(MIXED, 'TELEGRAM', 40, { firstName: 'Bek', city: 'Tashkent', photos: [PHOTO] }),
          said(MIXED, 'VIBER', 5, { firstName: 'Bek' }),
        ],
      },
      { ...foundPhone(YOUNG, {}), observations: [said(YOUNG, 'TELEGRAM', 5, { firstName: 'Kamila' })] },
    );
  });
  afterEach(() => setup.close());

  const get = async (query = {}): Promise<Retention> =>
    Retention.parse((await setup.admin.call(calls.getRetention, { query })).json());
  const set = (days: object) => setup.admin.call(calls.setRetention, { raw: days });
  const profile = async (phone: string) => (await setup.admin.call(calls.getProfile, { params: { phone } })).json();
  const ended = () =>
    setup.bus.waitFor('audit.logged', ({ data }) => data.details === 'Removed what is older than it is kept');
  const month = { observations: 30, jobs: 30, audit: 30 };

  it('keeps all for good until it is set, and shows what other days would remove', async () => {
    expect(await get()).toEqual({
      days: { observations: null, jobs: null, audit: null },
      by: null,
      at: null,
      next: {
        at: null,
        days: { observations: null, jobs: null, audit: null },
        jobs: nothing,
        observations: nothing,
        profiles: nothing,
        auditEntries: nothing,
        auditSetting: null,
      },
      runs: [],
    });
    const { days, next } = await get({ observations: 30, jobs: 30, audit: 30 });
    expect(days.observations).toBeNull();
    expect(next).toMatchObject({
      at: Date.parse('2026-03-02T02:00:00Z'),
      days: month,
      jobs: { count: 4 },
      observations: { count: 5, atLeast: true },
      profiles: { count: 2, atLeast: false },
      auditEntries: { count: 6 },
    });
    expect((await profile(OLD)).firstName).toBe('Anvar');
  });

  it('removes once a day what is older: profiles are folded anew, those with nothing left go with their pictures', async () => {
    const answer = Retention.parse((await set(month)).json());
    expect(answer).toMatchObject({ days: month, by: 'admin', next: { at: Date.parse('2026-03-02T02:00:00Z') } });
    await setup.bus.waitFor('audit.logged', ({ data }) => data.actionType === 'PRIVACY' && data.username === 'admin');
    expect(setup.client.madeTo('setAuditRetention')).toHaveLength(1);
    expect(setup.client.madeTo('removeOldJobs')).toHaveLength(0);

    setup.clock.advance(DAY_MS);
    const { data } = await ended();
    expect(data).toMatchObject({
      actionType: 'PRIVACY',
      username: 'numscope',
      args: { days: month, jobs: 4, observations: 5, folded: 1, profiles: 1, auditEntries: 6 },
    });
    const gone = await setup.bus.waitFor('profile.deleted', ({ data: { phone } }) => phone === OLD);
    expect(gone.data.reason).toBe('RETENTION');
    expect(await profile(OLD)).toMatchObject({ statusCode: 404 });
    expect(setup.index.documents.has(OLD)).toBe(false);
    const left = Profile.parse(await profile(MIXED));
    expect([left.firstName, left.city, left.images, left.sources]).toEqual(['Bek', null, [], ['VIBER']]);
    expect(setup.client.madeTo('dropImages').map(({ body }) => body)).toEqual([{ ids: [PHOTO] }]);
    expect((await profile(YOUNG)).firstName).toBe('Kamila');
    const { runs, next } = await get();
    expect(runs).toMatchObject([{ days: month, finishedAt: expect.any(Number), removed: { profiles: 1, folded: 1 } }]);
    expect(next.profiles).toEqual(nothing);
    expect(next.at).toBe(Date.parse('2026-03-03T02:00:00Z'));
  });

  it('runs on once a clock that was wrong is right again', async () => {
    setup.clock.freeze('2036-03-01T12:00:00Z');
    await set(month);
    setup.clock.advance(DAY_MS);
    await ended();
    const wrong = (await get()).runs[0]?.startedAt ?? 0;
    expect(wrong).toBe(Date.parse('2036-03-02T12:00:00Z'));
    setup.clock.freeze('2026-03-03T12:00:00Z');
    await setup.bus.waitFor(
      'audit.logged',
      ({ data }) => data.args?.['run'] !== undefined && data.createdTimestamp < wrong,
    );
    const { runs, next } = await get();
    expect(runs.map(({ startedAt }) => startedAt)).toEqual([setup.clock.now(), wrong]);
    expect(next.at).toBe(Date.parse('2026-03-04T02:00:00Z'));
  });

  it('goes on where it was when its process ended, or another service was away', async () => {
    let away = true;
    const asked = Promise.withResolvers<void>();
    setup.client.answer({
      removeOldObservations: () => {
        asked.resolve();
        if (away) throw apiError('SERVICE_UNAVAILABLE');
        return { removed: 7, more: false };
      },
    });
    await set(month);
    setup.clock.advance(DAY_MS);
    await asked.promise;
    await setup.restart();
    away = false;
    const { data } = await ended();
    expect(data.args).toMatchObject({ jobs: 4, observations: 7, folded: 1, profiles: 1, auditEntries: 6 });
    expect(setup.client.madeTo('removeOldJobs')).toHaveLength(1);
    expect((await get()).runs).toHaveLength(1);
  });

  it('tells how many entries of the audit went, also when the answer of the call that removed them was lost', async () => {
    let gone = 20;
    const asked = Promise.withResolvers<void>();
    let isLost = true;
    setup.client.answer({
      countOldAudit: () => ({ entries: 26 - gone, setting: null, gone }),
      removeOldAudit: () => {
        gone = 26;
        asked.resolve();
        if (isLost) throw apiError('TIMEOUT');
        return { gone };
      },
    });
    await set(month);
    setup.clock.advance(DAY_MS);
    await asked.promise;
    await setup.restart();
    isLost = false;
    expect((await ended()).data.args).toMatchObject({ auditEntries: 6 });
    expect((await get()).runs).toMatchObject([{ removed: { auditEntries: 6 } }]);
  });

  it.each(['the images service', 'the index'])('drops pictures also when %s was away just then', async (what) => {
    const failed = Promise.withResolvers<void>();
    let away = true;
    const failWhileAway = (): void => {
      if (!away) return;
      failed.resolve();
      throw apiError('SERVICE_UNAVAILABLE');
    };
    const dropped: string[] = [];
    setup.client.answer({
      dropImages({ body }) {
        if (what === 'the images service') failWhileAway();
        dropped.push(...body.ids);
      },
    });
    const upsert = setup.index.upsert.bind(setup.index);
    jest.spyOn(setup.index, 'upsert').mockImplementation(async (documents) => {
      if (what === 'the index') failWhileAway();
      await upsert(documents);
    });
    await set(month);
    setup.clock.advance(DAY_MS);
    await failed.promise;
    await setup.restart();
    expect(dropped).toEqual([]);
    away = false;
    await ended();
    expect(dropped).toEqual([PHOTO]);
    expect(await profile(OLD)).toMatchObject({ statusCode: 404 });
    expect((await profile(MIXED)).images).toEqual([]);
    await setup.service.close();
    const store = await openStore(setup);
    expect((await store.retention()).images).toEqual([]);
    await store.close();
    await setup.restart();
  });

  it('keeps a profile with what was found while it was to go, and takes only the old answers out of it', async () => {
    const upsert = setup.index.upsert.bind(setup.index);
    let asked: Promise<void> | undefined;
    // What becomes of the others of the slice is on its way to the index: the profile is named, and still there.
    jest.spyOn(setup.index, 'upsert').mockImplementation(async (documents) => {
      const observations = [said(OLD, 'VIBER', 0, { firstName: 'Anora' })];
      asked ??= setup.resolve({ ...foundPhone(OLD, {}, { job: 2 }), observations });
      if (!documents.some((document) => phoneOf(document) === OLD)) await asked;
      await upsert(documents);
    });
    await set(month);
    setup.clock.advance(DAY_MS);
    const { data } = await ended();
    const kept = Profile.parse(await profile(OLD));
    expect([kept.firstName, kept.sources]).toEqual(['Anora', ['VIBER']]);
    expect(setup.index.documents.has(OLD)).toBe(true);
    expect(setup.bus.published('profile.deleted')).toEqual([]);
    expect(data.args).toMatchObject({ folded: 2, profiles: 0 });
  });

  it('keeps an answer that was found before a profile went, and comes after it', async () => {
    const answer = {
      ...foundPhone(OLD, {}, { job: 2 }),
      observations: [said(OLD, 'VIBER', 0, { firstName: 'Anora' })],
    };
    const onItsWay = phoneResolvedEvent(answer);
    await set(month);
    setup.clock.advance(DAY_MS);
    expect((await ended()).data.args).toMatchObject({ profiles: 1 });
    await setup.bus.deliver(onItsWay);
    await setup.bus.waitFor('profile.updated', ({ id }) => id === `${onItsWay.id}:updated`);
    expect((await profile(OLD)).firstName).toBe('Anora');
  });

  it('finds out the age of profiles that a version before has written', async () => {
    await setup.service.close();
    await openTestRecords(setup, {
      async sqlite() {
        const db = openDatabase({ path: join(setup.dir, 'profiles.sqlite'), migrations });
        db.exec('UPDATE profiles SET oldest = NULL');
        db.close();
      },
      async mongo(connection) {
        await connection.collection('profiles').updateMany({}, { $unset: { oldest: 1 } });
        await connection.close();
      },
    });
    const before = setup.clock.now() - 30 * DAY_MS;
    const store = await openStore(setup);
    expect(await store.countOlder(before)).toEqual({ count: 0, atLeast: true });
    expect(await store.retain(0, 10)).toMatchObject({ work: null, folded: 0, gone: [], images: [], more: false });
    expect(await store.countOlder(before)).toEqual({ count: 2, atLeast: false });
    await store.close();
    await setup.restart();
  });

  it('is for administrators, and takes whole days in bounds', async () => {
    expect((await setup.user.call(calls.getRetention)).statusCode).toBe(403);
    for (const wrong of [
      { ...month, jobs: 0 },
      { ...month, audit: 29 },
      { ...month, observations: 1.5 },
      { observations: 30 },
      { ...month, others: 1 },
    ])
      expect((await set(wrong)).json()).toMatchObject({ statusCode: 400, code: 'INVALID' });
    const shown = await setup.admin.call(calls.getRetention, { query: { audit: 29 } });
    expect(shown.json()).toMatchObject({
      code: 'INVALID',
      details: [{ field: 'audit', message: 'must be 0, or 30 or more' }],
    });
  });
});
