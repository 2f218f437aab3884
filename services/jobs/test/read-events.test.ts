import { describe, expect, it } from '@jest/globals';
import { NUMBERING_PLAN } from '@numscope/contracts/lists';
import { outgoing } from '@numscope/platform';
import * as fc from 'fast-check';
import { profiledOf, resolvedOf } from '../src/store/read-events.ts';
import { planResolved, usualProfiled } from '../src/store/read-without-parsing.ts';

const NOW = 1_760_000_000_000;

const job = fc.constantFrom(
  { id: 'job-1', number: 1, pass: 1 },
  { id: 'job "2"', number: 2, pass: 3 },
  { id: 'job-{3}', number: 3, pass: 1 },
);
const envelope = fc.record({
  phone: fc.nat(29).map((n) => `+9989012345${String(n + 10)}`),
  at: fc.constantFrom(NOW, NOW - 500, 0),
  trace: fc.constantFrom('trace', 'a "trace"', undefined),
});

const other = { source: 'TELEGRAM', at: NOW, cached: true, status: 'NOT_FOUND' as const };
const resolved = fc
  .record({
    envelope,
    job,
    trust: fc.constantFrom(0, 0.4),
    others: fc.constantFrom([], [other], [{ ...other, message: 'of "[brackets]"' }]),
    carrier: fc.constantFrom(null, 'Beeline', 'of {some} "name"', 'Ўзмобайл'),
  })
  .map(({ envelope: { phone, ...options }, job: ofJob, trust, others, carrier }) => {
    const short = { source: NUMBERING_PLAN, status: 'FOUND' as const, at: options.at, cached: false };
    const observation = {
      id: `${NUMBERING_PLAN}:${phone}`,
      phone,
      source: NUMBERING_PLAN,
      account: null,
      at: options.at,
      cached: false,
      status: 'FOUND' as const,
      fields: {
        numbering: {
          country: 'UZ',
          region: null,
          lineType: 'MOBILE' as const,
          carrier,
          timeZones: ['Asia/Tashkent'],
          international: '+998 90',
          national: '90',
        },
      },
      trust,
    };
    const data = {
      phone,
      job: ofJob,
      status: 'FOUND' as const,
      sources: [short, ...others],
      observations: [observation],
    };
    return outgoing('phone.resolved', phone, data, options).json;
  });

const updated = fc
  .record({ envelope, job: fc.option(job), changed: fc.subarray(['country', 'names', 'jobs']) })
  .map(({ envelope: { phone, ...options }, job: ofJob, changed }) => {
    const data = { phone, profileId: 'profile', revision: 1, changed, job: ofJob };
    return outgoing('profile.updated', phone, data, options).json;
  });

/** The same as nobody writes it, so that it is parsed. */
const unusual = (event: string): string => event.replace('{"id":', '{ "id":');

/** Some characters of it are others. */
const broken = (event: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .record({
      event,
      place: fc.double({ min: 0, max: 1, noNaN: true }),
      left: fc.nat(8),
      put: fc.constantFrom('', '"', '{', '0', 'x', ',"late":true'),
    })
    .map(({ event: text, place, left, put }) => {
      const from = Math.floor(place * text.length);
      return text.slice(0, from) + put + text.slice(from + left);
    });

/** What is read of it, or why it is refused. */
const outcome = (read: (texts: readonly string[]) => Iterable<unknown>, event: string): unknown => {
  try {
    return [...read([event])];
  } catch {
    return 'refused';
  }
};

describe('Results that come as events', () => {
  it.each([
    ['what the plan alone says', resolvedOf, resolved],
    ['what became of a profile', profiledOf, updated],
  ] as const)('%s is read without parsing as it is with it, also where it is broken', (_what, read, events) => {
    fc.assert(
      fc.property(fc.oneof(events, broken(events)), (event) => {
        expect(outcome(read, event)).toEqual(outcome(read, unusual(event)));
      }),
      { numRuns: 2000 },
    );
  });

  it('what others write is left to the parser', () => {
    const [plan = ''] = fc.sample(
      resolved.filter((event) => planResolved(event) !== null),
      1,
    );
    for (const [part, instead] of [
      ['"account":null', '"account": null'],
      ['"status":"FOUND","sources"', '"status":"NOT_FOUND","sources"'],
      ['"status":"FOUND","sources"', '"status":"FOUND","late":true,"sources"'],
      ['"sources":[', '"sources":[{"source":"A","status":"NOT_FOUND","at":1,"cached":false},'],
      ['"pass":', '"pass":0.'],
    ] as const) {
      expect(plan).toContain(part);
      expect(planResolved(plan.replace(part, instead))).toBeNull();
    }
    const [profile = ''] = fc.sample(
      updated.filter((event) => usualProfiled(event) !== null),
      1,
    );
    for (const [part, instead] of [
      ['"type":"profile.updated"', '"type":"profile.deleted"'],
      ['"data":{"phone":"+', '"data":{"phone":"+1'],
      ['"revision":1', '"revision":1,"job":null'],
    ] as const) {
      expect(profile).toContain(part);
      expect(usualProfiled(profile.replace(part, instead))).toBeNull();
    }
  });
});
