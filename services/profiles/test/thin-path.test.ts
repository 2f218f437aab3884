import { describe, expect, it } from '@jest/globals';
import { aroundEach } from '@numscope/testing/around';
import { calls, Profile, ProfilePage } from '@numscope/contracts';
import { foundPhone, type Setup, setUp } from './setup.ts';

const PHONE = '+998901234567';

describe('from phone.resolved to a profile', () => {
  let setup: Setup;
  aroundEach(setUp, (opened) => (setup = opened));

  it('when a source found something, then the profile is searchable before the world is told', async () => {
    await setup.resolve(
      foundPhone(PHONE, {
        firstName: 'Anvar',
        names: [{ name: 'Анвар Каримов', type: 'OK' }],
        emails: ['Anvar@Example.com'],
      }),
    );

    const search = await setup.user.call(calls.searchProfiles, {
      body: { filters: { name: { values: ['anvar kar'] } } },
    });
    expect(search.statusCode).toBe(200);
    const page = ProfilePage.parse(search.json());
    expect(page).toMatchObject({ totalElements: 1, totalPages: 1, number: 0, size: 15 });
    expect(page.content[0]).toMatchObject({
      phone: PHONE,
      firstName: 'Anvar',
      emails: ['anvar@example.com'],
      sources: ['TELEGRAM'],
      jobs: [1],
    });

    const one = await setup.user.call(calls.getProfile, { params: { phone: PHONE.slice(1) } });
    expect(Profile.parse(one.json())).toEqual(page.content[0]);
    const [told] = setup.bus.published('profile.updated');
    expect(told?.data).toMatchObject({ phone: PHONE, revision: 1, job: { id: 'job-1', number: 1 } });
    expect(told?.data.changed).toEqual(expect.arrayContaining(['firstName', 'names', 'emails', 'jobs']));
  });

  it('when nothing was found, then there is neither profile nor event', async () => {
    await setup.resolve({ ...foundPhone(PHONE, null, { status: 'NOT_FOUND' }), status: 'NOT_FOUND' });
    expect((await setup.user.call(calls.getProfile, { params: { phone: PHONE } })).statusCode).toBe(404);
    expect(setup.bus.published('profile.updated')).toEqual([]);
  });
});
