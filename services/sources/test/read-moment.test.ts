import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { readMoment } from '../src/domain/fields/read-moment.ts';

/** Texts that tell no zone, and the same moment in UTC. */
const withoutZone: Array<[string, string]> = [
  ['Mar 5, 2024 10:00 PM', '2024-03-05T22:00:00.000Z'],
  ['March 5, 2024 at 10:00 PM', '2024-03-05T22:00:00.000Z'],
  ['March 5, 2024, 10:00', '2024-03-05T10:00:00.000Z'],
  ['5-Mar-2024 10:00', '2024-03-05T10:00:00.000Z'],
  ['05/Mar/2024 10:00', '2024-03-05T10:00:00.000Z'],
  ['5th March 2024', '2024-03-05T00:00:00.000Z'],
  ['last seen 1st of May, 2024', '2024-05-01T00:00:00.000Z'],
  ['2024-Mar-05 10:00', '2024-03-05T10:00:00.000Z'],
  ['2024-03-05 10:00:00 AM', '2024-03-05T10:00:00.000Z'],
  ['2024-03-05 12:30 am', '2024-03-05T00:30:00.000Z'],
  ['2024-03-05T10:00:00.25', '2024-03-05T10:00:00.250Z'],
  ['3/5/2024 10:00:00 PM', '2024-03-05T22:00:00.000Z'],
  ['3/25/2024, 12:00 p.m.', '2024-03-25T12:00:00.000Z'],
  ['Tue Mar 05 10:00:00 2024', '2024-03-05T10:00:00.000Z'],
  ['10:00 5 March 2024', '2024-03-05T10:00:00.000Z'],
  ['20240305100000', '2024-03-05T10:00:00.000Z'],
];
const isoOf = (text: string): string | null => {
  const ms = readMoment(text);
  return ms === null ? null : new Date(ms).toISOString();
};

describe('a date without a zone', () => {
  it.each(['Asia/Tashkent', 'America/New_York'])('is of UTC where the server is of %s', (zone) => {
    const program = `
      const { readMoment } = await import(${JSON.stringify(new URL('../src/domain/fields/read-moment.ts', import.meta.url))});
      const told = ${JSON.stringify(withoutZone.map(([text]) => text))}.map((text) => [text, readMoment(text)]);
      console.log(JSON.stringify([new Date(0).getTimezoneOffset(), told]));`;
    const env = { ...process.env, TZ: zone };
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' });
    const [offset, told]: unknown[] = JSON.parse(printed);
    expect(offset).not.toBe(0);
    expect(told).toEqual(withoutZone.map(([text, moment]) => [text, Date.parse(moment)]));
  });
});

describe('a date', () => {
  it.each([
    ['2024-03-05T10:00:00+03', '2024-03-05T07:00:00.000Z'],
    ['20240305T100000-0330', '2024-03-05T13:30:00.000Z'],
    ['5 Mar 2024 10:00 (GMT+5)', '2024-03-05T05:00:00.000Z'],
    ['Tue Mar  5 10:00:00 UTC 2024', '2024-03-05T10:00:00.000Z'],
    ['Mar 5, 2024 10:00 PM EST', '2024-03-06T03:00:00.000Z'],
    ['2024-03-05Z', '2024-03-05T00:00:00.000Z'],
    ['Tue Mar 05 2024 10:00:00 GMT+0500 (Uzbekistan Standard Time)', '2024-03-05T05:00:00.000Z'],
  ])('is of the zone that it tells: %s', (text, moment) => expect(isoOf(text)).toBe(moment));

  it.each([
    '2024-03-05 10:00 MSK',
    '10:00 MSK 5 Mar 2024',
    'Tue Mar  5 10:00:00 MSK 2024',
    '2024-02-30 10:00',
    '30 February 2024',
    '2024-03-05 13:00 PM',
    '2024-03-05 10:61',
    '5 March 2024 10:00 11:00',
    '1234-5678',
    '20240305101',
  ])('is none where nobody can tell which: %s', (text) => expect(isoOf(text)).toBeNull());

  it('is read as what wrote it meant', () => {
    const dates = fc.date({ min: new Date('1980-01-01'), max: new Date('2200-12-30'), noInvalidDate: true });
    const long = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'medium' });
    fc.assert(
      fc.property(dates, (date) => {
        const second = Math.floor(date.getTime() / 1000) * 1000;
        expect(readMoment(date.toISOString())).toBe(date.getTime());
        expect(readMoment(date.toUTCString())).toBe(second);
        expect(readMoment(String(date))).toBe(second);
        expect(readMoment(long.format(date))).toBe(second);
      }),
    );
  });
});
