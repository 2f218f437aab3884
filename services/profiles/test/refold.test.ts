import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { aroundEach } from '@numscope/testing/around';
import { openDatabase } from '@numscope/adapters/sqlite';
import { calls } from '@numscope/contracts';
import { TransientError } from '@numscope/platform';
import { openTestRecords } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { RULES_VERSION } from '../src/domain/fold-profile.ts';
import { migrations } from '../src/store/sqlite/schema.ts';
import { foundPhone, openStore, type Setup, setUp } from './setup.ts';

const OLD = '+998901234567';
const SAME = '+998901234568';

/** Makes the records as if older rules had computed the profile of a number. */
const age = (setup: Setup, phone: string): Promise<void> =>
  openTestRecords(setup, {
    async sqlite() {
      const db = openDatabase({ path: join(setup.dir, 'profiles.sqlite'), migrations });
      db.prepare(`UPDATE profiles SET profile = json_set(profile, '$.city', 'by older rules') WHERE phone = ?`).run(
        Number(phone.slice(1)),
      );
      db.prepare('UPDATE rules SET version = 0').run();
      db.close();
    },
    async mongo(connection) {
      const profiles = connection.collection<{ _id: string; profile: string }>('profiles');
      const { profile = '' } = (await profiles.findOne({ _id: phone })) ?? {};
      await profiles.updateOne(
        { _id: phone },
        { $set: { profile: profile.replace('"city":"Tashkent"', '"city":"by older rules"') } },
      );
      await connection.collection('rules').updateMany({}, { $set: { version: 0 } });
      await connection.close();
    },
  });

/** Makes the records as a version before left them: profiles kept with what is empty. */
const keepWhole = (setup: Setup, phone: string, profile: string): Promise<void> =>
  openTestRecords(setup, {
    async sqlite() {
      const db = openDatabase({ path: join(setup.dir, 'profiles.sqlite'), migrations });
      const key = Number(phone.slice(1));
      const kept = db.prepare('SELECT profile FROM profiles WHERE phone = ?').get(key)?.['profile'];
      expect(String(kept).length).toBeLessThan(profile.length - 300);
      db.prepare('UPDATE profiles SET profile = ? WHERE phone = ?').run(profile, key);
      // A version before had neither verdicts, imports, what people said of faces, erasures nor removed numbers.
      db.exec('ALTER TABLE profiles DROP COLUMN verdicts; DROP TABLE verdicts');
      db.exec(
        'DROP TABLE imports; DROP TABLE import_parts; DROP TABLE same_face; DROP TABLE erasures; DROP TABLE erased; DROP TABLE retention; DROP TABLE removed; DROP TABLE noted_index; DROP INDEX profiles_oldest; ALTER TABLE profiles DROP COLUMN oldest; ALTER TABLE profiles DROP COLUMN fields; PRAGMA user_version = 2',
      );
      db.close();
    },
    async mongo(connection) {
      await connection.collection('profiles').updateMany({}, { $unset: { verdicts: 1, fields: 1 } });
      expect(await connection.collection<{ _id: string }>('profiles').countDocuments({ _id: phone, profile })).toBe(1);
      await connection.close();
    },
  });

/** Lets the records take no work for the index, or take it again. */
const takeWork = (setup: Setup, takes: boolean): Promise<void> =>
  openTestRecords(setup, {
    async sqlite() {
      const db = openDatabase({ path: join(setup.dir, 'profiles.sqlite'), migrations });
      db.exec(
        takes
          ? 'DROP TRIGGER full'
          : `CREATE TRIGGER full BEFORE INSERT ON index_work BEGIN SELECT RAISE(ABORT, 'it is full'); END`,
      );
      db.close();
    },
    async mongo(connection) {
      const work = connection.collection<{ _id: string; held: boolean }>('index_work');
      if (takes) {
        await work.dropIndex('full');
        await work.deleteOne({ _id: 'the only one' });
      } else {
        await work.insertOne({ _id: 'the only one', held: true });
        await work.createIndex({ held: 1 }, { unique: true, name: 'full' });
      }
      await connection.close();
    },
  });

