import { describe, expect, it } from '@jest/globals';
import { Line, type Observation, type Profile, type SourceLine } from '@numscope/contracts';
import * as fc from 'fast-check';
import { foldProfile } from '../src/domain/fold-profile.ts';
import { newestObservations } from '../src/domain/newest-observations.ts';
import { observations } from './arbitraries.ts';

const JUNE = Date.UTC(2026, 5, 1);
const MAY = Date.UTC(2026, 4, 1);

interface Says {
  line?: SourceLine;
  trust?: number;
  observedAt?: number;
  carrier?: string;
}
const observation = (source: string, { line, trust = 0.5, observedAt, carrier }: Says): Observation => ({
  id: source,
  phone: '+998901234567',
  source,
  account: null,
  at: 1_700_000_000_000,
  ...(observedAt === undefined ? {} : { observedAt }),
  cached: false,
  status: 'FOUND',
  fields: {
    ...(line ? { line } : {}),
    ...(carrier
      ? {
          numbering: {
            country: 'UZ',
            region: null,
            lineType: 'MOBILE',
            carrier,
            timeZones: [],
            international: '',
            national: '',
          },
        }
      : {}),
  },
  trust,
});
const identity = { id: 'profile-1', phone: '+998901234567', createdTimestamp: 1, jobs: [] };
const foldOf = (list: readonly Observation[]): Profile => foldProfile(identity, newestObservations([], list));
const lineOf = (says: Readonly<Record<string, Says>>): Profile['line'] =>
  foldOf(Object.entries(says).map(([source, said]) => observation(source, said))).line;

describe('the line today', () => {
  it('is null where only the numbering plan speaks of a carrier, whose word it never takes', () => {
    expect(lineOf({ NUMBERING_PLAN: { carrier: 'Beeline' } })).toBeNull();
    const profile = foldOf([
      observation('NUMBERING_PLAN', { carrier: 'Beeline', trust: 1 }),
      observation('HLR', { line: { carrier: 'Ucell' }, trust: 0.1 }),
    ]);
    expect(profile).toMatchObject({ line: { carrier: 'Ucell' }, numbering: { carrier: 'Beeline' } });
    expect(profile.provenance['line']).toEqual([
      { source: 'HLR', at: 1_700_000_000_000, observedAt: null, cached: false, value: { carrier: 'Ucell' } },
    ]);
  });

  it('is what was checked last, then what a more trusted source says, then what most say, then by name', () => {
    const beeline = { carrier: 'Beeline' };
    const ucell = { carrier: 'Ucell' };
    expect(
      lineOf({ A: { line: { ...beeline, checkedAt: MAY }, trust: 0.9 }, B: { line: { ...ucell, checkedAt: JUNE } } }),
    ).toMatchObject({ carrier: 'Ucell', checkedAt: JUNE });
    expect(lineOf({ A: { line: beeline, observedAt: MAY }, B: { line: ucell, observedAt: JUNE } })).toMatchObject(
      ucell,
    );
    expect(lineOf({ A: { line: beeline }, B: { line: ucell, trust: 0.9 } })).toMatchObject(ucell);
    expect(lineOf({ A: { line: beeline }, B: { line: ucell }, C: { line: { carrier: 'UCELL' } } })).toMatchObject(
      ucell,
    );
    expect(lineOf({ A: { line: beeline }, B: { line: ucell } })).toMatchObject(beeline);
  });

  it('takes what belongs together from one source, and what it leaves open from those who agree with it', () => {
    expect(
      lineOf({
        NEW: { line: { carrier: 'Ucell', checkedAt: JUNE } },
        OLD: { line: { carrier: 'Beeline', mcc: '434', mnc: '04', prepaid: true, checkedAt: MAY } },
        SAME: { line: { carrier: 'ucell', mcc: '434', mnc: '05', checkedAt: MAY } },
        RISK: { line: { risk: 0.7, riskReasons: ['spam'] } },
      }),
    ).toEqual({
      carrier: 'Ucell',
      mcc: '434',
      mnc: '05',
      lineType: null,
      ported: null,
      portedAt: null,
      status: null,
      roaming: null,
      roamingCountry: null,
      prepaid: true,
      voip: null,
      risk: 0.7,
      riskReasons: ['spam'],
      simSwappedAt: null,
      reassigned: null,
      checkedAt: JUNE,
    });
  });

  it('is no disagreement, adds nothing to the confidence, and is one line whoever speaks first', () => {
    fc.assert(
      fc.property(
        observations.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          const { line, confidence, disagreements, otherHolder } = foldOf(list);
          if (line) Line.parse(line);
          expect(foldOf([...shuffled, ...list]).line).toEqual(line);
          const without = foldOf(
            list.map((one) => ({ ...one, fields: one.fields && { ...one.fields, line: undefined } })),
          );
          // But what it tells of another holder parts what is said of the two.
          if (otherHolder === null && without.otherHolder === null)
            expect(without).toMatchObject({ confidence, disagreements });
        },
      ),
      { numRuns: 200 },
    );
  });
});
