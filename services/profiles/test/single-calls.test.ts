import { beforeEach, describe, expect, it } from '@jest/globals';
import { aroundAll } from '@numscope/testing/around';
import {
  type Call,
  calls,
  limits,
  type Observation,
  type ObservationAsIs,
  ProfileDetail,
  type TimelineEntry,
} from '@numscope/contracts';
import { authed, buildObservation } from '@numscope/testing';
import { foundPhone, type Setup, setUp } from './setup.ts';

const PHONE = '+998901234567';
const IMAGE = 'e'.repeat(64);
const other = { VKONTAKTE: [{ socialNetworkId: '7', firstName: 'Anvar' }] };
const numbering = {
  country: 'UZ',
  region: null,
  lineType: 'MOBILE',
  carrier: null,
  timeZones: [],
  international: PHONE,
  national: '90',
};

describe('calls about one number', () => {
  let setup: Setup;
  aroundAll(setUp, (opened) => (setup = opened));
  beforeEach(async () => {
    const { observations, ...found } = foundPhone(
      PHONE,
      { firstName: 'Anvar', emails: ['anvar@x.com'], photos: [IMAGE], other },
      { source: 'DEEPWEB' },
    );
    const failed = buildObservation({
      phone: PHONE,
      source: 'VIBER',
      status: 'FAILED',
      fields: null,
      message: 'it is down',
      at: 1_750_000_000_000,
    });
    const plan = buildObservation({
      phone: PHONE,
      source: 'NUMBERING_PLAN',
      fields: { numbering },
      at: 1_750_000_000_000,
      trust: 0.1,
    });
    await setup.resolve({ ...found, observations: [...observations, failed, plan] });
  });

  it('the detail shows what each source says, DEEPWEB with its other, a failure with its reason', async () => {
    const detail = ProfileDetail.parse(
      (await setup.user.call(calls.individualExport, { query: { phone: PHONE.slice(1) } })).json(),
    );
    expect(detail.target).toMatchObject({ phone: PHONE, sources: ['DEEPWEB', 'NUMBERING_PLAN'], country: 'UZ' });
    expect(detail.sources).toMatchObject([
      { lmSource: 'DEEPWEB', status: 'FOUND', profile: { firstName: 'Anvar', other } },
      { lmSource: 'NUMBERING_PLAN', status: 'FOUND', profile: { numbering } },
      { lmSource: 'VIBER', status: 'FAILED', message: 'it is down', profile: null },
    ]);
    expect((await setup.user.call(calls.individualExport)).json()).toMatchObject({
      statusCode: 400,
      code: 'REQUIRED_PARAMETER',
      message: 'Required parameter phone was null or undefined when calling individualExport',
    });
    expect((await setup.user.call(calls.individualExport, { query: { phone: '+15550000000' } })).statusCode).toBe(404);
  });

  it('the timeline tells what came, out of what the sources keep and what only the profile has', async () => {
    const before = buildObservation({
      id: 'before',
      phone: PHONE,
      source: 'VIBER',
      at: 1_700_000_000_000,
      fields: { firstName: 'Bobur' },
    });
    setup.client.answer({ observationsAsIs: ({ query }) => (query.phone === PHONE ? [before] : []) });
    const timeline = (await setup.user.call(calls.profileTimeline, { params: { phone: PHONE } })).json<
      TimelineEntry[]
    >();
    expect(timeline.find(({ to }) => to === 'Bobur')).toEqual({
      at: 1_700_000_000_000,
      observedAt: null,
      kind: 'VALUE',
      field: 'firstName',
      from: null,
      to: 'Bobur',
      sources: ['VIBER'],
    });
    expect(timeline.find(({ to }) => to === 'Anvar')).toMatchObject({ sources: ['DEEPWEB'] });
    const nobodyAsked = await setup.user.call(calls.profileTimeline, { params: { phone: '+998907654321' } });
    expect(nobodyAsked.statusCode).toBe(404);
  });

  it('the untouched observations come from the sources, by phone or by email', async () => {
    const untouched = buildObservation({ phone: PHONE, raw: { as: 'sent' } });
    setup.client.answer({ observationsAsIs: ({ query }) => (query.phone === PHONE ? [untouched] : []) });
    for (const query of [{ phone: PHONE }, { email: 'Anvar@X.com' }]) {
      const all = (await setup.user.call(calls.individualExportAsIs, { query })).json<Observation[]>();
      expect(all).toContainEqual(untouched);
      // Not of the moment of the call: of when the number was looked up.
      expect(all.find(({ source }) => source === 'NUMBERING_PLAN')).toMatchObject({
        at: 1_750_000_000_000,
        phone: PHONE,
      });
      expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).sort());
    }
    const nobodyAsked = await setup.user.call(calls.individualExportAsIs, { query: { phone: '+998907654321' } });
    expect(nobodyAsked.statusCode).toBe(404);
    expect((await setup.user.call(calls.individualExportAsIs, { query: { email: 'anvar@x.co' } })).statusCode).toBe(
      404,
    );
    const ofBoth = await setup.user.call(calls.individualExportAsIs, {
      query: { phone: '+998907654321', email: 'anvar@x.com' },
    });
    expect(ofBoth.json()).toContainEqual(untouched);
    for (const query of [{}, { email: '' }])
      expect((await setup.user.call(calls.individualExportAsIs, { query })).json()).toMatchObject({
        code: 'REQUIRED_PARAMETER',
      });
  });

  it('what has no room says so to whoever reads the untouched observations', async () => {
    const cut = { ...buildObservation({ phone: PHONE }), rawLeftOut: 9_000_000, olderLeftOut: 3 };
    setup.client.answer({ observationsAsIs: () => [cut] });
    const { body } = await setup.user.call(calls.individualExportAsIs, { query: { phone: PHONE } });
    expect(JSON.parse(body)).toContainEqual(cut);
  });

  it('a refresh goes to the main job in the name of who asked, with its audit entry', async () => {
    const told = async (): Promise<unknown[]> => {
      await setup.kit.audit.flush();
      return setup.bus.published('audit.logged').filter(({ data }) => data.details === calls.refreshProfile.summary);
    };
    setup.client.answer({ requestRefresh: ({ body }) => ({ phone: body.phone, jobNumber: 1, kept: true }) });
    const answer = await setup.admin.call(calls.refreshProfile, { params: { phone: PHONE } });
    expect(answer.json()).toEqual({ phone: PHONE, jobNumber: 1 });
    expect(await told()).toEqual([]);
    expect(setup.client.madeTo('requestRefresh')[0]?.body).toEqual({
      phone: PHONE,
      requestedBy: 'admin',
      audit: expect.objectContaining({
        id: expect.any(String),
        actionType: 'PROFILE',
        username: 'admin',
        args: { phone: PHONE },
        outcome: 'OK',
      }),
    });
    // Where jobs are of a version that keeps none, it is told here.
    setup.client.answer({ requestRefresh: ({ body }) => ({ phone: body.phone, jobNumber: 1 }) });
    await setup.admin.call(calls.refreshProfile, { params: { phone: PHONE } });
    expect(await told()).toHaveLength(1);
  });

  it('tells which pictures are referred to, to our own services only', async () => {
    const body = { ids: [IMAGE, 'f'.repeat(64)] };
    const service = authed(setup.service.app, setup.serviceToken('images'));
    expect((await service.call(calls.imageReferences, { body })).json()).toEqual({ referenced: [IMAGE] });
    expect((await setup.admin.call(calls.imageReferences, { body })).statusCode).toBe(403);
  });

  it.each([calls.deleteProfile, calls.deleteProfileByGet])(
    '$method $path leaves nothing and tells consumers',
    async (call: Call) => {
      const before = setup.bus.published('profile.deleted').length;
      const deleted = await setup.admin.inject({
        method: call.method as 'GET',
        url: call.path.replace('{phone}', PHONE),
      });
      expect(deleted.statusCode).toBe(204);
      expect((await setup.user.call(calls.getProfile, { params: { phone: PHONE } })).statusCode).toBe(404);
      expect(await setup.index.count()).toBe(0);
      expect((await setup.user.call(calls.countryStatistics)).json()).toEqual([]);
      await setup.bus.waitFor('profile.deleted', () => setup.bus.published('profile.deleted').length === before + 1);
      expect(setup.bus.published('profile.deleted').at(-1)?.data).toMatchObject({ phone: PHONE, reason: 'DELETED' });
      const entry = await setup.bus.waitFor(
        'audit.logged',
        ({ data }) => data.actionType === 'DELETE' && data.details === call.summary,
      );
      expect(entry.data).toMatchObject({ username: 'admin', args: { phone: PHONE }, outcome: 'OK' });
      expect(
        (await setup.admin.inject({ method: call.method as 'GET', url: call.path.replace('{phone}', PHONE) }))
          .statusCode,
      ).toBe(404);
    },
  );

  it('an ordinary user may read and not delete, nobody without a token may do either', async () => {
    expect((await setup.user.call(calls.deleteProfile, { params: { phone: PHONE } })).statusCode).toBe(403);
    expect((await setup.user.call(calls.refreshProfile, { params: { phone: PHONE } })).statusCode).toBe(403);
    expect((await setup.user.call(calls.getProfile, { params: { phone: PHONE } })).statusCode).toBe(200);
    expect((await setup.nobody.call(calls.getProfile, { params: { phone: PHONE } })).statusCode).toBe(401);
    const noModule = authed(setup.service.app, setup.tokenFor('USER', 'web', ['Webint']));
    expect((await noModule.call(calls.getProfile, { params: { phone: PHONE } })).statusCode).toBe(403);
  });

  it('a path that is no phone is refused', async () => {
    expect((await setup.user.call(calls.getProfile, { params: { phone: 'abc' } })).statusCode).toBe(400);
  });

  it('the untouched observations of several numbers share the room for raw answers, and the timeline needs none', async () => {
    const rooms: Array<number | undefined> = [];
    const raw = 'x'.repeat(10_000);
    setup.client.answer({
      observationsAsIs: ({ query }) => {
        rooms.push(query.rawBytes);
        return [buildObservation({ phone: query.phone, raw })];
      },
    });
    await setup.resolve(foundPhone('+998901112233', { firstName: 'Bobur', emails: ['anvar@x.com'] }));
    const query = { email: 'Anvar@X.com' };
    const all = (await setup.user.call(calls.individualExportAsIs, { query })).json<ObservationAsIs[]>();
    expect(all.filter((one) => one.raw === raw)).toHaveLength(2);
    expect(rooms).toEqual([limits.asIsRawBytes, limits.asIsRawBytes - raw.length - 2]);
    await setup.user.call(calls.profileTimeline, { params: { phone: PHONE } });
    expect(rooms.at(-1)).toBe(0);
  });
});
