import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls, CityFound, type CityQuery, MapPlaces, type ProfileFilter } from '@numscope/contracts';
import type * as z from 'zod';
import { foundPhone, type Setup, setUp } from './setup.ts';

type Filters = z.input<typeof ProfileFilter>['filters'];

let setup: Setup;
beforeAll(async () => {
  setup = await setUp();
  const phone = (place: number): string => `+99890123456${place}`;
  await setup.resolve(
    foundPhone(phone(1), { city: 'Ташкент', country: 'UZ' }),
    foundPhone(phone(2), { city: 'Toshkent shahri', country: 'Uzbekistan' }),
    foundPhone(phone(3), { city: 'Birmingham', country: 'US' }),
    foundPhone(phone(4), { city: 'Alexandria' }),
    foundPhone(phone(5), { city: 'Qwghlm' }),
  );
});
afterAll(() => setup.close());

const places = async (filters: Filters = {}) => {
  const answer = await setup.user.call(calls.profilePlaces, { body: { filters } });
  expect(answer.statusCode).toBe(200);
  return MapPlaces.strict().parse(answer.json());
};
const city = async (query: z.input<typeof CityQuery>) => {
  const answer = await setup.user.call(calls.cityPlace, { query });
  expect(answer.statusCode).toBe(200);
  return CityFound.strict().parse(answer.json());
};

describe('the places of what a search finds', () => {
  it('are its countries and cities with counts, and where each city lies in whatever language it is written', async () => {
    const { countries, cities, moreCities } = await places();
    expect(countries).toEqual([
      { value: 'UZ', profiles: 2 },
      { value: 'US', profiles: 1 },
    ]);
    expect(moreCities).toBe(false);
    const tashkent = cities.find(({ value }) => value === 'tashkent');
    expect(tashkent).toMatchObject({ profiles: 2, at: { name: 'Tashkent', country: 'UZ' }, alsoIn: [] });
    expect(tashkent?.at?.latitude).toBeCloseTo(41.26, 0);
    expect(tashkent?.at?.longitude).toBeCloseTo(69.22, 0);
    expect(cities.find(({ value }) => value === 'qwghlm')).toMatchObject({ profiles: 1, at: null, alsoIn: [] });
  });

  it('are of the countries that the result speaks of where a name is that of several cities', async () => {
    const find = async (filters: Filters) => (await places(filters)).cities.find(({ value }) => value !== 'tashkent');
    const inUs = await find({ country: { values: ['US'], and: true } });
    expect(inUs).toMatchObject({ value: 'birmingham', at: { country: 'US' }, alsoIn: [] });
    const unsaid = await find({ city: { values: ['Alexandria'], and: true } });
    expect(unsaid).toMatchObject({ value: 'alexandria', at: { country: 'EG' } });
    expect(unsaid?.alsoIn).toContain('US');
  });

  it('are none of a search that finds nobody', async () => {
    expect(await places({ name: { values: ['nobody at all'], and: true } })).toEqual({
      countries: [],
      cities: [],
      moreCities: false,
    });
  });
});

describe('the place of one city', () => {
  it('is that of the country that is said, and none in another one', async () => {
    expect(await city({ city: 'Birmingham', country: 'gb' })).toMatchObject({ at: { country: 'GB' }, alsoIn: [] });
    expect(await city({ city: 'Birmingham', country: 'US' })).toMatchObject({ at: { country: 'US' }, alsoIn: [] });
    expect(await city({ city: 'Birmingham', country: 'UZ' })).toEqual({ at: null, alsoIn: [] });
  });

  it('is the largest of its name where no country is said, and told as uncertain', async () => {
    const { at, alsoIn } = await city({ city: 'Birmingham' });
    expect(at?.country).toBe('GB');
    expect(alsoIn).toContain('US');
  });

  it.each(['?city=+', '', '?city=Rome&country=Italy'])('is refused for "%s"', async (query) => {
    const answer = await setup.user.inject({ method: 'GET', url: `${calls.cityPlace.path}${query}` });
    expect(answer.statusCode).toBe(400);
  });

  it('is told to nobody who is not signed in', async () => {
    expect((await setup.nobody.call(calls.cityPlace, { query: { city: 'Rome' } })).statusCode).toBe(401);
    expect((await setup.nobody.call(calls.profilePlaces, { body: {} })).statusCode).toBe(401);
  });
});
