import { expect, it } from '@jest/globals';
import { calls, limits, type Profile } from '@numscope/contracts';
import { buildObservation } from '@numscope/testing';
import { aroundAll } from '@numscope/testing/around';
import { profilesWithImages } from '../src/queries/profiles-with-images.ts';
import { contentOf, foundPhone, type Setup, setUp } from './setup.ts';

const YEAR = (year: number): number => Date.UTC(year, 0, 1);
const [a = '', b = '', c = ''] = ['a', 'b', 'c'].map((letter) => letter.repeat(64));
/** As texts in another order than as numbers. */
const [us, ua, ru, uz, handedOn] = ['+12025550143', '+380501234567', '+79161234567', '+998901234567', '+998901110009'];

let setup: Setup;
aroundAll(
  () => setUp(),
  (opened) => (setup = opened),
);
const phonesOf = (profiles: readonly Pick<Profile, 'phone'>[]): string[] => profiles.map(({ phone }) => phone);

it('are those that a search by the same pictures finds, in order of phones, without former holders', async () => {
  const said = (source: string, name: string, photo: string, year: number) =>
    buildObservation({
      id: source,
      phone: handedOn,
      source,
      fields: { names: [{ name, type: 'OK' }], photos: [photo] },
      at: YEAR(2026),
      observedAt: YEAR(year),
    });
  const observations = [
    said('A', 'Anvar Karimov', a, 2015),
    said('B', 'Anvar Karimov', a, 2017),
    ...['C', 'D', 'E'].map((source, place) => said(source, 'Malika Yusupova', b, 2021 + place)),
  ];
  await setup.resolve(
    ...[uz, ru, ua].map((phone) => foundPhone(phone ?? '', { photos: [a] })),
    foundPhone(us ?? '', { photos: [b, c] }),
    { ...foundPhone(handedOn ?? '', {}), observations },
  );
  const { earlier, images } = (
    await setup.user.call(calls.getProfile, { params: { phone: handedOn ?? '' } })
  ).json<Profile>();
  expect([images, earlier.map((one) => one.images)]).toEqual([[b], [[a]]]);

  const expected = [
    { ids: [a], phones: [ua, ru, uz] },
    { ids: [b], phones: [us, handedOn] },
    { ids: [a, c], phones: [us, ua, ru, uz] },
    { ids: [a, b], phones: [us, ua, ru, handedOn, uz] },
  ];
  for (const { ids, phones } of expected) {
    const listed = await setup.user.call(calls.profilesByImageIds, { body: ids });
    expect(phonesOf(listed.json<Profile[]>())).toEqual(phones);
    const found = await setup.user.call(calls.searchProfiles, { body: { filters: { images: { values: ids } } } });
    expect(phonesOf(contentOf(found.body))).toEqual(phones);
  }
});

it('are as many as an export has, however many former holders come before', async () => {
  const all = Array.from({ length: 4 * limits.exportProfiles + 1 }, (_none, n) => `+${998_900_000_000 + n}`);
  const isToday = (phone: string): boolean => Number(phone.at(-1)) % 3 === 0;
  const store = {
    phonesOfImages: async (_ids: readonly string[], after: string | null, limit: number) =>
      all.filter((phone) => after === null || phone > after).slice(0, limit),
    profiles: async (phones: readonly string[]) =>
      phones.map((phone) => JSON.stringify({ phone, images: isToday(phone) ? [a, b] : [c] })),
  };
  const found = (await profilesWithImages(store, [a])).map((text) => JSON.parse(text) as Profile);
  expect(phonesOf(found)).toEqual(all.filter(isToday).slice(0, limits.exportProfiles));
  expect(await profilesWithImages(store, ['d'.repeat(64)])).toEqual([]);
});
