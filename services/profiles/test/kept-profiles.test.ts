import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openDatabase } from '@numscope/adapters/sqlite';
import { calls, type Observation } from '@numscope/contracts';
import { openTestRecords } from '@numscope/testing';
import { aroundEach } from '@numscope/testing/around';
import { emptyProfile } from '../src/domain/empty-profile.ts';
import { migrations } from '../src/store/sqlite/schema.ts';
import { foundPhone, type Setup, setUp } from './setup.ts';

const POOR = '+998901234567';
const RICH = '+998901234568';

/** So many fields that SQLite keeps the profile with those of which nothing is known. */
const rich: Observation['fields'] = {
  firstName: 'Анвар',
  lastName: 'Каримов',
  chair: 'Networks',
  names: [{ name: 'Анвар Каримов', type: 'OK' }],
  birthDate: '1990-05-01',
  gender: 'MALE',
  city: 'Tashkent',
  country: 'UZ',
  about: 'Chess "and" tea',
  emails: ['anvar@example.com'],
  addresses: ['Amir Temur 1'],
  work: ['Bank'],
  schools: ['School 5'],
  university: 'TUIT',
};

const listed = async (setup: Setup): Promise<string> =>
  (await setup.user.call(calls.profilesByPhoneList, { body: { phones: [RICH, '+998900000000', POOR] } })).body;

/** Makes the records as if a version had written them that knew nothing of `earlier`. */
const forgetEarlier = (setup: Setup): Promise<void> =>
  openTestRecords(setup, {
    async sqlite() {
      const db = openDatabase({ path: join(setup.dir, 'profiles.sqlite'), migrations });
      const { changes } = db
        .prepare(
          `UPDATE profiles SET profile = json_remove(profile, '$.earlier'), fields = fields + 1 WHERE fields > 0`,
        )
        .run();
      db.close();
      expect(changes).toBe(1);
    },
    async mongo(connection) {
      const profiles = connection.collection<{ _id: string; profile: string }>('profiles');
      const { profile = '' } = (await profiles.findOne({ _id: RICH })) ?? {};
      expect(profile).toContain('"earlier":[],');
      await profiles.updateOne({ _id: RICH }, { $set: { profile: profile.replace('"earlier":[],', ''), fields: 1 } });
      await connection.close();
    },
  });

describe('profiles as they are kept', () => {
  let setup: Setup;
  aroundEach(setUp, (opened) => (setup = opened));

  it('has all fields, of few and of many values, also where a version wrote it that did not know all of them', async () => {
    await setup.resolve(foundPhone(POOR, { city: 'Tashkent' }), foundPhone(RICH, rich));

    const before = await listed(setup);

    const profiles = JSON.parse(before) as Record<string, unknown>[];
    expect(profiles.map(({ phone }) => phone)).toEqual([RICH, POOR]);
    for (const profile of profiles)
      expect(Object.keys(profile)).toEqual(expect.arrayContaining(Object.keys(emptyProfile)));
    expect(profiles[0]).toMatchObject({ firstName: 'Анвар', about: 'Chess "and" tea', faculty: null, earlier: [] });

    await setup.service.close();
    await forgetEarlier(setup);
    await setup.restart();

    expect(await listed(setup)).toBe(before);
  });

  it('lists profiles of many values in the order they are asked for, each as it is alone, and not those that are not there', async () => {
    const asked = ['+998901234569', '+998901234561', RICH];
    await setup.resolve(...asked.toSorted().map((phone) => foundPhone(phone, { ...rich, about: `of ${phone}` })));
    const bodyOf = async (...phones: string[]): Promise<string> =>
      (await setup.user.call(calls.profilesByPhoneList, { body: { phones } })).body;

    const alone = await Promise.all(asked.map(async (phone) => bodyOf(phone)));

    expect(alone.map((list) => JSON.parse(list) as unknown)).toMatchObject(
      asked.map((phone) => [{ phone, about: `of ${phone}` }]),
    );
    expect(await bodyOf('+998900000000', ...asked)).toBe(`[${alone.map((list) => list.slice(1, -1)).join(',')}]`);
  });

  it('answers an empty list where none of the numbers has a profile', async () => {
    expect(await listed(setup)).toBe('[]');
  });
});
