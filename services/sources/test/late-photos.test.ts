import { describe, expect, it } from '@jest/globals';
import { AskingCounts, calls, Observation, type PhoneResolved } from '@numscope/contracts';
import { TestClock } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import * as z from 'zod';
import { LEASE_MS, PhotoLease, type PhotoLeaseParts } from '../src/asking/photo-lease.ts';
import { missingPhotos, photoPauseMs } from '../src/domain/photos/photo-retry.ts';
import { provide, start as startAny } from './support/each-test.ts';
import { type FakeProvider, json } from './support/fake-provider.ts';
import { httpYaml, officeAnswer } from './support/office.ts';
import { PHONE, type SourcesUnderTest } from './support/sources-under-test.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const LOOK_AGAIN_MS = 50;

/** It looks for photos that are due without letting a test wait. */
const start = (yaml: string): Promise<SourcesUnderTest> => startAny({ yaml, photoLookMs: LOOK_AGAIN_MS });

interface PhotoHost {
  yaml: string;
  photoCalls(): number;
  arrived: FakeProvider['arrived'];
}

/** A provider that knows one person with one photo. Each call for it is answered by the next of `statuses`. */
async function photoHost(statuses: readonly number[], retryAfter?: string): Promise<PhotoHost> {
  let photoCalls = 0;
  const provider = await provide((call, response) => {
    if (!call.url.includes('.png')) return json(response, { names: ['Anvar'], photos: ['/a.png'] });
    const status = statuses[photoCalls++] ?? 200;
    const headers = { 'content-type': 'image/png', ...(retryAfter ? { 'retry-after': retryAfter } : {}) };
    return void response.writeHead(status, headers).end(Buffer.from([1]));
  });
  const yaml = httpYaml([`request: { url: "${provider.url}/people/{phone}" }`]);
  return { yaml, photoCalls: () => photoCalls, arrived: (count) => provider.arrived(count) };
}

async function counts({ internal }: SourcesUnderTest): Promise<AskingCounts> {
  const query = { source: 'OFFICE', from: 0, to: DAY, span: 'DAY' } as const;
  return AskingCounts.parse((await internal.call(calls.askingCounts, { query })).json());
}

/** Resolves when this many photos wait and were given up. */
const photosAre = (sources: SourcesUnderTest, wanted: AskingCounts['photos']): Promise<AskingCounts> =>
  askUntil(
    () => counts(sources),
    ({ photos }) => photos.waiting === wanted.waiting && photos.givenUp === wanted.givenUp,
    { everyMs: LOOK_AGAIN_MS },
  );

/** The answer that brings photos late. */
async function broughtLate({ kit }: SourcesUnderTest): Promise<PhoneResolved> {
  return (await kit.bus.waitFor('phone.resolved', ({ data }) => data.late === true)).data;
}

const kept = async ({ internal }: SourcesUnderTest): Promise<Observation[]> =>
  z.array(Observation).parse((await internal.call(calls.observationsAsIs, { query: { phone: PHONE } })).json());

