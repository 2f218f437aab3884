import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { type Column, readChoice, shownColumns, standardChoice } from '../src/table/columns.ts';
import { pageNumbers } from '../src/table/page-numbers.ts';
import { rowsInSight } from '../src/table/rows-in-sight.ts';
import { noSelection, togglePage, toggleRow } from '../src/table/selection.ts';

const page = ['a', 'b', 'c', 'd', 'e'];

describe('selecting rows', () => {
  it('when a row is clicked with Shift, then all from the row before take its state', () => {
    const first = toggleRow(noSelection, 'b', page, false, 1000);
    const range = toggleRow(first, 'd', page, true, 1000);
    expect([...range.ids]).toEqual(['b', 'c', 'd']);
    const back = toggleRow(range, 'c', page, true, 1000);
    expect([...back.ids]).toEqual(['b']);
  });

  it('when the row before stands on another page, then Shift selects one row', () => {
    const elsewhere = toggleRow(noSelection, 'z', ['x', 'y', 'z'], false, 1000);
    expect([...toggleRow(elsewhere, 'c', page, true, 1000).ids]).toEqual(['z', 'c']);
  });

  it('when the page is wholly selected, then its box clears it and leaves other pages', () => {
    const other = toggleRow(noSelection, 'z', ['z'], false, 1000);
    const all = togglePage(other, page, 1000);
    expect(all.ids.size).toBe(6);
    expect([...togglePage(all, page, 1000).ids]).toEqual(['z']);
  });

  it('when the limit is reached, then no more are taken', () => {
    expect(togglePage(noSelection, page, 3).ids.size).toBe(3);
  });
});

describe('pages', () => {
  it.each([
    [0, 1, [0]],
    [0, 3, [0, 1, 2]],
    [0, 86, [0, 1, 2, null, 85]],
    [40, 86, [0, 1, null, 39, 40, 41, null, 85]],
    [85, 86, [0, 1, null, 84, 85]],
  ])('page %d of %d offers %j', (at, pages, offered) => {
    expect(pageNumbers(at, pages)).toEqual(offered);
  });

  it('always offers the first, the last and the present page, in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(), (pages, raw) => {
        const at = raw % pages;
        const offered = pageNumbers(at, pages).filter((one) => one !== null);
        expect(offered).toEqual([...new Set(offered)].sort((a, b) => a - b));
        for (const one of [0, at, pages - 1]) expect(offered).toContain(one);
      }),
    );
  });
});

describe('what a person chose', () => {
  const columns: Column<string>[] = [
    { id: 'number', header: 'No.', fixed: true, cell: String },
    { id: 'name', header: 'Name', cell: String },
    { id: 'pass', header: 'Pass', optional: true, cell: String },
  ];
  const ids = (choice = standardChoice): string[] => shownColumns(columns, choice).map((column) => column.id);

  it('starts with the standard columns and keeps fixed ones whatever is hidden', () => {
    expect(ids()).toEqual(['number', 'name']);
    expect(ids({ density: 'compact', hidden: ['number', 'name'] })).toEqual(['number', 'pass']);
  });

  it.each([null, '', '{', '7', 'null', '{"density":"huge","hidden":7}'])(
    'when %j was stored, then it is the standard',
    (stored) => {
      expect(readChoice(stored)).toEqual(standardChoice);
    },
  );

  it('reads back what was stored', () => {
    const choice = { density: 'relaxed' as const, hidden: ['pass'] };
    expect(readChoice(JSON.stringify(choice))).toEqual(choice);
  });
});

describe('a long table', () => {
  it('makes every row that is in sight and few others', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.integer({ min: 100, max: 2000 }), fc.nat(3000), (top, height, count) => {
        const { first, last } = rowsInSight({ top, height }, 38, count);
        expect(first).toBeGreaterThanOrEqual(0);
        expect(last).toBeLessThanOrEqual(count);
        expect(last - first).toBeLessThanOrEqual(Math.ceil(height / 38) + 26);
        for (let row = Math.ceil(top / 38); row * 38 < top + height && row < count; row += 1) {
          expect(row >= first && row < last).toBe(true);
        }
      }),
    );
  });
});
