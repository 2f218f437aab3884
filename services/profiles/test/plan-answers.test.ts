import { afterAll, describe, expect, it } from '@jest/globals';
import type { Numbering, Profile } from '@numscope/contracts';
import { NUMBERING_PLAN } from '@numscope/contracts/lists';
import { outgoing, unpackEvents } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import * as fc from 'fast-check';
import { open } from '../src/store/sqlite/profile-store.ts';
import { isPlanAnswer, readResolved } from '../src/store/read-resolved.ts';

const NOW = 1_760_000_000_000;

interface Said {
  phone: string;
  job: { id: string; number: number; pass: number };
  at: number;
  trace: string | undefined;
  trust: number;
  numbering: Numbering;
}

/** As the sources write it. */
function eventOf({ phone, job, at, trace, trust, numbering }: Said): string {
  const common = { source: NUMBERING_PLAN, at, cached: false, status: 'FOUND' as const };
  const { source, ...rest } = common;
  const observation = {
    id: `${NUMBERING_PLAN}:${phone}`,
    phone,
    source,
    account: null,
    ...rest,
    fields: { numbering },
  };
  const data = { phone, job, status: 'FOUND' as const, sources: [common], observations: [{ ...observation, trust }] };
  return outgoing('phone.resolved', phone, data, { id: `${job.number} ${phone} ${at}`, at, trace }).json;
}
/** The same as nobody writes it, so that it is read and folded as any other. */
const unusual = (event: string): string => event.replace('"account":null', '"account": null');

const carriers = fc.constantFrom(null, 'Beeline', 'of {some} "name"', 'a \\ b', 'Ўзмобайл');
const said: fc.Arbitrary<Said> = fc.record({
  phone: fc.nat(29).map((n) => `+9989012345${String(n + 10)}`),
  job: fc.constantFrom({ id: 'job-1', number: 1, pass: 1 }, { id: 'job-2', number: 2, pass: 3 }),
  at: fc.constantFrom(NOW - 1, NOW - 500, 0),
  trace: fc.constantFrom('trace', 'a "trace"', undefined),
  trust: fc.constantFrom(0, 0.4, 1),
  numbering: fc.record({
    country: fc.constantFrom('UZ', 'GB', null),
    region: fc.constantFrom(null, 'Tashkent'),
    lineType: fc.constantFrom('MOBILE' as const, 'UNKNOWN' as const),
    carrier: carriers,
    timeZones: fc.constantFrom([], ['Asia/Tashkent', 'Asia/Samarkand']),
    international: fc.constantFrom('+998 90 123', '+998 90 124', 'of "quotes"'),
    national: fc.constantFrom('90 123', '90 124'),
  }),
});

/** A store of its own, on which batches come in one after the other. */
function openOwn() {
  const dir = tempDir();
  const store = open({ dataDir: dir.path });
  return {
    absorb(events: readonly string[]) {
      const work = store.absorb(events, NOW);
      const told = unpackEvents(work?.events ?? '').map(({ json, ...event }) => {
        const { at: _at, data, ...envelope } = JSON.parse(json) as { at: number; data: object };
        return { ...event, envelope, data: { ...data, profileId: null } };
      });
      return { told, upserts: work?.upserts };
    },
    read(phones: readonly string[]) {
      const details = store.details(phones).map(({ profile, observations }) => {
        const { id, ...known } = JSON.parse(profile) as Profile;
        return { known, hasId: id.length === 36, text: profile.replace(id, ''), observations };
      });
      return { details, countries: store.countryStatistics(), documents: store.documents(phones) };
    },
    close() {
      store.close();
      dir.remove();
    },
  };
}

describe('what the numbering plan alone says of numbers', () => {
  const opened: Array<{ close(): void }> = [];
  afterAll(() => {
    for (const store of opened) store.close();
  });

  it('is read as any other event is', () => {
    fc.assert(
      fc.property(said, (one) => {
        const { eventId, resolvedAt, trace, data } = readResolved(eventOf(one));
        expect({ eventId, resolvedAt, trace, data: { ...data, sources: null } }).toEqual({
          ...readResolved(unusual(eventOf(one))),
          data: { ...readResolved(unusual(eventOf(one))).data, sources: null },
        });
      }),
    );
  });

  it('comes into the profiles, the index and to whoever is told as if each number were folded by itself', () => {
    fc.assert(
      fc.property(fc.array(fc.array(said, { maxLength: 12 }), { maxLength: 3 }), (batches) => {
        const [alike, each] = [openOwn(), openOwn()];
        opened.push(alike, each);
        for (const batch of batches) {
          const events = batch.map(eventOf);
          expect(alike.absorb(events)).toEqual(each.absorb(events.map(unusual)));
        }
        const phones = [...new Set(batches.flat().map(({ phone }) => phone))];
        expect(alike.read(phones)).toEqual(each.read(phones));
      }),
      { numRuns: 15 },
    );
  });

  it('is told apart by how it is written', () => {
    const [one] = fc.sample(said, 1) as [Said];
    const numbering = { ...one.numbering, carrier: 'Beeline', international: '+998' };
    const usual = eventOf({ ...one, at: NOW, trace: 'trace', numbering });
    expect(isPlanAnswer(readResolved(usual))).toBe(true);
    for (const [part, other] of [
      ['"account":null', '"account": null'],
      ['"status":"FOUND","sources"', '"status":"NOT_FOUND","sources"'],
      ['"status":"FOUND","sources"', '"status":"FOUND","late":true,"sources"'],
      ['"fields":{', '"fields":{"city":"Tashkent",'],
      ['"cached":false,"status":"FOUND","fields"', '"cached":true,"status":"FOUND","fields"'],
    ] as const) {
      expect(usual).toContain(part);
      expect(isPlanAnswer(readResolved(usual.replace(part, other)))).toBe(false);
    }
  });
});
