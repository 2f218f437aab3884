import { afterAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { confidenceLevel } from '../src/components/confidence-level.ts';
import { placeFloating } from '../src/components/floating.ts';
import { auditFileName, profileFileName, profilesFileName } from '../src/export/file-names.ts';
import { formatBytes, formatCount, formatPercent, formatShort } from '../src/format/numbers.ts';
import {
  formatAge,
  formatClock,
  formatDay,
  formatDuration,
  formatLastOnline,
  formatMoment,
  formatMomentAlone,
  formatPrecise,
  formatUtc,
} from '../src/format/times.ts';
import type { Language } from '@numscope/contracts';
import { backoffMs } from '@numscope/client';
import { fakeBrowser } from './browser.ts';
import { wordsOf } from './markup.ts';
import { createElement } from 'react';
import { Moment } from '../src/components/moment.tsx';

describe('numbers', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.0k'],
    [6_990, '6.9k'],
    [12_345, '12k'],
    [268_417, '268k'],
    [999_999, '999k'],
    [1_204_871, '1.2M'],
  ])('%d is short %s, rounded down', (value, text) => {
    expect(formatShort(value)).toBe(text);
  });

  it.each([
    [0, '0%'],
    [0.04, '0%'],
    [41.79, '41.7%'],
    [99.99, '99.9%'],
    [100, '100%'],
    [120, '100%'],
    [57.3, '57.3%'],
  ])('%d percent is %s: 100%% means finished', (value, text) => {
    expect(formatPercent(value)).toBe(text);
  });

  it('groups by the language and names bytes by their unit', () => {
    expect(formatCount(1_284_000)).toBe('1,284,000');
    expect([500, 13_402_118, 500 * 1024 * 1024].map(formatBytes)).toEqual(['500 B', '12.8 MB', '500 MB']);
  });
});

describe('numbers as each language writes them', () => {
  const browser = fakeBrowser();
  afterAll(() => browser.localStorage.removeItem('language'));

  // Compared without the kind of blank, which differs between versions of the tables of languages.
  it.each([
    ['ru', ['99,6 %', '12,8 МБ', '500 Б', '6,9k', '1 284 000']],
    ['uz', ['99,6%', '12,8 MB', '500 B', '6,9k', '1 284 000']],
    ['uz_cyrl', ['99,6%', '12,8 MB', '500 B', '6,9k', '1 284 000']],
    ['es', ['99,6 %', '12,8 MB', '500 B', '6,9k', '1.284.000']],
    ['fr', ['99,6 %', '12,8 Mo', '500 o', '6,9k', '1 284 000']],
    ['pt', ['99,6%', '12,8 MB', '500 B', '6,9k', '1 284 000']],
  ])('in %s', (language, texts) => {
    browser.localStorage.setItem('language', language);
    const found = [
      formatPercent(99.67),
      formatBytes(13_402_118),
      formatBytes(500),
      formatShort(6990),
      formatCount(1_284_000),
    ];
    expect(found.map((text) => text.replaceAll(/\s/g, ' '))).toEqual(texts);
  });
});

