import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { apiError, calls, ErasureCertificate } from '@numscope/contracts';
import { TransientError } from '@numscope/platform';
import { buildJobPass, onMongo, phoneResolvedEvent } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { allProfiles } from '../src/queries/all-profiles.ts';
import { partWithout } from '../src/store/erasure.ts';
import { foundPhone, openStore, type Setup, setUp } from './setup.ts';

const PHONE = '+998901234567';
const OTHER = '+998901234568';
const order = { phone: PHONE, purpose: 'asked for it in writing' };

describe('erasing a number', () => {
  let setup: Setup;
  /** What a process that ended left behind, and who was looked for. */
  let left: string[];
  let lookedFor: string[];
  beforeEach(async () => {
    left = [];
    lookedFor = [];
    setup = await setUp(
      {},
      {
        dropLeftOver: async (phone) => {
          lookedFor.push(phone);
          return left.includes(phone) ? { id: 'left', upserts: [], removals: [phone], events: '' } : null;
        },
      },
    );
    setup.client.answer({
      eraseFromJobs: () => ({ removed: { jobPhones: 3 } }),
      eraseFromSources: () => ({ removed: { observations: 2, submissions: 0 } }),
      eraseImages: ({ body }) => ({ removed: { pictures: body.ids.length }, gone: body.ids }),
      scrubJobs: () => undefined,
      scrubSources: () => undefined,
      scrubImages: () => undefined,
    });
    await setup.resolve(
      foundPhone(PHONE, { firstName: 'Anvar', photos: ['a'.repeat(64)] }),
      foundPhone(OTHER, { firstName: 'Bek' }),
    );
  });
  afterEach(() => setup.close());

  const erase = () => setup.admin.call(calls.erasePhone, { body: order });
  const statusOf = async (phone: string): Promise<number> =>
    (await setup.admin.call(calls.getProfile, { params: { phone } })).statusCode;
  const certified = () => setup.bus.waitFor('audit.logged', ({ data }) => data.details === 'Certificate of an erasure');

  it('comes to its end with more pictures than images is asked to erase at once', async () => {
    const photos = Array.from({ length: 10_001 }, (_none, place) => String(place).padStart(64, '0'));
    await setup.resolve(foundPhone(PHONE, { photos }));
    const { erased } = ErasureCertificate.parse((await erase()).json());
    expect(erased).toContainEqual({ place: 'pictures', removed: photos.length });
  });

  it('goes through every place, tells how much there was, and puts the certificate into the audit', async () => {
    const answer = await erase();
    expect(answer.statusCode).toBe(200);
    const certificate = ErasureCertificate.parse(answer.json());
    expect(certificate).toMatchObject({ ...order, by: 'admin', finishedAt: expect.any(Number) });
    const counts = Object.fromEntries(certificate.erased.map(({ place, removed }) => [place, removed]));
    expect(counts).toMatchObject({ jobPhones: 3, observations: 2, profiles: 1, pictures: 1, stagedImports: 0 });
    expect(await statusOf(PHONE)).toBe(404);
    expect(await statusOf(OTHER)).toBe(200);
    expect(setup.index.documents.has(PHONE)).toBe(false);
    const tombstone = await setup.bus.waitFor('profile.deleted', ({ data }) => data.phone === PHONE);
    expect(tombstone.data.reason).toBe('ERASED');
    const ordered = await setup.bus.waitFor('audit.logged', ({ data }) => data.actionType === 'PRIVACY');
    expect(ordered.data).toMatchObject({ username: 'admin', args: order });
    expect((await certified()).data).toMatchObject({
      actionType: 'PRIVACY',
      username: 'admin',
      args: { ...order, certificate: certificate.id, profiles: 1, observations: 2 },
    });
  });

  it('is not undone by what was found before, and by what is found later it is known anew', async () => {
    const late = phoneResolvedEvent(foundPhone(PHONE, { firstName: 'Anvar' }));
    await erase();
    await setup.bus.deliver(late);
    expect(await statusOf(PHONE)).toBe(404);
    await setup.resolve(foundPhone(PHONE, { firstName: 'Somebody else' }, { job: 2 }));
    expect(await statusOf(PHONE)).toBe(200);
  });

  it('is finished at the next start when something of it was away', async () => {
    setup.client.answer({
      eraseImages: () => {
        throw apiError('SERVICE_UNAVAILABLE');
      },
    });
    expect((await erase()).statusCode).toBe(503);
    setup.client.answer({ eraseImages: ({ body }) => ({ removed: { pictures: body.ids.length }, gone: body.ids }) });
    await setup.restart();
    const { data } = await certified();
    expect(data.args).toMatchObject({ profiles: 1, pictures: 1, jobPhones: 3 });
    expect(setup.client.madeTo('eraseFromJobs')).toHaveLength(1);
    // Its end is written after its certificate, and until then an order for the number is one for this erasure.
    const ordered = async () => ErasureCertificate.parse((await erase()).json());
    const next = await ordered();
    const again = next.id === data.args['certificate'] ? await ordered() : next;
    expect(again.id).not.toBe(data.args['certificate']);
    expect(again.erased.find(({ place }) => place === 'profiles')).toEqual({ place: 'profiles', removed: 0 });
  });

  it('that fails holds up none of those behind it', async () => {
    const failing = (isAway: (phone: string) => boolean) =>
      setup.client.answer({
        eraseFromJobs: ({ body }) => {
          if (isAway(body.phone)) throw apiError('SERVICE_UNAVAILABLE');
          return { removed: { jobPhones: 3 } };
        },
      });
    failing(() => true);
    expect((await erase()).statusCode).toBe(503);
    expect((await setup.admin.call(calls.erasePhone, { body: { ...order, phone: OTHER } })).statusCode).toBe(503);
    failing((phone) => phone === PHONE);
    await setup.restart();
    expect((await certified()).data.args).toMatchObject({ phone: OTHER, profiles: 1 });
    expect(await statusOf(PHONE)).toBe(200);
  });

  it('that waits for another at a start, and is ordered anew meanwhile, is done once', async () => {
    const THIRD = '+998901234569';
    const jobsAsked: string[] = [];
    const held = Promise.withResolvers<void>();
    const answerJobs = (come: (phone: string) => Promise<void>) =>
      setup.client.answer({
        eraseFromJobs: async ({ body }) => {
          await come(body.phone);
          return { removed: { jobPhones: 3 } };
        },
      });
    answerJobs(() => Promise.reject(apiError('SERVICE_UNAVAILABLE')));
    for (const phone of [PHONE, OTHER, THIRD])
      expect((await setup.admin.call(calls.erasePhone, { body: { ...order, phone } })).statusCode).toBe(503);
    answerJobs(async (phone) => {
      jobsAsked.push(phone);
      if (phone === PHONE) await held.promise;
    });
    await setup.restart();
    await askUntil(() => jobsAsked.length > 0);
    const answer = await setup.admin.call(calls.erasePhone, { body: { ...order, phone: OTHER } });
    expect(answer.statusCode).toBe(200);
    held.resolve();
    // They are taken up in their order: with the last one it was the other's turn.
    await setup.bus.waitFor(
      'audit.logged',
      ({ data }) => data.details === 'Certificate of an erasure' && data.args['phone'] === THIRD,
    );
    expect(jobsAsked).toEqual([PHONE, OTHER, THIRD]);
    const certificates = setup.bus
      .published('audit.logged')
      .filter(({ data }) => data.details === 'Certificate of an erasure')
      .map(({ data }) => data.args['phone']);
    expect(certificates.toSorted()).toEqual([PHONE, OTHER, THIRD]);
    expect(ErasureCertificate.parse(answer.json()).erased).toContainEqual({ place: 'profiles', removed: 1 });
  });

  it('looks for what a process put in that ended meanwhile, at its end and at each start, and takes it out of the index', async () => {
    await erase();
    expect(lookedFor).toEqual([PHONE]);
    const [entry] = setup.index.documents.values();
    setup.index.documents.set(PHONE, entry!);
    left = [PHONE];
    await setup.restart();
    await askUntil(
      () => setup.index.documents.has(PHONE),
      (isThere) => !isThere,
    );
    expect(lookedFor).toEqual([PHONE, PHONE]);
  });

  // Engines overwrite in their own time.
  if (!onMongo())
    it('is not certified while a backup reads what is to be overwritten, and is when that is over', async () => {
      const backup = new DatabaseSync(join(setup.dir, 'profiles.sqlite'), { readOnly: true });
      backup.exec('BEGIN; SELECT count(*) FROM sqlite_master');
      expect((await erase()).json()).toMatchObject({ statusCode: 503, code: 'SERVICE_UNAVAILABLE' });
      expect(await statusOf(PHONE)).toBe(404);
      const ends = () => setup.bus.published('audit.logged').map(({ data }) => data.details);
      expect(ends()).not.toContain('Certificate of an erasure');
      backup.close();
      expect((await erase()).statusCode).toBe(200);
      await certified();
    });

  it('says how long a bus that cannot change events keeps files of before, and empties them once more when it asks for that', async () => {
    const hour = 3_600_000;
    setup.clock.freeze('2026-03-01T12:00:00Z');
    setup.bus.erasing = { count: null, keptMs: 7 * 24 * hour, againMs: 6 * hour };
    const { kept, erased, finishedAt } = ErasureCertificate.parse((await erase()).json());
    expect(kept).toContainEqual({ place: 'KAFKA', until: (finishedAt ?? 0) + 8 * 24 * hour });
    expect(erased.map(({ place }) => place)).not.toContain('events');
    const named = [PHONE, 'a'.repeat(64)];
    expect(setup.bus.erased).toEqual([named]);
    setup.clock.freeze('2026-03-01T18:00:00Z');
    await setup.restart();
    await askUntil(
      () => setup.bus.erased.length,
      (times) => times === 2,
    );
    expect(setup.bus.erased).toEqual([named, named]);
    const store = await openStore(setup);
    const steps = async () => (await store.erasuresFinishedSince(0)).map((record) => JSON.stringify(record.steps));
    await askUntil(steps, (texts) => !texts.some((text) => text.includes('a'.repeat(64))));
    await store.close();
  });

  it('leaves a number that was asked for anew its newest event when events are emptied once more', async () => {
    setup.clock.freeze('2026-03-01T12:00:00Z');
    setup.bus.erasing = { count: null, keptMs: 1000, againMs: 3_600_000 };
    await erase();
    await setup.resolve(foundPhone(PHONE, { firstName: 'Somebody else' }, { job: 2 }));
    expect(await statusOf(PHONE)).toBe(200);
    setup.clock.freeze('2026-03-01T18:00:00Z');
    await setup.restart();
    const store = await openStore(setup);
    const steps = async () => (await store.erasuresFinishedSince(0)).map((record) => JSON.stringify(record.steps));
    await askUntil(steps, (texts) => !texts.some((text) => text.includes('a'.repeat(64))));
    await store.close();
    expect(setup.bus.erased).toHaveLength(1);
  });

  it('empties the bus of a number only once all of its events are there, however much else waits before them', async () => {
    const toldOf = () => setup.bus.published('profile.updated').filter(({ data }) => data.phone === PHONE).length;
    const before = toldOf();
    const publish = setup.bus.publish.bind(setup.bus);
    let away = true;
    jest.spyOn(setup.bus, 'publish').mockImplementation(async (events) => {
      if (away && events.some(({ topic }) => topic === 'profile.updated')) throw new TransientError('away');
      await publish(events);
    });
    // More than the relay is handed at once, in the commit before that of the number.
    const job = buildJobPass({ id: 'a'.repeat(3000), number: 2 });
    const others = Array.from({ length: 500 }, (_none, at) => `+9989071${String(at).padStart(5, '0')}`);
    await setup.bus.deliver(
      ...others.map((phone) => phoneResolvedEvent({ ...foundPhone(phone, { firstName: 'Bek' }), job })),
    );
    await setup.bus.deliver(phoneResolvedEvent(foundPhone(PHONE, { city: 'Nukus' }, { source: 'LINE' })));
    const toldBefore = Promise.withResolvers<number>();
    const emptied = setup.bus.erase.bind(setup.bus);
    jest.spyOn(setup.bus, 'erase').mockImplementation((...numbers) => {
      toldBefore.resolve(toldOf() - before);
      return emptied(...numbers);
    });
    const answer = erase();
    await askUntil(() => setup.client.madeTo('eraseImages').length > 0);
    away = false;
    expect(await toldBefore.promise).toBe(1);
    expect((await answer).statusCode).toBe(200);
  });

  it('is for administrators alone, and not without a purpose', async () => {
    expect((await setup.user.call(calls.erasePhone, { body: order })).statusCode).toBe(403);
    const without = await setup.admin.call(calls.erasePhone, { raw: { phone: PHONE, purpose: ' ' } });
    expect(without.statusCode).toBe(400);
    expect(await statusOf(PHONE)).toBe(200);
  });

  it('ends an export that was begun before', async () => {
    const store = await openStore(setup);
    const reading = { store, index: setup.index, read: (phones: readonly string[]) => store.profiles(phones) };
    const more = allProfiles(
      {
        ...reading,
        read: async (phones) => {
          const profiles = await store.profiles(phones);
          await store.eraseRest(PHONE, { digest: 'd', at: Date.now() }, 0);
          return profiles;
        },
      },
      {},
    )[Symbol.asyncIterator]();
    await expect(more.next()).rejects.toThrow('begin it again');
    await store.close();
  });
});

it('takes a number out of a staged part of an import, and leaves others as they are', () => {
  const part = JSON.stringify([
    { phone: PHONE, observations: [] },
    { phone: OTHER, observations: [] },
  ]);
  expect(JSON.parse(partWithout(part, PHONE) ?? '')).toEqual([{ phone: OTHER, observations: [] }]);
  expect(partWithout(part, '+998901234569')).toBeNull();
});
