import { describe, expect, it } from '@jest/globals';
import { type Observation, type SourceFields, TimelineEntry } from '@numscope/contracts';
import { buildObservation } from '@numscope/testing';
import * as fc from 'fast-check';
import { timelineOf } from '../src/domain/timeline/timeline.ts';
import { observations } from './arbitraries.ts';
import { madeUpHistory } from '@numscope/testing/made-up-histories';

const YEAR = (year: number): number => Date.UTC(year, 0, 1);
let count = 0;
const said = (
  source: string,
  year: number,
  fields: SourceFields | null,
  more: Partial<Observation> = {},
): Observation => buildObservation({ id: `${source}-${count++}`, source, at: YEAR(year), fields, trust: 0.5, ...more });
const nothing = (source: string, year: number, status: 'NOT_FOUND' | 'FAILED'): Observation =>
  said(source, year, null, { status });
const short = (list: readonly Observation[]): unknown[] =>
  timelineOf(list).map(({ at, observedAt, kind, field, from, to, sources }) => [
    new Date(observedAt ?? at).getUTCFullYear(),
    kind,
    field,
    from,
    to,
    sources.join(' '),
  ]);

describe('a timeline', () => {
  it('has no change where a name is newly written in a script without vowels', () => {
    const names = (...all: string[]) => ({ names: all.map((name) => ({ name, type: 'OK' })) });
    expect(
      short([
        said('ALPHA', 2020, names('Anvar Karimov')),
        said('ALPHA', 2021, names('أنور كريموف')),
        said('BRAVO', 2022, names('Анвар Каримов')),
      ]),
    ).toEqual([[2020, 'VALUE', 'names', null, { name: 'Anvar Karimov', type: 'OK' }, 'ALPHA BRAVO']]);
  });

  it('of very many sources is told in no time, those who say a value in the order of their names', () => {
    // Each put in its order with all before it, these would take minutes.
    const emails = Array.from({ length: 20 }, (_none, at) => `a${at}@mail.example`);
    const all = Array.from({ length: 20_000 }, (_none, at) => said(`SOURCE_${at}`, 2020, { emails }));
    const told = timelineOf(all.toReversed());
    expect(told).toHaveLength(emails.length);
    for (const { sources } of told) expect(sources).toEqual(all.map(({ source }) => source).sort());
  });

  it('tells what came, changed and went, newest first, with those who say so', () => {
    expect(
      short([
        said('ALPHA', 2020, { city: 'Tashkent', emails: ['a@mail.example', 'b@mail.example'] }),
        said('BRAVO', 2021, { city: 'Ташкент', emails: ['b@mail.example'] }),
        said('ALPHA', 2022, { city: 'Bukhara', emails: ['b@mail.example'] }),
        said('BRAVO', 2023, { city: 'Bukhara', emails: [] }),
      ]),
    ).toEqual([
      [2022, 'VALUE', 'city', 'Tashkent', 'Bukhara', 'ALPHA BRAVO'],
      [2022, 'VALUE', 'emails', 'a@mail.example', null, 'ALPHA'],
      [2020, 'VALUE', 'city', null, 'Tashkent', 'ALPHA BRAVO'],
      [2020, 'VALUE', 'emails', null, 'a@mail.example', 'ALPHA'],
      [2020, 'VALUE', 'emails', null, 'b@mail.example', 'ALPHA BRAVO'],
    ]);
  });

  it('takes nothing back where a source failed, and what it said where it found nothing', () => {
    const known = said('ALPHA', 2020, { city: 'Nukus' });
    expect(short([known, nothing('ALPHA', 2021, 'FAILED')])).toHaveLength(1);
    expect(short([known, nothing('ALPHA', 2021, 'NOT_FOUND')])[0]).toEqual([
      2021,
      'VALUE',
      'city',
      'Nukus',
      null,
      'ALPHA',
    ]);
  });

  it('tells of the line: carriers, porting and another SIM, by their own times', () => {
    expect(
      short([
        said('HLR', 2022, { line: { carrier: 'Beeline', ported: false, status: 'ACTIVE' } }),
        said('HLR', 2024, {
          line: {
            carrier: 'Ucell',
            ported: true,
            portedAt: YEAR(2023),
            simSwappedAt: YEAR(2023) + 5,
            status: 'ACTIVE',
          },
        }),
        said('RISK', 2025, { line: { simSwappedAt: YEAR(2023) + 60_000 } }),
      ]),
    ).toEqual([
      [2024, 'CARRIER', 'line.carrier', 'Beeline', 'Ucell', 'HLR'],
      [2023, 'SIM_SWAP', 'line.simSwappedAt', null, YEAR(2023) + 5, 'HLR RISK'],
      [2023, 'PORTED', 'line.ported', null, YEAR(2023), 'HLR'],
      [2022, 'CARRIER', 'line.carrier', null, 'Beeline', 'HLR'],
      [2022, 'VALUE', 'line.status', null, 'ACTIVE', 'HLR'],
    ]);
  });

  it('tells when the number changed hands', () => {
    const sources = ['ALPHA', 'BRAVO', 'CHARLIE'];
    const of = (year: number, name: string): Observation[] =>
      sources.map((source) => said(source, year, { names: [{ name, type: 'OK' }] }));
    const [holder] = timelineOf([...of(2020, 'Anvar Karimov'), ...of(2024, 'Malika Yusupova')]).filter(
      ({ kind }) => kind === 'HOLDER',
    );
    expect(holder).toMatchObject({ at: YEAR(2024), from: 'Anvar Karimov', to: 'Malika Yusupova', sources });
    expect(holder?.observedAt).toBeGreaterThan(YEAR(2020));
    expect(holder?.observedAt).toBeLessThan(YEAR(2024));
  });

  it('puts what was so earlier where it belongs, whenever it was asked', () => {
    const list = [
      said('ALPHA', 2026, { city: 'Nukus' }, { observedAt: YEAR(2015) }),
      said('BRAVO', 2025, { city: 'Termez' }),
    ];
    expect(short(list).map((entry) => (entry as unknown[]).slice(0, 5))).toEqual([
      [2025, 'VALUE', 'city', null, 'Termez'],
      [2015, 'VALUE', 'city', null, 'Nukus'],
    ]);
  });

  it('is the same in whatever order the answers are given, and has the declared shape', () => {
    const history = fc.oneof(
      observations,
      fc
        .record({ seed: fc.nat(), changes: fc.boolean() })
        .map(({ seed, changes }) => madeUpHistory(seed, changes).observations),
    );
    fc.assert(
      fc.property(
        history.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, shuffled]) => {
          const timeline = timelineOf(list);
          expect(JSON.stringify(timelineOf([...shuffled, ...list.slice(0, 2)]))).toBe(JSON.stringify(timeline));
          expect(TimelineEntry.array().parse(timeline)).toEqual(timeline);
          const times = timeline.map(({ at, observedAt }) => observedAt ?? at);
          expect(times).toEqual(times.toSorted((a, b) => b - a));
          // Of a holder nobody may have said the name.
          const values = timeline.filter(({ kind }) => kind !== 'HOLDER');
          expect(values.filter(({ from, to }) => from === null && to === null)).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });
});
