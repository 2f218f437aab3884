import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apiError, calls, facetFields, Facets, type ProfileFilter } from '@numscope/contracts';
import { outgoing } from '@numscope/platform';
import { buildJob } from '@numscope/testing';
import type * as z from 'zod';
import { contentOf, foundPhone, type Setup, setUp } from './setup.ts';

type Filters = z.input<typeof ProfileFilter>['filters'];

const phone = (place: number): string => `+99890123456${place}`;
const numbering = (lineType: string) => ({
  country: 'UZ',
  region: null,
  lineType,
  carrier: 'Beeline',
  timeZones: [],
  international: '',
  national: '',
});
const account = (socialNetwork: string) => ({ id: `of ${socialNetwork}`, socialNetwork });

describe('the values of what a search finds', () => {
  let setup: Setup;
  beforeAll(async () => {
    setup = await setUp();
    setup.client.answer({
      getJob: ({ params: { number } }) => {
        if (Number(number) > 5) throw apiError('NOT_FOUND');
        return buildJob({ id: `job-${number}`, number: Number(number), mergedInto: number === '1' ? 2 : null });
      },
    });
    await setup.resolve(
      foundPhone(phone(1), {
        firstName: 'Aziz',
        city: 'Ташкент',
        socialNetworks: [account('FB'), account('TELEGRAM')],
      }),
      foundPhone(
        phone(2),
        { city: 'Toshkent shahri', country: 'Uzbekistan', line: { lineType: 'mobile' }, numbering: numbering('VOIP') },
        { job: 2, source: 'VIBER' },
      ),
      foundPhone(
        phone(3),
        { city: 'San Francisco', numbering: numbering('FIXED_LINE'), socialNetworks: [account('FACEBOOK')] },
        { job: 3, source: 'VIBER' },
      ),
      foundPhone(phone(4), { firstName: 'Bek' }, { job: 3 }),
    );
  });
  afterAll(() => setup.close());

  const facets = async (filters: Filters = {}) => {
    const answer = await setup.user.call(calls.profileFacets, { body: { filters } });
    expect(answer.statusCode).toBe(200);
    return Facets.strict().parse(answer.json());
  };
  const found = async (filters: Filters): Promise<string[]> => {
    const answer = await setup.user.call(calls.searchProfiles, { body: { filters } });
    return contentOf(answer.body).map((profile) => profile.phone);
  };

  it('are counted by field, largest first, in one form however they were written', async () => {
    expect(await facets()).toEqual({
      country: [{ value: 'UZ', profiles: 2 }],
      city: [
        { value: 'tashkent', profiles: 2 },
        { value: 'san francisco', profiles: 1 },
      ],
      socialNetwork: [
        { value: 'FACEBOOK', profiles: 2 },
        { value: 'TELEGRAM', profiles: 1 },
      ],
      source: [
        { value: 'TELEGRAM', profiles: 2 },
        { value: 'VIBER', profiles: 2 },
      ],
      confidence: [{ value: 'LOW', profiles: 4 }],
      lineType: [
        { value: 'FIXED_LINE', profiles: 1 },
        { value: 'MOBILE', profiles: 1 },
      ],
      jobId: [
        { value: '3', profiles: 2 },
        { value: '1', profiles: 1 },
        { value: '2', profiles: 1 },
      ],
    });
  });

  it('are those of the search alone, and each as a filter finds what was counted', async () => {
    const filters: Filters = { jobId: { values: [3], and: true } };
    expect(await facets({ ...filters, city: { values: ['San Francisco'], and: true } })).toMatchObject({
      source: [{ value: 'VIBER', profiles: 1 }],
      jobId: [{ value: '3', profiles: 1 }],
    });
    const counted = await facets(filters);
    for (const field of facetFields.filter((one) => one !== 'jobId'))
      for (const { value, profiles } of counted[field])
        expect(await found({ ...filters, [field]: { values: [value], and: true } })).toHaveLength(profiles);
    expect(await facets({ name: { values: ['!!!'], and: true } })).toMatchObject({ country: [], confidence: [] });
  });

  it('count a job with those that were merged into it, and tell at most 20 of a field', async () => {
    const merge = outgoing('job.status-changed', '1', {
      id: 'job-1',
      number: 1,
      name: 'merged',
      from: 'DONE',
      to: 'MERGED',
      run: 1,
      at: Date.now(),
      by: 'admin',
    });
    await setup.bus.deliver(merge);
    expect((await facets({ jobId: { values: [2], and: true } })).jobId).toEqual([
      { value: '2', profiles: 2 },
      { value: '1', profiles: 1 },
    ]);
    const many = Array.from({ length: 25 }, (_none, n) =>
      foundPhone(`+7916000000${n % 10}`, { city: `Town ${n}` }, { job: 10 + n, source: `S${n}` }),
    );
    await setup.resolve(...many);
    const { source, jobId } = await facets({ phone: { values: ['+7916'], and: true } });
    expect([source.length, jobId.length]).toEqual([20, 20]);
    for (let n = 0; n < 10; n++) await setup.admin.call(calls.deleteProfile, { params: { phone: `+7916000000${n}` } });
  });

  it('are not of profiles that were deleted', async () => {
    await setup.admin.call(calls.deleteProfile, { params: { phone: phone(3) } });
    expect(await facets()).toMatchObject({
      city: [{ value: 'tashkent', profiles: 2 }],
      source: [
        { value: 'TELEGRAM', profiles: 2 },
        { value: 'VIBER', profiles: 1 },
      ],
    });
  });

  it('are refused to who may not search, for a filter that is wrong, and while the index is made anew', async () => {
    expect((await setup.nobody.call(calls.profileFacets, { body: {} })).statusCode).toBe(401);
    const wrong = await setup.user.call(calls.profileFacets, {
      raw: { filters: { confidence: { values: ['SURE'] } } },
    });
    expect(wrong.json()).toMatchObject({ statusCode: 400, details: [{ field: 'filters.confidence.values.0' }] });
    const values = Array.from({ length: 101 }, (_none, place) => String(place));
    const many = await setup.user.call(calls.profileFacets, { body: { filters: { phone: { values } } } });
    expect(many.json()).toMatchObject({ statusCode: 422, code: 'CRITERIA_TOO_MANY' });
    setup.index.outdated = true;
    expect((await setup.user.call(calls.profileFacets, { body: {} })).json()).toMatchObject({
      statusCode: 503,
      code: 'FACETS_NOT_READY',
    });
    setup.index.outdated = false;
  });
});
