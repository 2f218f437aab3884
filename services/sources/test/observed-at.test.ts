import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { datasetFields } from '../src/domain/fields/dataset-fields.ts';
import { datedRows, timeColumn } from '../src/domain/fields/dated-rows.ts';
import { readObservedAt } from '../src/domain/fields/read-observed-at.ts';
import { sanitiseFields } from '../src/domain/fields/sanitise-fields.ts';

const NOW = Date.UTC(2026, 0, 1);
const read = (value: unknown): string | null => {
  const ms = readObservedAt(value, NOW);
  return ms === null ? null : new Date(ms).toISOString();
};

describe('the time of an answer', () => {
  it.each([
    ['2015', '2015-01-01T00:00:00.000Z'],
    [2015, '2015-01-01T00:00:00.000Z'],
    ['2015-06', '2015-06-01T00:00:00.000Z'],
    ['20150630', '2015-06-30T00:00:00.000Z'],
    ['2015-06-30', '2015-06-30T00:00:00.000Z'],
    ['2015/6/30', '2015-06-30T00:00:00.000Z'],
    ['30.06.2015', '2015-06-30T00:00:00.000Z'],
    ['6/30/2015', '2015-06-30T00:00:00.000Z'],
    ['3/5/2015', '2015-03-05T00:00:00.000Z'],
    ['2015-06-30T10:20:30Z', '2015-06-30T10:20:30.000Z'],
    ['2015-06-30 10:20', '2015-06-30T10:20:00.000Z'],
    ['2015-06-30T10:20:30.5+02:00', '2015-06-30T08:20:30.500Z'],
    ['2015-06-30T10:20:30+0200', '2015-06-30T08:20:30.000Z'],
    ['30.06.2015 9:05', '2015-06-30T09:05:00.000Z'],
    ['Tue, 30 Jun 2015 08:12:31 GMT', '2015-06-30T08:12:31.000Z'],
    ['30 June 2015', '2015-06-30T00:00:00.000Z'],
    [1_435_652_400, '2015-06-30T08:20:00.000Z'],
    ['1435652400', '2015-06-30T08:20:00.000Z'],
    [1_435_652_400_000, '2015-06-30T08:20:00.000Z'],
  ])('is read from %j', (value, expected) => expect(read(value)).toBe(expected));

  it.each(['', 'yesterday', 'item 7', '2015-13-01', '31.02.2015', 0, -5, Number.NaN, null, {}, [], '2026-01-03', 9e15])(
    'is not known from %j',
    (value) => expect(read(value)).toBeNull(),
  );

  it.each([8_640_000_000_000_001, '-8640000000000001'])('that no date reaches is no field: %j', (lastOnline) => {
    expect(sanitiseFields({ lastOnline, line: { carrier: 'Beeline', portedAt: lastOnline } })).toEqual({
      line: { carrier: 'Beeline' },
    });
  });

  it('is never more than a day ahead, whatever is sent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.integer(), fc.date().map(String), fc.jsonValue()), (value) => {
        const ms = readObservedAt(value, NOW);
        expect(ms === null || (Number.isSafeInteger(ms) && ms > 0 && ms <= NOW + 86_400_000)).toBe(true);
      }),
    );
  });
});

describe('the time of a value', () => {
  it('makes the newest of several the single value, and stands beside each', () => {
    const fields = sanitiseFields({
      city: [
        { value: 'Nukus', observedAt: 2015 },
        { value: 'Bukhara', observedAt: 2020 },
      ],
      photos: [{ value: 'https://a.example/1.jpg', observedAt: 2015 }],
    });
    expect(fields).toEqual({
      city: 'Bukhara',
      photos: ['https://a.example/1.jpg'],
      valueTimes: {
        city: [
          { value: 'Bukhara', observedAt: Date.UTC(2020) },
          { value: 'Nukus', observedAt: Date.UTC(2015) },
        ],
      },
    });
  });
});

describe('the rows of a dataset', () => {
  const rows = [
    { city: 'Nukus', mails: 'a@mail.example', seen: '2015' },
    { city: 'Bukhara', mails: 'b@mail.example', seen: '2020' },
  ];

  it('are of one date for all, or of that in a column, where the newest row counts', () => {
    expect(timeColumn('2015-06-30')).toBeNull();
    expect(datedRows(rows, 2015).times).toEqual([Date.UTC(2015), Date.UTC(2015)]);
    const dated = datedRows(rows, 'seen');
    expect(dated.times).toEqual([Date.UTC(2020), Date.UTC(2015)]);
    expect(datasetFields(dated.rows, { city: 'city', emails: 'mails' }, dated.times)).toMatchObject({
      city: 'Bukhara',
      emails: ['b@mail.example', 'a@mail.example'],
      valueTimes: { emails: [{ observedAt: Date.UTC(2020) }, { observedAt: Date.UTC(2015) }] },
    });
    expect(datedRows(rows, null).times).toEqual([null, null]);
  });
});
