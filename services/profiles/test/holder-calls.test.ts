import { describe, expect, it } from '@jest/globals';
import { calls, type Observation, Profile, ProfileDetail } from '@numscope/contracts';
import { buildObservation } from '@numscope/testing';
import { aroundAll } from '@numscope/testing/around';
import * as fc from 'fast-check';
import { contentOf, foundPhone, type Setup, setUp } from './setup.ts';

const NOW = 1_750_000_000_000;
const named = (name: string): Observation['fields'] => ({ names: [{ name, type: 'OK' }] });

/** What several sources say of one number. */
const foundBy = (phone: string, said: Readonly<Record<string, Observation['fields']>>) => ({
  ...foundPhone(phone, {}),
  observations: Object.entries(said).map(([source, fields]) =>
    buildObservation({ id: `${phone} ${source}`, phone, source, fields, at: NOW, trust: 0.5 }),
  ),
});

describe('profiles of several sources', () => {
  let setup: Setup;
  aroundAll(
    () => setUp(),
    (opened) => (setup = opened),
  );
  const profileOf = async (phone: string): Promise<Profile> =>
    Profile.parse((await setup.user.call(calls.getProfile, { params: { phone } })).json());

  it('that speak of another holder since some time say so in each format of the export', async () => {
    const phone = '+998901110009';
    const said = (source: string, name: string, year: number): Observation =>
      buildObservation({ id: source, phone, source, fields: named(name), at: NOW, observedAt: Date.UTC(year, 5) });
    const observations = [
      said('A', 'Anvar Karimov', 2015),
      said('B', 'Anvar Karimov', 2017),
      ...['C', 'D', 'E'].map((source, place) => said(source, 'Malika Yusupova', 2021 + place)),
    ];
    await setup.resolve({ ...foundPhone(phone, {}), observations });
    const { otherHolder } = await profileOf(phone);
    if (!otherHolder) throw new Error('no other holder');
    const raw = { filters: { phone: { values: [phone] } } };
    const csv = await setup.admin.call(calls.exportProfileStream, { query: { format: 'csv' }, raw });
    const [header = '', row = ''] = csv.body.split('\r\n').map((line) => line.split(';'));
    const cell = (name: string) => row[header.indexOf(`otherHolder.${name}`)];
    expect([cell('since'), cell('likelihood'), cell('reasons')]).toEqual([
      String(otherHolder.since),
      String(otherHolder.likelihood),
      otherHolder.reasons.join(' | '),
    ]);
  });

  it('with three names say that they are not sure, and what each says, in every answer and export', async () => {
    const phone = '+998901110001';
    const given = foundBy(phone, { A: named('Anvar Karimov'), B: named('Boris Petrov'), C: named('Li Na') });
    await setup.resolve(given);

    const profile = await profileOf(phone);
    expect(profile.confidence).toBeLessThanOrEqual(0.4);
    const disagreements = [
      {
        field: 'names',
        values: [
          { value: 'Anvar Karimov', sources: ['A'] },
          { value: 'Boris Petrov', sources: ['B'] },
          { value: 'Li Na', sources: ['C'] },
        ],
        chosen: 'Anvar Karimov',
        rule: 'SOURCE_NAME',
      },
    ];
    expect(profile.disagreements).toEqual(disagreements);
    const { body: detail } = await setup.user.call(calls.individualExport, { query: { phone } });
    expect(ProfileDetail.parse(JSON.parse(detail)).target.disagreements).toEqual(disagreements);
    const filters = { phone: { values: [phone] } };
    const { body: exported } = await setup.admin.call(calls.exportProfileStream, {
      query: { format: 'jsonl' },
      raw: { filters },
    });
    expect(Profile.parse(JSON.parse(exported.split('\n')[0] ?? '')).disagreements).toEqual(disagreements);
    const csv = await setup.admin.call(calls.exportProfileStream, { query: { format: 'csv' }, raw: { filters } });
    const [header = '', row = ''] = csv.body.split('\r\n');
    expect(row.split(';')[header.split(';').indexOf('disagreements')]).toBe(
      'names: Anvar Karimov (A) / Boris Petrov (B) / Li Na (C)',
    );
    const told = await setup.bus.waitFor('profile.updated', ({ data }) => data.phone === phone);
    expect(told.data.changed).toEqual(['names', 'sources', 'confidence', 'disagreements', 'jobs']);
  });

  it('that agree in three scripts are sure, and are found by each form of the name', async () => {
    const phone = '+998901110002';
    const russian = 'Дмитрий Соколов';
    await setup.resolve(foundBy(phone, { A: named(russian), B: named('Dima Sokolov'), C: named('Σοκολόφ Ντμίτρι') }));

    const profile = await profileOf(phone);
    expect(profile).toMatchObject({
      disagreements: [],
      names: [{ name: russian, forms: [russian, 'Dima Sokolov', 'Σοκολόφ Ντμίτρι'] }],
    });
    expect(profile.confidence).toBeGreaterThanOrEqual(0.9);
    for (const value of [russian, 'sokolov dima', 'ΣΟΚΟΛΌΦ']) {
      const { body } = await setup.user.call(calls.searchProfiles, {
        body: { filters: { name: { values: [value] } } },
      });
      expect(contentOf(body).map((found) => found.phone)).toEqual([phone]);
    }
  });

  it('are one profile in whatever order and in however many events the answers come', async () => {
    const city = { city: 'Toshkent' };
    const said = {
      A: { ...named('Anvar Karimov'), ...city, birthDate: '05.03.1990' },
      B: { ...named('Каримов Анвар'), city: 'Бухара', birthDate: '1990-03-05' },
      C: { ...named('أنور كريموف'), city: 'Bukhara', gender: 'M' },
      D: { ...named('Taxi'), gender: 'Ayol' },
    };
    const orders = fc.sample(fc.shuffledSubarray(Object.keys(said), { minLength: 4 }), 10) as Array<
      Array<keyof typeof said>
    >;
    const phones = orders.map((_, place) => `+99890222000${place}`);
    for (const [place, order] of orders.entries()) {
      const phone = phones[place] ?? '';
      for (const source of [...order, ...order.slice(0, 2)])
        await setup.resolve(foundBy(phone, { [source]: said[source] }));
    }
    const profiles = await Promise.all(phones.map(profileOf));
    const [first, ...others] = profiles.map((profile) => ({ ...profile, id: '', phone: '', createdTimestamp: 0 }));
    for (const profile of others) expect(profile).toEqual(first);
    expect(first).toMatchObject({ city: 'Бухара', birthDate: '05.03.1990', names: [{ name: 'Anvar Karimov' }, {}] });
  });
});
