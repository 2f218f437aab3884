import type { Column } from './columns.ts';

export const densities = ['compact', 'regular', 'relaxed'] as const;
export type Density = (typeof densities)[number];

/** Pixels that a person may give a column. */
export const columnWidths = { least: 48, most: 900 };

/** What a person chose for one table; kept in this browser. */
export interface TableChoice {
  density: Density;
  /** Ids of hidden columns; null: as the table ships. */
  hidden: string[] | null;
  /** Ids in the person's order; a column that is not named follows the one that it follows as shipped. */
  order: string[];
  /** Ids of those that stay in sight at the left when the table scrolls sideways. */
  pinned: string[];
  /** Pixels by id, where a person changed them. */
  widths: Readonly<Record<string, number>>;
  /** Rows of a page; null: as the list ships. */
  size: number | null;
}

export const standardChoice: TableChoice = {
  density: 'regular',
  hidden: null,
  order: [],
  pinned: [],
  widths: {},
  size: null,
};

/** All columns in the order that a person chose: the pinned ones first, each with its chosen width. */
export function arrangedColumns<Row>(columns: readonly Column<Row>[], choice: TableChoice): Column<Row>[] {
  const ordered = choice.order.flatMap((id) => columns.filter((column) => column.id === id));
  columns.forEach((column, i) => {
    if (ordered.includes(column)) return;
    const before = columns[i - 1];
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, column);
  });
  const isPinned = ({ id }: Column<Row>): boolean => choice.pinned.includes(id);
  return [...ordered.filter(isPinned), ...ordered.filter((column) => !isPinned(column))].map((column) => {
    const width = choice.widths[column.id];
    return width === undefined ? column : { ...column, width: Math.max(leastOf(column), width) };
  });
}

/** The narrowest that a person may make a column, in pixels. */
export const leastOf = <Row>({ least = 0 }: Column<Row>): number => Math.max(least, columnWidths.least);

/** The columns to show, in their order. One of them takes what is left: if all have a width, the last one. */
export function shownColumns<Row>(columns: readonly Column<Row>[], choice: TableChoice): Column<Row>[] {
  const shown = arrangedColumns(columns, choice).filter(
    (column) =>
      column.fixed === true || !(choice.hidden === null ? column.optional === true : choice.hidden.includes(column.id)),
  );
  const last = shown.at(-1);
  if (last?.width === undefined || shown.some(({ width }) => width === undefined)) return shown;
  const { width, ...rest } = last;
  return [...shown.slice(0, -1), { ...rest, least: width }];
}

/** The choice with a column one place further to the front (-1) or to the end (1), among the pinned or among the others. */
export function movedColumn<Row>(
  columns: readonly Column<Row>[],
  choice: TableChoice,
  id: string,
  by: -1 | 1,
): TableChoice {
  const order = arrangedColumns(columns, choice).map((column) => column.id);
  const from = order.indexOf(id);
  const other = order[from + by];
  if (from < 0 || other === undefined || choice.pinned.includes(other) !== choice.pinned.includes(id)) return choice;
  order[from] = other;
  order[from + by] = id;
  return { ...choice, order };
}

/** The choice with a column's width in whole pixels; null: as the table ships. */
export function withWidth(choice: TableChoice, id: string, pixels: number | null): TableChoice {
  const { [id]: _former, ...widths } = choice.widths;
  return { ...choice, widths: pixels === null ? widths : { ...widths, [id]: Math.round(pixels) } };
}

const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.filter((id) => typeof id === 'string'))] : [];

const numberIn = (value: unknown, { least, most }: { least: number; most: number }): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most ? value : null;

const widthsIn = (value: unknown): Record<string, number> =>
  typeof value !== 'object' || value === null
    ? {}
    : Object.fromEntries(Object.entries(value).filter(([, pixels]) => numberIn(pixels, columnWidths) !== null));

/** The rows of a page that a person may choose. */
export const pageSizes = [15, 30, 50, 100] as const;

/** Reads what was stored; anything mangled becomes the standard. */
export function readChoice(stored: string | null): TableChoice {
  if (stored === null) return standardChoice;
  try {
    const value: unknown = JSON.parse(stored);
    if (typeof value !== 'object' || value === null) return standardChoice;
    const { density, hidden, order, pinned, widths, size } = value as Partial<Record<keyof TableChoice, unknown>>;
    return {
      density: densities.find((one) => one === density) ?? standardChoice.density,
      hidden: Array.isArray(hidden) ? idsIn(hidden) : null,
      order: idsIn(order),
      pinned: idsIn(pinned),
      widths: widthsIn(widths),
      size: numberIn(size, { least: 1, most: Math.max(...pageSizes) }),
    };
  } catch {
    return standardChoice;
  }
}
