import { describe, expect, it } from '@jest/globals';
import type { SourceInfo } from '@numscope/contracts';
import {
  costOfFind,
  countedSince,
  hitRate,
  inOrder,
  isOwn,
  monogram,
  spentOf,
} from '../src/features/sources/source-facts.ts';
import { buildSourceInfo as source } from '@numscope/testing';

const asked = { since: null, asked: 200, found: 50, nothing: 100, failed: 50, averageMs: 9, answers: [] };

describe('the sources in their order', () => {
  it('when some are in trouble, then they come first, then the others by name, then those never asked as they were', () => {
    const off = (name: string): SourceInfo => source(name, { configured: false, state: 'NOT_CONFIGURED' });
    const all = [
      off('ZALO'),
      source('TC'),
      off('LINE'),
      source('ME'),
      source('HIYA', { state: 'WAITING_QUOTA' }),
      source('EYECON', { state: 'OPEN' }),
      source('IMO', { state: 'PAUSED' }),
      source('AADHAAR', { state: 'REFUSED' }),
    ];
    expect(inOrder(all).map(({ name }) => name)).toEqual([
      'AADHAAR',
      'EYECON',
      'HIYA',
      'IMO',
      'ME',
      'TC',
      'ZALO',
      'LINE',
    ]);
  });

  it('when the specification does not name it, then it is an own one', () => {
    expect([source('OFFICE_BOOK'), source('HIYA')].map(isOwn)).toEqual([true, false]);
  });
});

describe('from when on sources are counted', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  const from = (...ago: (number | null)[]): SourceInfo[] =>
    ago.map((minutes) =>
      source('HIYA', { lastHour: { ...asked, since: minutes === null ? null : now - minutes * 60_000 } }),
    );

  it('is said where the server began within the hour', () => {
    expect(countedSince(from(20, 20), now)).toBe(now - 20 * 60_000);
    // One was bound later: nothing was asked of it before.
    expect(countedSince(from(20, 5), now)).toBe(now - 20 * 60_000);
    expect(countedSince(from(60, 5), now)).toBeNull();
    expect(countedSince(from(null), now)).toBeNull();
    expect(countedSince([], now)).toBeNull();
  });
});

describe('what a source gives and costs', () => {
  it('when it failed at times, then only what it answered counts for the hit rate', () => {
    expect(hitRate(source('HIYA', { lastHour: asked }))).toBeCloseTo(33.33, 2);
    expect(hitRate(source('HIYA'))).toBeNull();
  });

  it('when each call costs, then a find costs all the calls it took', () => {
    expect(costOfFind(source('HIYA', { lastHour: asked, cost: 0.01 }))).toBeCloseTo(0.04, 6);
    expect(costOfFind(source('HIYA', { cost: 0.01 }))).toBeNull();
    expect(spentOf([source('HIYA', { lastHour: asked, cost: 0.01 }), source('TC', { lastHour: asked })])).toBeCloseTo(
      2,
      6,
    );
  });

  it('when it has several words, then its mark takes the first letters of two', () => {
    expect(['GETCONTACT', 'NUMBERING_PLAN', 'X'].map(monogram)).toEqual(['GE', 'NP', 'X']);
  });
});
