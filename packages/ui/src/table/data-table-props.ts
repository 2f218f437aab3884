import type { ReactNode } from 'react';
import type { Sorting } from '../url/query-fields.ts';
import type { Column } from './columns.ts';
import type { Selection } from './selection.ts';
import type { TableChoice } from './table-choice.ts';

/** What a table is made of. */
export interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  choice: TableChoice;
  /** Given, column widths can be dragged. */
  onChoice?: (choice: TableChoice) => void;
  /** Cells with a second line: rows of 44 instead of 38 px. */
  lines?: 1 | 2;
  /** The rows answer an earlier question than the one that is asked now: they are dimmed, a bar runs, and none can be selected. */
  stale?: boolean | undefined;
  sort?: Sorting | undefined;
  onSort?: (sort: Sorting) => void;
  selection?: Selection;
  onSelect?: (selection: Selection) => void;
  /** The row whose panel is open. */
  openId?: string | null | undefined;
  onOpen?: (row: Row) => void;
  /** What opens below a row; null: nothing. */
  expanded?: (row: Row) => ReactNode;
  /** One row as a card, for screens below 1020 px; without it the table scrolls sideways. */
  renderCard?: (row: Row) => ReactNode;
  /** What can be done with the row of a card that opens, beside it: buttons may not stand in the one that opens it. */
  renderCardActions?: (row: Row) => ReactNode;
  /** For a long list: called with the rows that are rendered now, so that they can be loaded; `last` is exclusive. */
  onSight?: (first: number, last: number) => void;
  /** Shown below the last row, for example room for the bulk bar. */
  end?: ReactNode;
}