describe('rules that changed', () => {
  let setup: Setup;
  aroundEach(setUp, (opened) => (setup = opened));

  it('when profiles were computed by older rules, then the next start computes and indexes them anew and tells what changed', async () => {
    await setup.resolve(
      foundPhone(OLD, { city: 'Tashkent', firstName: 'Anvar' }),
      foundPhone(SAME, { city: 'Tashkent' }),
    );
    await setup.service.close();
    await age(setup, OLD);
    setup.index.documents.clear();

    await setup.restart();

    const told = await setup.bus.waitFor('profile.updated', ({ data }) => data.job === null);
    expect(told.data).toMatchObject({ phone: OLD, revision: 2, changed: ['city'] });
    expect([...setup.index.documents.keys()].sort()).toEqual([OLD, SAME]);
    const profile = (await setup.user.call(calls.getProfile, { params: { phone: OLD } })).json();
    expect(profile).toMatchObject({ city: 'Tashkent', firstName: 'Anvar', jobs: [1] });
    expect(setup.bus.published('profile.updated').filter(({ data }) => data.job === null)).toHaveLength(1);
  });

  it('when the index does not answer meanwhile, then all are computed anew once it does', async () => {
    // More than are computed at once, the one that changes behind them.
    const others = Array.from({ length: 250 }, (_none, n) => foundPhone(`+99890000${n + 1000}`, { city: 'Tashkent' }));
    await setup.resolve(...others, foundPhone(OLD, { city: 'Tashkent' }));
    await setup.service.close();
    await age(setup, OLD);
    const [[first, entry] = []] = setup.index.documents;
    setup.index.documents.set(first!, { ...entry!, terms: {} });
    setup.index.failWith(new TransientError('the index is away'));

    await setup.restart();

    await askUntil(
      () => setup.index.failures,
      (failures) => failures > 0,
    );
    setup.index.failWith(null);
    const told = await setup.bus.waitFor('profile.updated', ({ data }) => data.job === null);
    expect(told.data).toMatchObject({ phone: OLD, revision: 2, changed: ['city'] });
    const store = await openStore(setup);
    await askUntil(
      () => store.rulesVersion(),
      (version) => version === RULES_VERSION,
    );
    await store.close();
    expect(setup.index.documents.get(first!)).toEqual(entry);
  });

  it('when what is to be told of a profile cannot be kept, then it stays as it is, so that it is told once it can', async () => {
    await setup.resolve(foundPhone(OLD, { city: 'Tashkent' }));
    await setup.service.close();
    await age(setup, OLD);
    await takeWork(setup, false);
    const store = await openStore(setup);
    await expect(store.refold(null, 10)).rejects.toThrow();
    await store.close();
    await takeWork(setup, true);

    await setup.restart();

    const told = await setup.bus.waitFor('profile.updated', ({ data }) => data.job === null);
    expect(told.data).toMatchObject({ phone: OLD, revision: 2, changed: ['city'] });
  });

  it('when a version before counted no agreement, then what profiles say of their sources is counted once', async () => {
    const same = { names: [{ name: 'Anvar Karimov', type: 'OK' }] };
    const [said] = [foundPhone(OLD, same)];
    const other = foundPhone(OLD, same, { id: 'other', source: 'OTHER' });
    await setup.resolve(said, other, foundPhone(SAME, { city: 'Tashkent' }));
    await setup.service.close();
    const read = async (): Promise<unknown> => {
      const store = await openStore(setup);
      const counted = await store.agreement('OTHER', { from: 0, to: 2_000_000_000_000, span: 'DAY' });
      await store.close();
      return counted.ever;
    };
    const counts = await read();
    expect(counts).toEqual({ agreed: 1, contradicted: 0 });
    const store = await openStore(setup);
    const [before = ''] = await store.profiles([SAME]);
    await store.close();
    await keepWhole(setup, SAME, before);
    expect(await read()).toEqual({ agreed: 0, contradicted: 0 });
    await age(setup, SAME);
    await setup.restart();
    await setup.bus.waitFor('profile.updated', ({ data }) => data.job === null && data.phone === SAME);
    await setup.service.close();
    expect(await read()).toEqual(counts);
    await setup.restart();
    // It opens the store seven times.
  });

  it('when a version before kept a profile whole, then it is what it was, and nothing is told of it', async () => {
    await setup.resolve(foundPhone(OLD, { city: 'Tashkent' }), foundPhone(SAME, { city: 'Tashkent' }));
    await setup.service.close();
    const store = await openStore(setup);
    const [before = ''] = await store.profiles([SAME]);
    await store.close();
    await keepWhole(setup, SAME, before);
    await age(setup, OLD);

    await setup.restart();

    await setup.bus.waitFor('profile.updated', ({ data }) => data.job === null && data.phone === OLD);
    expect(setup.bus.published('profile.updated').filter(({ data }) => data.job === null)).toHaveLength(1);
    const { body } = await setup.user.call(calls.getProfile, { params: { phone: SAME } });
    expect(body).toBe(before);
    expect(before).toContain('"lastName":null');
  });
});
