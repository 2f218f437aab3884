import { describe, expect, it } from '@jest/globals';
import { aroundEach } from '@numscope/testing/around';
import { calls } from '@numscope/contracts';
import { packDocument, TransientError } from '@numscope/platform';
import { buildObservation, phoneResolvedEvent } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { foundPhone, openStore, type Setup, setUp } from './setup.ts';

const PHONE = '+998901234567';
const AT = 1_750_000_000_000;

describe('store and index', () => {
  let setup: Setup;
  aroundEach(setUp, (opened) => (setup = opened));
  const notedIndex = async (): Promise<string | null> => {
    const store = await openStore(setup);
    const noted = await store.notedIndex();
    await store.close();
    return noted;
  };
  const statusOfProfile = async (): Promise<number> =>
    (await setup.user.call(calls.getProfile, { params: { phone: PHONE } })).statusCode;

  it('when the index does not answer, then nobody is told before it has the profile', async () => {
    setup.index.failWith(new TransientError('the index is away'));
    const event = phoneResolvedEvent(foundPhone(PHONE, { firstName: 'Anvar' }));
    await setup.bus.publish([event]);
    // The store has it long before the index does.
    await askUntil(statusOfProfile, (status) => status === 200);
    expect(setup.bus.published('profile.updated')).toEqual([]);
    setup.index.failWith(null);
    await setup.bus.waitFor('profile.updated');
    expect(setup.index.documents.has(PHONE)).toBe(true);
  });

  it('when the bus is away, then the index has the profile all the same, and the world is told once the bus is back', async () => {
    const event = phoneResolvedEvent(foundPhone(PHONE, { firstName: 'Anvar' }));
    await setup.bus.publish([event]);
    setup.bus.failWith(new Error('the bus is away'));
    await askUntil(() => setup.index.documents.has(PHONE));
    expect(setup.bus.published('profile.updated')).toEqual([]);
    setup.bus.failWith(null);
    expect((await setup.bus.waitFor('profile.updated')).id).toBe(`${event.id}:updated`);
  });

  it('when the process ended between store and index, then the next one indexes and tells', async () => {
    await setup.service.close();
    const store = await openStore(setup);
    await store.absorb([phoneResolvedEvent(foundPhone(PHONE, { firstName: 'Anvar' })).json], AT);
    await store.close();
    expect(setup.index.documents.size).toBe(0);
    await setup.restart();
    const told = await setup.bus.waitFor('profile.updated');
    expect(told.data).toMatchObject({ phone: PHONE, revision: 1 });
    expect(setup.index.documents.has(PHONE)).toBe(true);
  });

  it('when the process ended between deletion and index, then the next one removes the entry and tells', async () => {
    await setup.resolve(foundPhone(PHONE, { firstName: 'Anvar' }));
    await setup.service.close();
    const store = await openStore(setup);
    await store.remove(PHONE, 'DELETED', null);
    await store.close();
    expect(setup.index.documents.size).toBe(1);
    await setup.restart();
    await setup.bus.waitFor('profile.deleted');
    expect(setup.index.documents.size).toBe(0);
  });

  it('when the index was lost or has entries of nobody, then it is whole again after the start', async () => {
    await setup.resolve(foundPhone(PHONE, { firstName: 'Anvar' }), foundPhone('+998901111111', { firstName: 'Bek' }));
    const [kept] = setup.index.documents.values();
    setup.index.documents.clear();
    const ghosts = ['+15550000001', '+15550000002', '+15550000003'].map((phone) => packDocument({ ...kept!, phone }));
    await setup.index.upsert(ghosts);
    await setup.restart();
    await askUntil(
      () => setup.index.count(),
      (count) => count === 2,
    );
    expect([...setup.index.documents.keys()].sort()).toEqual(['+998901111111', PHONE]);
  });

  it('when another index was used for a while, then the one that was left behind is made anew, however many entries it has', async () => {
    await setup.resolve(foundPhone(PHONE, { firstName: 'Anvar' }));
    await askUntil(
      () => notedIndex(),
      (noted) => noted === 'naive',
    );
    const [stale] = setup.index.documents.values();
    setup.index.name = 'another';
    setup.index.documents.clear();
    await setup.restart();
    await askUntil(
      () => notedIndex(),
      (noted) => noted === 'another',
    );
    await setup.resolve(foundPhone(PHONE, { firstName: 'Botir' }, { source: 'VIBER', trust: 1 }));
    const [fresh] = setup.index.documents.values();
    expect(fresh).not.toEqual(stale);
    setup.index.name = 'naive';
    setup.index.documents.set(PHONE, stale!);
    await setup.restart();
    await askUntil(
      () => notedIndex(),
      (noted) => noted === 'naive',
    );
    expect([...setup.index.documents.values()]).toEqual([fresh]);
  });

  it('when the process ended before another index was whole, then going back to the former one makes it anew', async () => {
    await setup.resolve(foundPhone(PHONE, { firstName: 'Anvar' }));
    await askUntil(
      () => notedIndex(),
      (noted) => noted === 'naive',
    );
    setup.index.name = 'another';
    const { promise: never, resolve: end } = Promise.withResolvers<void>();
    const rebuild = setup.index.rebuild;
    setup.index.rebuild = async () => never.then(() => Promise.reject(new Error('the process ended')));
    await setup.restart();
    // Noted before anything is written to it.
    expect(await notedIndex()).toBe('');
    setup.index.name = 'naive';
    setup.index.rebuild = rebuild;
    const [right] = setup.index.documents.values();
    setup.index.documents.set(PHONE, { ...right!, terms: {} });
    end();
    await setup.restart();
    await askUntil(
      () => notedIndex(),
      (noted) => noted === 'naive',
    );
    expect([...setup.index.documents.values()]).toEqual([right]);
  });

  it('when the index is of an older shape, then it is rebuilt at the start', async () => {
    await setup.resolve(foundPhone(PHONE, { firstName: 'Anvar' }));
    const [entry] = setup.index.documents.values();
    setup.index.documents.set(PHONE, { ...entry!, terms: {} });
    setup.index.outdated = true;
    await setup.restart();
    await askUntil(
      () => setup.index.outdated,
      (isOutdated) => !isOutdated,
    );
    expect([...setup.index.documents.values()]).toEqual([entry]);
  });

  it('when the index does not answer while it is to be rebuilt at the start, then it is rebuilt once it does', async () => {
    await setup.resolve(foundPhone(PHONE, { firstName: 'Anvar' }));
    const [entry] = setup.index.documents.values();
    setup.index.documents.set(PHONE, { ...entry!, terms: {} });
    setup.index.outdated = true;
    setup.index.failWith(new TransientError('the index is away'));
    await setup.restart();
    await askUntil(
      () => setup.index.failures,
      (failures) => failures > 0,
    );
    setup.index.failWith(null);
    await askUntil(
      () => setup.index.outdated,
      (isOutdated) => !isOutdated,
    );
    expect([...setup.index.documents.values()]).toEqual([entry]);
  });

  it('when the index does not answer a deletion, then the profile is gone at once, and the world is told when its entry is', async () => {
    await setup.resolve(foundPhone(PHONE, { firstName: 'Anvar' }));
    setup.index.failWith(new TransientError('the index is away'));
    expect((await setup.admin.call(calls.deleteProfile, { params: { phone: PHONE } })).statusCode).toBe(204);
    expect(await statusOfProfile()).toBe(404);
    expect((await setup.user.call(calls.profilesByPhones, { params: { type: 'ALL' }, body: [PHONE] })).json()).toEqual(
      [],
    );
    expect(setup.bus.published('profile.deleted')).toEqual([]);
    setup.index.failWith(null);
    await setup.resolve(foundPhone('+998901111111', { firstName: 'Bek' }));
    expect((await setup.bus.waitFor('profile.deleted')).data).toMatchObject({ phone: PHONE, images: [] });
    expect([...setup.index.documents.keys()]).toEqual(['+998901111111']);
  });

  it('counts numbers and profiles by country exactly', async () => {
    const plan = (phone: string, country: string | null, status: 'FOUND' | 'NOT_FOUND') => ({
      phone,
      status,
      observations: [
        buildObservation({
          phone,
          source: 'NUMBERING_PLAN',
          at: AT,
          fields: {
            numbering: {
              country,
              region: null,
              lineType: null,
              carrier: null,
              timeZones: [],
              international: phone,
              national: phone,
            },
          },
        }),
      ],
    });
    const missing = plan('+998900000003', 'UZ', 'NOT_FOUND');
    await setup.resolve(
      plan('+998900000001', 'UZ', 'FOUND'),
      plan('+998900000002', 'UZ', 'FOUND'),
      missing,
      missing,
      plan('+80000000000', null, 'FOUND'),
    );
    const statistics = async () => (await setup.user.call(calls.countryStatistics)).json();
    expect(await statistics()).toEqual([
      { country: 'UZ', phones: 3, profiles: 2 },
      { country: 'ZZ', phones: 1, profiles: 1 },
    ]);
    await setup.resolve({ ...missing, status: 'FOUND' });
    expect(await statistics()).toMatchObject([{ country: 'UZ', phones: 3, profiles: 3 }, {}]);
  });
});