describe('times', () => {
  const at = new Date(2026, 10, 20, 9, 5, 3).getTime();

  it('last online has the specified form when it is valid', () => {
    expect(formatLastOnline(at)).toBe('2026.11.20 09:05:03');
    for (const wrong of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1])
      expect(formatLastOnline(wrong)).toBeNull();
  });

  it('says today and yesterday by the calendar, not by hours', () => {
    expect(formatMoment(at, at + 14 * 3_600_000)).toBe('today 09:05');
    expect(formatMoment(at, at + 15 * 3_600_000)).toBe('yesterday 09:05');
    expect(formatMoment(at, at + 5 * 86_400_000)).toMatch(/^20 Nov 09:05$/);
    expect(formatMoment(at, at + 400 * 86_400_000)).toMatch(/2026/);
  });

  it('gives today a capital letter where it stands alone, and none amid a sentence', () => {
    const alone = createElement(Moment, { at: Date.now() });
    expect(wordsOf(alone)).toMatch(/^Today \d\d:\d\d$/);
    expect(wordsOf(createElement(Moment, { at: Date.now(), within: true }))).toMatch(/^today \d\d:\d\d$/);
    expect(formatMomentAlone(at, at + 5 * 86_400_000)).toBe('20 Nov 09:05');
  });

  it('gives UTC for the hover', () => {
    expect(formatUtc(Date.UTC(2026, 10, 20, 10, 35, 40, 118))).toBe('2026-11-20 10:35:40 UTC');
  });

  it.each([formatUtc, formatMoment, formatPrecise, formatDay])(
    'tells a time that no date reaches as the number that it is',
    (told) => {
      expect(told(8_640_000_000_000_001)).toBe('8640000000000001 ms');
      expect(told(8_640_000_000_000_000)).not.toContain('ms');
    },
  );

  it('says the day with its year where it is another one, also to the second', () => {
    expect(formatPrecise(at, at)).toBe('20 Nov 09:05:03');
    expect(formatPrecise(at, at + 400 * 86_400_000)).toBe('20 Nov 2026 09:05:03');
    expect(formatDay(at)).toBe('20 Nov 2026');
  });

  it.each<[Language, string[]]>([
    ['es', ['09:05:03', '2 h 5 min', '26 d', '20 nov 2026']],
    ['fr', ['09:05:03', '2 h 5 min', '26 j', '20 nov. 2026']],
    ['ru', ['09:05:03', '2 ч 5 мин', '26 дн.', '20 нояб. 2026 г.']],
    ['uz', ['09:05:03', '2 soat 5 daq.', '26 kun', '20-noy, 2026']],
  ])('in %s', (language, texts) => {
    const { localStorage } = fakeBrowser();
    localStorage.setItem('language', language);
    const found = [formatClock(at), formatDuration(7_500_000), formatAge(at - 26 * 86_400_000, at), formatDay(at)];
    localStorage.clear();
    expect(found.map((text) => text.replaceAll(/\s/g, ' '))).toEqual(texts);
  });

  it.each([
    [0, '0 s'],
    [36_400, '36 s'],
    [517_000, '8 min 37 s'],
    [3_600_000, '1 h'],
    [7_500_000, '2 h 5 min'],
    [90_000_000, '1 d 1 h'],
  ])('%d ms last %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it.each([
    [5000, '5 s'],
    [7_200_000, '2 h'],
    [26 * 86_400_000, '26 d'],
    [-5000, '0 s'],
  ])('%d ms ago is %s old', (ms, text) => {
    expect(formatAge(at - ms, at)).toBe(text);
  });
});

describe('downloads', () => {
  it('have the specified names', () => {
    const at = new Date(2026, 0, 2, 3, 4, 5);
    expect(profilesFileName(at)).toBe('PROFILES_2026_01_02_03_04_05');
    expect(profileFileName('+447700900142', at)).toBe('PROFILE_447700900142_2026_01_02_03_04_05');
    expect(auditFileName(at)).toBe('AUDIT_2026_01_02_03_04_05');
  });
});

describe('small rules', () => {
  it('confidence is high from 0.80 and medium from 0.50', () => {
    expect([0.8, 0.799, 0.5, 0.499].map(confidenceLevel)).toEqual(['high', 'medium', 'medium', 'low']);
  });

  it('the pause before coming back doubles, ends at 3 s, and is never below half of it', () => {
    expect([0, 1, 2, 10, 60].map((attempt) => backoffMs(attempt, 1))).toEqual([500, 1000, 2000, 3000, 3000]);
    expect(backoffMs(3, 0)).toBe(1500);
  });

  it('a floating box stays within the window wherever its anchor is', () => {
    const side = fc.constantFrom('bottom-start' as const, 'bottom-end' as const, 'top' as const);
    fc.assert(
      fc.property(fc.nat(1400), fc.nat(860), side, (left, top, where) => {
        const place = placeFloating(
          { left, top, right: left + 40, bottom: top + 30, width: 40 },
          { width: 300, height: 200 },
          { width: 1440, height: 900 },
          where,
        );
        expect(place.left).toBeGreaterThanOrEqual(8);
        expect(place.left + 300).toBeLessThanOrEqual(1432);
        expect(place.top).toBeGreaterThanOrEqual(0);
        expect(place.top + 200).toBeLessThanOrEqual(900);
      }),
    );
  });
});
