import { beforeEach, describe, expect, it } from '@jest/globals';
import { aroundAll } from '@numscope/testing/around';
import { calls, Profile } from '@numscope/contracts';
import { phoneResolvedEvent } from '@numscope/testing';
import { foundPhone, type Setup, setUp } from './setup.ts';

const AT = 1_750_000_000_000;

describe('events of the sources', () => {
  let setup: Setup;
  /** Each test has its own number. */
  let phone = '';
  aroundAll(setUp, (opened) => (setup = opened));
  beforeEach(() => {
    phone = `+9989012${String(setup.index.documents.size).padStart(5, '0')}`;
  });

  const profileOf = async (): Promise<Profile> =>
    Profile.parse((await setup.user.call(calls.getProfile, { params: { phone } })).json());
  const toldOf = (id: string) => setup.bus.published('profile.updated').filter((event) => event.id === `${id}:updated`);

  it('when an event comes twice, then the profile and its revision stay and the job is told again', async () => {
    const event = phoneResolvedEvent(foundPhone(phone, { firstName: 'Anvar' }));
    await setup.bus.deliver(event);
    const before = await profileOf();
    await setup.bus.deliver(event);
    await setup.bus.waitFor('profile.updated', () => toldOf(event.id).length === 2);
    expect(await profileOf()).toEqual(before);
    expect(toldOf(event.id).map(({ data }) => data)).toMatchObject([{ revision: 1 }, { revision: 1, changed: [] }]);
  });

  it('when an event is not what it should be, then it is put aside and its neighbours count', async () => {
    const wrong = phoneResolvedEvent(foundPhone(`${phone}1`, { firstName: 'Anvar' }));
    const json = wrong.json.replace('"trust":', '"distrust":');
    await setup.bus.deliver(phoneResolvedEvent(foundPhone(phone, { firstName: 'Anvar' })), { ...wrong, json });
    expect(await profileOf()).toMatchObject({ firstName: 'Anvar' });
    expect(await setup.bus.deadLetters(10)).toMatchObject([
      { topic: 'phone.resolved', json, reason: 'not an event of phone.resolved' },
    ]);
  });

  it('when another job finds the same, then only its number is added', async () => {
    await setup.resolve(foundPhone(phone, { firstName: 'Anvar' }, { id: 'same' }));
    await setup.resolve(foundPhone(phone, { firstName: 'Anvar' }, { id: 'same', cached: true, job: 2 }));
    expect(await profileOf()).toMatchObject({ jobs: [1, 2], provenance: { firstName: [{ cached: false }] } });
    expect(setup.bus.published('profile.updated').at(-1)?.data).toMatchObject({
      revision: 2,
      changed: ['jobs'],
      job: { number: 2 },
    });
  });

  it('when sources answer in several events, then all of them are in the profile', async () => {
    await setup.resolve(foundPhone(phone, { firstName: 'Anvar' }, { source: 'TELEGRAM' }));
    await setup.resolve(foundPhone(phone, { lastName: 'Karimov' }, { source: 'VIBER', at: AT + 5 }));
    expect(await profileOf()).toMatchObject({
      firstName: 'Anvar',
      lastName: 'Karimov',
      sources: ['TELEGRAM', 'VIBER'],
      timestamp: AT + 5,
    });
  });

  it('when a profile is there and nothing is found any more, then it is folded anew, and the job is not among its jobs', async () => {
    await setup.resolve(foundPhone(phone, { firstName: 'Anvar' }));
    const lost = phoneResolvedEvent({
      ...foundPhone(phone, null, { status: 'NOT_FOUND', at: AT + 1, job: 2 }),
      status: 'NOT_FOUND',
    });
    await setup.bus.deliver(lost);
    await setup.bus.waitFor('profile.updated', ({ id }) => id === `${lost.id}:updated`);
    expect(await profileOf()).toMatchObject({ firstName: null, sources: [], jobs: [1] });
  });

  it('photos that come late are added, no job is told, and a profile that is gone stays away', async () => {
    const image = 'b'.repeat(64);
    const answer = foundPhone(phone, { firstName: 'Anvar' }, { id: 'answer-1' });
    await setup.resolve(answer);
    const withPhoto = foundPhone(phone, { firstName: 'Anvar', photos: [image] }, { id: 'answer-2' });
    const late = phoneResolvedEvent({ ...withPhoto, sources: [], late: true });
    await setup.bus.deliver(late);
    await setup.bus.waitFor('profile.updated', ({ id }) => id === `${late.id}:updated`);
    expect(await profileOf()).toMatchObject({ firstName: 'Anvar', images: [image], jobs: [1] });
    expect(toldOf(late.id).map(({ data }) => data)).toMatchObject([{ revision: 2, job: null }]);

    const unknown = `${phone}1`;
    const ofNobody = phoneResolvedEvent({
      ...foundPhone(unknown, { photos: [image] }),
      sources: [],
      late: true,
    });
    await setup.bus.deliver(ofNobody);
    expect((await setup.user.call(calls.getProfile, { params: { phone: unknown } })).statusCode).toBe(404);
    expect(toldOf(ofNobody.id)).toEqual([]);
  });

  it('one batch may bring one phone twice', async () => {
    await setup.resolve(
      foundPhone(phone, { city: 'a' }),
      foundPhone(phone, { city: 'b' }, { at: AT + 1 }),
      foundPhone('+998901111111', { city: 'c' }),
    );
    expect(await profileOf()).toMatchObject({ city: 'b' });
    expect(setup.index.documents.has(phone) && setup.index.documents.has('+998901111111')).toBe(true);
  });
});
