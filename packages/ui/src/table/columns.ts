import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Stable: remembered, and used for sorting. */
  id: string;
  header: string;
  /** Only for who hears the table: what is in the cells says itself. */
  quietHead?: boolean;
  cell: (row: Row) => ReactNode;
  /** Pixels; absent: shares what is left. */
  width?: number;
  /** Of one that shares what is left: the pixels that it has at least; where they are not there the table scrolls. */
  least?: number;
  align?: 'left' | 'right';
  /** The field by which the server sorts; absent: cannot be sorted. */
  sort?: string;
  /** The first press sorts down: the newest, the most. Else up, A to Z. */
  downFirst?: boolean;
  /** Cannot be hidden. */
  fixed?: boolean;
  /** Hidden until somebody chooses it. */
  optional?: boolean;
}

export const densities = ['compact', 'regular', 'relaxed'] as const;
export type Density = (typeof densities)[number];

/** What a person chose for one table; kept in this browser. */
export interface TableChoice {
  density: Density;
  /** Ids of hidden columns; null: as the table ships. */
  hidden: string[] | null;
}

export const standardChoice: TableChoice = { density: 'regular', hidden: null };

/** The columns to show, in their order. */
export function shownColumns<Row>(columns: readonly Column<Row>[], choice: TableChoice): Column<Row>[] {
  return columns.filter(
    (column) =>
      column.fixed === true || !(choice.hidden === null ? column.optional === true : choice.hidden.includes(column.id)),
  );
}

/** What a column of names has at least, in pixels. */
export const NAME_LEAST = 180;

/** Pixels that a table of these columns needs. Those that share what is left get the same of it. */
export function leastWidth<Row>(columns: readonly Column<Row>[]): number {
  const shared = columns.filter(({ width }) => width === undefined);
  const each = Math.max(0, ...shared.map(({ least = 0 }) => least));
  return columns.reduce((sum, { width }) => sum + (width ?? each), 0);
}

/** Reads what was stored; anything mangled becomes the standard. */
export function readChoice(stored: string | null): TableChoice {
  if (stored === null) return standardChoice;
  try {
    const value: unknown = JSON.parse(stored);
    if (typeof value !== 'object' || value === null) return standardChoice;
    const { density, hidden } = value as { density?: unknown; hidden?: unknown };
    return {
      density: densities.find((one) => one === density) ?? standardChoice.density,
      hidden: Array.isArray(hidden) ? hidden.filter((id) => typeof id === 'string') : null,
    };
  } catch {
    return standardChoice;
  }
}
