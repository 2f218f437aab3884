import { IconArrowNarrowDown, IconArrowNarrowUp } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { t } from '../i18n/texts.ts';
import type { Sorting } from '../url/query-fields.ts';
import type { Column } from './columns.ts';

/** What one more press on a column's head sorts by. */
function nextSort(sort: Sorting | undefined, field: string, downFirst: boolean): Sorting {
  if (sort?.field === field) return { field, direction: sort.direction === 'DESC' ? 'ASC' : 'DESC' };
  return { field, direction: downFirst ? 'DESC' : 'ASC' };
}

/** The class of a column's cells, its head among them. */
export function cellClass<Row>({ align }: Column<Row>, isPinned: boolean): string | undefined {
  if (align === 'right') return isPinned ? 'ns-right ns-pinned' : 'ns-right';
  return isPinned ? 'ns-pinned' : undefined;
}

interface HeadProps<Row> {
  column: Column<Row>;
  sort: Sorting | undefined;
  onSort: ((sort: Sorting) => void) | undefined;
  isPinned: boolean;
  style: CSSProperties | undefined;
  /** What its edge is dragged by. */
  children: ReactNode;
}

/** A column's head: its name, which sorts where the column can be sorted by. */
export function HeadCell<Row>({ column, sort, onSort, isPinned, style, children }: HeadProps<Row>) {
  const field = column.sort;
  const on = field !== undefined && sort?.field === field;
  const Arrow = sort?.direction === 'ASC' ? IconArrowNarrowUp : IconArrowNarrowDown;
  return (
    <th
      scope="col"
      className={cellClass(column, isPinned)}
      style={style}
      aria-sort={
        field === undefined ? undefined : on ? (sort.direction === 'ASC' ? 'ascending' : 'descending') : 'none'
      }
    >
      {column.quietHead === true ? (
        <span className="ns-sr">{column.header}</span>
      ) : field === undefined || onSort === undefined ? (
        column.header
      ) : (
        <button
          type="button"
          title={t('sortBy', { column: column.header })}
          onClick={() => onSort(nextSort(sort, field, column.downFirst === true))}
        >
          {column.header}
          {on ? <Arrow size={12} stroke={2} aria-hidden /> : null}
        </button>
      )}
      {children}
    </th>
  );
}
