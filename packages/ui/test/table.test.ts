import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { Column } from '../src/table/columns.ts';
import { pageNumbers } from '../src/table/page-numbers.ts';
import { rowsInSight } from '../src/table/rows-in-sight.ts';
import { noSelection, togglePage, toggleRow } from '../src/table/selection.ts';
import {
  arrangedColumns,
  movedColumn,
  readChoice,
  shownColumns,
  standardChoice,
  withWidth,
} from '../src/table/table-choice.ts';

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
    expect(ids({ ...standardChoice, hidden: ['number', 'name'] })).toEqual(['number', 'pass']);
  });

  it.each([
    null,
    '',
    '{',
    '7',
    'null',
    '{"density":"huge","hidden":7,"order":"x","pinned":{},"widths":{"a":1e9,"b":"c"},"size":-1}',
  ])('when %j was stored, then it is the standard', (stored) => {
    expect(readChoice(stored)).toEqual(standardChoice);
  });

  it('reads back what was stored', () => {
    const choice = {
      density: 'relaxed' as const,
      hidden: ['pass'],
      order: ['pass', 'name'],
      pinned: ['name'],
      widths: { name: 250 },
      size: 50,
    };
    expect(readChoice(JSON.stringify(choice))).toEqual(choice);
  });
});

describe('columns as a person arranged them', () => {
  const columns: Column<string>[] = ['a', 'b', 'c', 'd'].map((id) => ({ id, header: id, width: 100, cell: String }));
  const ids = (choice: typeof standardChoice): string =>
    arrangedColumns(columns, choice)
      .map(({ id }) => id)
      .join('');

  it('when columns were ordered, then the others follow those that they followed, and pinned ones come first', () => {
    expect(ids({ ...standardChoice, order: ['c', 'a'] })).toBe('cdab');
    expect(ids({ ...standardChoice, order: ['c', 'a'], pinned: ['b'] })).toBe('bcda');
  });

  it('when a column is moved, then it changes places with its neighbour, never across the pinned ones', () => {
    expect(ids(movedColumn(columns, standardChoice, 'b', 1))).toBe('acbd');
    expect(ids(movedColumn(columns, standardChoice, 'a', -1))).toBe('abcd');
    const pinned = { ...standardChoice, pinned: ['a'] };
    expect(movedColumn(columns, pinned, 'b', -1)).toBe(pinned);
  });

  it('shows every column once, whatever was stored', () => {
    const some = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'gone'));
    fc.assert(
      fc.property(some, some, (order, pinned) => {
        const choice = readChoice(JSON.stringify({ order, pinned }));
        expect([...ids(choice)].sort().join('')).toBe('abcd');
      }),
    );
  });

  it('when a width is chosen, then it holds, but never below what the column must have', () => {
    const named = columns.map((column) => (column.id === 'a' ? { ...column, least: 180 } : column));
    const chosen = withWidth(withWidth(standardChoice, 'a', 60), 'b', 99.6);
    expect(arrangedColumns(named, chosen).map(({ width }) => width)).toEqual([180, 100, 100, 100]);
    expect(withWidth(chosen, 'b', null).widths).toEqual({ a: 60 });
  });

  it('when every column has a width, then the last one takes what is left, and has at least its own', () => {
    expect(shownColumns(columns, standardChoice).at(-1)).toMatchObject({ id: 'd', least: 100 });
    expect(shownColumns(columns, standardChoice).at(-1)?.width).toBeUndefined();
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
