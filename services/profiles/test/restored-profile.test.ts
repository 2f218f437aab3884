import { describe, expect, it } from '@jest/globals';
import type { Observation } from '@numscope/contracts';
import { buildObservation } from '@numscope/testing';
import * as fc from 'fast-check';
import { foldProfile } from '../src/domain/fold-profile.ts';
import { newestObservations } from '../src/domain/newest-observations.ts';
import { judgeRow } from '../src/imports/judge-row.ts';
import { newImport, resolvedOfPart } from '../src/store/import-record.ts';
import { tableColumns } from '../src/presenters/table-columns.ts';
import { withObservations } from '../src/store/profile-text.ts';
import { observations } from './arbitraries.ts';

const phone = '+998901234567';
const identity = { id: 'profile-1', phone, createdTimestamp: 1_700_000_000_000, jobs: [] };
const record = newImport({ id: 'import-1', at: 1, by: 'admin', job: { id: 'job-1', number: 1 } });

/** A number's line of an export, and the same once it came into an empty installation. */
function outAndIn(said: readonly Observation[]): [out: string, again: string] {
  const lineOf = (kept: ReturnType<typeof newestObservations>): string =>
    withObservations(JSON.stringify(foldProfile(identity, kept)), JSON.stringify(kept));
  const line = lineOf(newestObservations([], said));
  const row: Record<string, unknown> = JSON.parse(line) as Record<string, unknown>;
  const judged = judgeRow({ row, hasColumns: false }, undefined, 1, { row: 'import-1-0', at: 1 });
  if (!('profile' in judged)) throw new Error(JSON.stringify(judged));
  const [resolved] = resolvedOfPart(record, [judged.profile]);
  return [line, lineOf(newestObservations([], resolved?.data.observations ?? []))];
}

describe('a profile that goes out with all that it was computed from and comes in again', () => {
  it('is the same to the letter', () => {
    fc.assert(
      fc.property(
        observations.filter(({ length }) => length > 0),
        (said) => {
          const [out, again] = outAndIn(said);
          expect(again).toBe(out);
        },
      ),
    );
  });

  it('keeps its former holder and since when each source says the present one', () => {
    const day = (year: number): number => Date.UTC(year, 0, 1);
    const said = (source: string, year: number, name: string): Observation =>
      buildObservation({ id: `${source}-${year}`, source, at: day(year), fields: { names: [{ name, type: 'OK' }] } });
    const [out, again] = outAndIn(
      ['ALPHA', 'BRAVO', 'CHARLIE'].flatMap((source) => [
        said(source, 2020, 'Anvar Karimov'),
        said(source, 2023, 'Malika Yusupova'),
        said(source, 2025, 'Malika Yusupova'),
      ]),
    );
    expect(JSON.parse(out)).toMatchObject({
      names: [{ name: 'Malika Yusupova' }],
      earlier: [{ names: [{ name: 'Anvar Karimov' }] }],
    });
    expect(again).toBe(out);
  });
});

it('a table of an export brings back times before 1970, too', () => {
  const before = Date.UTC(1969, 5, 1);
  const fields = { lastOnline: before, line: { carrier: 'Beeline', portedAt: before, checkedAt: before } };
  const profile = foldProfile(identity, newestObservations([], [buildObservation({ fields })]));
  const row = Object.fromEntries(
    Object.entries(tableColumns).map(([column, read]) => [column, String(read(profile) ?? '')]),
  );
  expect(judgeRow({ row, hasColumns: true }, undefined, 1, { row: 'import-1-0', at: 1 })).toMatchObject({
    profile: { observations: [{ source: 'IMPORT', fields }, {}] },
  });
});