describe('a photo that cannot be fetched for now', () => {
  it('comes later, also after a restart: no job waits for it or hears of it, and nobody is asked', async () => {
    const host = await photoHost([503]);
    const sources = await start(host.yaml);
    const { message, observation, status } = await officeAnswer(sources);
    expect(status).toBe('FOUND');
    expect(message).toBe('1 of 1 photos could not be fetched with the answer; to be tried again: 1');
    expect(observation.fields).not.toHaveProperty('photos');
    await photosAre(sources, { waiting: 1, givenUp: 0 });

    await sources.restart();
    sources.kit.clock.advance(2 * MINUTE);
    const came = await broughtLate(sources);
    expect(came).toMatchObject({ phone: PHONE, status: 'FOUND', sources: [] });
    const [brought] = came.observations;
    expect(brought).toMatchObject({ source: 'OFFICE', at: observation.at, account: observation.account });
    expect(brought?.fields).toMatchObject({ names: [{ name: 'Anvar', type: 'UNKNOWN' }], photos: ['a'.repeat(64)] });
    expect(brought).not.toHaveProperty('message');
    // Of two answers of one moment the one with the greater id counts.
    expect(String(brought?.id) > String(observation.id)).toBe(true);
    await photosAre(sources, { waiting: 0, givenUp: 0 });
    expect(await kept(sources)).toHaveLength(2);
    expect((await counts(sources)).ever).toMatchObject({ asked: 1, found: 1 });
    // Whoever may use the kept answer gets the one with the photo.
    expect((await officeAnswer(sources)).observation.fields).toHaveProperty('photos');
    expect(host.photoCalls()).toBe(2);
  });

  it('comes without a look at all that was ever answered of its number', async () => {
    const sources = await start((await photoHost([503])).yaml);
    const { observation } = await officeAnswer(sources);
    await photosAre(sources, { waiting: 1, givenUp: 0 });
    const store = sources.store();
    const { raw: _raw, ...answer } = (await store.observationsOf(PHONE, 10, 1_000_000)).at(-1) ?? {};
    const newest = await store.newestFound(PHONE, 'OFFICE');
    expect([newest?.id, { ...newest, cached: false }]).toEqual([observation.id, answer]);
    expect(await store.newestFound(PHONE, 'VIBER')).toBeNull();
    store.observationsOf = async () => {
      throw new Error('their raw answers are too many');
    };
    sources.kit.clock.advance(2 * MINUTE);
    expect((await broughtLate(sources)).observations[0]?.fields).toHaveProperty('photos');
  });

  it('is told as given up once its host says that there is none', async () => {
    const host = await photoHost([429, 404]);
    const sources = await start(host.yaml);
    await officeAnswer(sources);
    sources.kit.clock.advance(2 * MINUTE);
    await photosAre(sources, { waiting: 0, givenUp: 1 });
    expect((await kept(sources)).map(({ message }) => message)).toEqual([
      '1 of 1 photos could not be fetched with the answer; to be tried again: 1',
      '1 of 1 photos could not be fetched',
    ]);
    expect(sources.resolved()).toHaveLength(1);
  });

  it('is left alone for as long as its host says, and is forgotten with its number', async () => {
    const host = await photoHost([503], '3600');
    const sources = await start(host.yaml);
    const { observation } = await officeAnswer(sources);
    await photosAre(sources, { waiting: 1, givenUp: 0 });
    const { store } = sources;
    const due = async (atMs: number) => store().takeDuePhotos((observation.at ?? 0) + atMs, Date.now() + DAY, 10);
    expect(await due(59 * MINUTE)).toEqual([]);
    expect(await due(61 * MINUTE)).toMatchObject([{ id: observation.id, tries: 0 }]);
    await sources.internal.call(calls.eraseFromSources, { body: { phone: PHONE } });
    await photosAre(sources, { waiting: 0, givenUp: 0 });
  });

  it('that its host never answers does not hold up the end of the service, and stays due', async () => {
    let isHanging = false;
    const provider = await provide((call, response) => {
      if (!call.url.includes('.png')) return json(response, { names: ['Anvar'], photos: ['/a.png'] });
      if (!isHanging) response.writeHead(503).end();
    });
    const lines = [`request: { url: "${provider.url}/people/{phone}" }`, 'timeoutMs: 60000'];
    const sources = await start(httpYaml(lines));
    await officeAnswer(sources);
    isHanging = true;
    sources.kit.clock.advance(2 * MINUTE);
    await provider.arrived(3);
    await sources.restart();
    expect((await counts(sources)).photos).toEqual({ waiting: 1, givenUp: 0 });
  });

  it('is one instance’s alone for as long as that one says so, and another’s once it is silent', async () => {
    const sources = await start((await photoHost([503])).yaml);
    const { observation } = await officeAnswer(sources);
    const clock = new TestClock();
    clock.freeze((observation.at ?? 0) + 2 * MINUTE);
    const store = sources.store();
    let renewed = Promise.withResolvers<string[]>();
    const parts: PhotoLeaseParts = {
      store: {
        takeDuePhotos: (...given) => store.takeDuePhotos(...given),
        renewDuePhotos: async (...given) => {
          const kept = await store.renewDuePhotos(...given);
          renewed.resolve(kept);
          return kept;
        },
      },
      clock,
      log: sources.kit.kit.log,
      renewMs: 1,
    };
    const one = await PhotoLease.take(parts, 10);
    expect(one.due).toMatchObject([{ id: observation.id }]);
    const [due = { id: '' }] = one.due;
    for (let times = 0; times < 4; times++) {
      renewed = Promise.withResolvers();
      clock.advance(LEASE_MS / 2);
      expect(await renewed.promise).toEqual([due.id]);
      expect((await PhotoLease.take(parts, 10)).due).toEqual([]);
      expect(one.holds(due)).toBe(true);
    }
    one.end();
    clock.advance(LEASE_MS);
    expect(one.holds(due)).toBe(false);
    const other = await PhotoLease.take(parts, 10);
    other.end();
    expect(other.due).toMatchObject([{ id: observation.id }]);
    expect(other.holds(due)).toBe(true);
  });

  it.each([404, 410, 403])('and never will be (%i) is not tried again', async (status) => {
    const host = await photoHost([status]);
    const sources = await start(host.yaml);
    expect((await officeAnswer(sources)).message).toBe('1 of 1 photos could not be fetched');
    expect((await counts(sources)).photos).toEqual({ waiting: 0, givenUp: 0 });
  });
});

describe('how long a photo is left alone', () => {
  it('grows, ends, and is never shorter than its host asks for', () => {
    const pauses = [0, 1, 2, 3, 4, 5].map((tries) => photoPauseMs(tries, 0, 0));
    expect(pauses).toEqual([MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 480 * MINUTE, null]);
    expect(photoPauseMs(0, 20 * MINUTE, 1)).toBe(20 * MINUTE);
    expect(photoPauseMs(0, DAY + 1, 0)).toBeNull();
  });

  it('is told in words', () => {
    expect(missingPhotos(3, 0, 0)).toBeNull();
    expect(missingPhotos(3, 2, 0)).toBe('2 of 3 photos could not be fetched');
    expect(missingPhotos(3, 2, 1)).toBe('2 of 3 photos could not be fetched with the answer; to be tried again: 1');
  });
});
