import { describe, expect, it } from '@jest/globals';
import { NUMBERING_PLAN } from '@numscope/contracts/lists';
import * as fc from 'fast-check';
import { foldProfile } from '../src/domain/fold-profile.ts';
import { newestObservations } from '../src/domain/newest-observations.ts';
import type { KeptObservation } from '../src/domain/observation.ts';
import { planProfile } from '../src/domain/plan-profile.ts';
import { sourceVerdicts } from '../src/domain/source-verdicts.ts';
import { indexDocument, planDocument } from '../src/search/index-document.ts';
import { observations } from './arbitraries.ts';

const identity = fc.record({
  id: fc.constant('profile-1'),
  phone: fc.constant('+998901234567'),
  createdTimestamp: fc.constant(1_700_000_000_000),
  jobs: fc.array(fc.record({ id: fc.constant('job-1'), number: fc.nat(9) }), { maxLength: 2 }),
});

const byPlan: fc.Arbitrary<KeptObservation> = fc.record(
  {
    id: fc.constant('plan-1'),
    source: fc.constant(NUMBERING_PLAN),
    at: fc.constantFrom(0, 1_700_000_000_000),
    observedAt: fc.constant(1_600_000_000_000),
    cached: fc.boolean(),
    status: fc.constant('FOUND' as const),
    trust: fc.constantFrom(0, 0.3, 1),
    fields: fc.record({
      numbering: fc.record({
        country: fc.constantFrom('UZ', 'GB', null),
        region: fc.constantFrom(null, 'Tashkent'),
        lineType: fc.constantFrom('MOBILE' as const, 'UNKNOWN' as const),
        carrier: fc.constantFrom(null, 'Beeline'),
        timeZones: fc.constantFrom([], ['Asia/Tashkent']),
        international: fc.constantFrom('+998 90 123 45 67', '+998 90 123 45 68'),
        national: fc.constantFrom('90 123 45 67', '90 123 45 68'),
      }),
    }),
  },
  { requiredKeys: ['id', 'source', 'at', 'cached', 'status', 'trust', 'fields'] },
);

describe('the profile that the numbering plan alone gives', () => {
  it('is to the letter the one of the general rules, in which no source stands against another', () => {
    fc.assert(
      fc.property(identity, byPlan, (known, said) => {
        const profile = planProfile(known, [said]);
        expect(JSON.stringify(profile)).toBe(JSON.stringify(foldProfile(known, [said])));
        expect(profile && sourceVerdicts(profile, [said])).toEqual([]);
      }),
    );
  });

  it('is found in the index as any other, also by its own number, however many are alike', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(identity, byPlan, fc.nat(999)), { minLength: 2 }), (all) => {
        for (const [known, said, n] of all) {
          const phone = `+998901234${String(n).padStart(3, '0')}`;
          const profile = foldProfile({ ...known, phone }, [said]);
          expect(planDocument(profile, n, known.jobs)).toBe(indexDocument(profile, n, known.jobs));
        }
      }),
    );
  });

  it('is not made where anything else is kept of the number', () => {
    fc.assert(
      fc.property(identity, byPlan, observations, (known, said, others) => {
        const kept = newestObservations([said], others);
        fc.pre(kept.length > 1);
        expect(planProfile(known, kept)).toBeNull();
      }),
    );
    const [said] = fc.sample(byPlan, 1) as [KeptObservation];
    const known = { id: 'profile-1', phone: '+998901234567', createdTimestamp: 1, jobs: [] };
    expect(planProfile(known, [{ ...said, fields: { ...said.fields, city: 'Tashkent' } }])).toBeNull();
    expect(planProfile(known, [{ ...said, source: 'SOURCE_A' }])).toBeNull();
    expect(planProfile(known, [{ ...said, status: 'NOT_FOUND' }])).toBeNull();
    expect(planProfile(known, [{ ...said, former: [said] }])).toBeNull();
    expect(planProfile(known, [])).toBeNull();
  });
});
