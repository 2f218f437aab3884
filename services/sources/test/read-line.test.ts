import { describe, expect, it } from '@jest/globals';
import { SourceLine } from '@numscope/contracts';
import * as fc from 'fast-check';
import { readMoment } from '../src/domain/fields/read-moment.ts';
import { sanitiseFields } from '../src/domain/fields/sanitise-fields.ts';

const lineOf = (line: unknown): unknown => sanitiseFields({ line })?.line ?? null;

describe('the line, as sources send it', () => {
  it('takes flags, codes, states, dates and shares in the forms that providers have', () => {
    expect(
      lineOf({
        carrier: ' Beeline ',
        mcc: 434,
        mnc: 4,
        lineType: 'mobile',
        ported: 'yes',
        portedAt: '05.03.2024',
        status: 'Connected',
        roaming: 0,
        prepaid: 'Y',
        voip: false,
        risk: '85%',
        riskReasons: 'spam',
        simSwappedAt: '2024-03-05T10:00:00Z',
        reassigned: 'no',
        checkedAt: 1_709_632_800,
      }),
    ).toEqual({
      carrier: 'Beeline',
      mcc: '434',
      mnc: '04',
      lineType: 'mobile',
      ported: true,
      portedAt: Date.UTC(2024, 2, 5),
      status: 'ACTIVE',
      roaming: false,
      prepaid: true,
      voip: false,
      risk: 0.85,
      riskReasons: ['spam'],
      simSwappedAt: Date.UTC(2024, 2, 5, 10),
      reassigned: false,
      checkedAt: Date.UTC(2024, 2, 5, 10),
    });
    expect(lineOf({ mcc: '43404' })).toEqual({ mcc: '434', mnc: '04' });
    expect(lineOf({ mcc: 310, mnc: '310410' })).toEqual({ mcc: '310', mnc: '410' });
    expect(lineOf({ mnc: 43404 })).toEqual({ mcc: '434', mnc: '04' });
  });

  it('leaves out what nobody can read, and is nothing where nothing is left', () => {
    expect(
      lineOf({ risk: 85, status: 'perhaps', ported: 'maybe', mcc: 'UZ', portedAt: 'soon', carrier: {} }),
    ).toBeNull();
    expect(lineOf({ checkedAt: 1_709_632_800 })).toBeNull();
    expect(lineOf('Beeline')).toBeNull();
  });

  it('is read from fields of its own too, as tables have it', () => {
    expect(sanitiseFields({ 'line.carrier': ['Beeline'], 'line.ported': ['1'] })?.line).toEqual({
      carrier: 'Beeline',
      ported: true,
    });
  });

  it('of several times takes the newest alone, as checked then', () => {
    const [old, late] = ['2015-01-01', '2026-06-01'];
    expect(sanitiseFields({ line: { value: { carrier: 'Ucell' }, observedAt: late } })?.line).toEqual({
      carrier: 'Ucell',
      checkedAt: Date.UTC(2026, 5, 1),
    });
    expect(
      sanitiseFields({
        'line.carrier': [
          { value: 'Beeline', observedAt: old },
          { value: 'Ucell', observedAt: late },
        ],
        'line.mnc': [{ value: '04', observedAt: old }],
      })?.line,
    ).toEqual({ carrier: 'Ucell', checkedAt: Date.UTC(2026, 5, 1) });
  });

  it('whatever is sent, it is a bounded line or none, and reading never fails', () => {
    const keys = Object.keys(SourceLine.shape);
    const value = fc.oneof(
      fc.anything(),
      fc.string({ maxLength: 50_000 }),
      fc.double(),
      fc.constantFrom('yes', '7%', 43404),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), value), (sent) => {
        const line = sanitiseFields({ line: sent })?.line;
        expect(SourceLine.optional().parse(line)).toEqual(line);
        expect(JSON.stringify(line ?? null).length).toBeLessThan(100_000);
      }),
    );
  });
});

it('reads a moment in the forms in which providers write it, of UTC where no zone is told', () => {
  const day = Date.UTC(2024, 2, 5);
  for (const text of [
    '2024-03-05',
    '2024/3/5',
    '20240305',
    '05.03.2024',
    '5 March 2024',
    'Mar 5, 2024',
    '5 Mar 2024 00:00',
  ])
    expect([text, readMoment(text)]).toEqual([text, day]);
  expect(readMoment('2024-03')).toBe(Date.UTC(2024, 2, 1));
  expect(readMoment('2024-03-05 10:30')).toBe(Date.UTC(2024, 2, 5, 10, 30));
  expect(readMoment('Tue, 05 Mar 2024 10:30:00 GMT')).toBe(Date.UTC(2024, 2, 5, 10, 30));
  expect(readMoment('2024-03-05T10:30:00+05:00')).toBe(Date.UTC(2024, 2, 5, 5, 30));
  for (const text of ['31.02.2024', '2024-13-01', 'soon', '']) expect(readMoment(text)).toBeNull();
});
