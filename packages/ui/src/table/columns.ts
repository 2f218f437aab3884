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
  /** The least pixels of a column without `width`; where they do not fit the table scrolls. */
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

/** What a column of names has at least, in pixels. */
export const NAME_LEAST = 180;

/** Pixels that a table of these columns needs. Those that share what is left get the same of it. */
export function leastWidth<Row>(columns: readonly Column<Row>[]): number {
  const shared = columns.filter(({ width }) => width === undefined);
  const each = Math.max(0, ...shared.map(({ least = 0 }) => least));
  return columns.reduce((sum, { width }) => sum + (width ?? each), 0);
}
