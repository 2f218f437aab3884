import { limits } from '@numscope/contracts/constants';
import { type CSSProperties, Fragment, type ReactNode, useRef, useState } from 'react';
import { t } from '../i18n/texts.ts';
import { lazyPart, PartFallback } from '../remote/lazy-part.tsx';
import { leastWidth } from './columns.ts';
import type { DataTableProps } from './data-table-props.ts';
import { cellClass, HeadCell } from './head-cell.tsx';
import { ResizeHandle } from './resize-handle.tsx';
import { RowCards } from './row-cards.tsx';
import { rowKeys } from './row-keys.ts';
import { useFocusNeighbour } from './use-focus-neighbour.ts';
import { useNarrow } from './use-narrow.ts';
import { type Selection, togglePage, toggleRow } from './selection.ts';
import { columnWidths, type Density, leastOf, shownColumns, type TableChoice, withWidth } from './table-choice.ts';
import { pinnedLeft, usePinned } from './use-pinned.ts';

/** From this many rows on only those in sight are made. */
const VIRTUAL_FROM = 120;
/** Of a long list, made while the code is loaded that makes those in sight. */
const FIRST_ROWS = 40;
const none: readonly string[] = [];
/** Pixels of the column of ticks. */
const PICK = 36;
const heights: Record<Density, [number, number]> = { compact: [32, 32], regular: [38, 44], relaxed: [52, 52] };
const VirtualRows = lazyPart(() => import('./virtual-rows.tsx'));

/**
 * The console's table: sticky head, sort, selection with Shift ranges, keyboard rows, the chosen columns and density.
 * Paging is the server's: put a `Pager` below.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowId,
    choice,
    onChoice,
    lines = 1,
    stale = false,
    sort,
    onSort,
    selection,
    onSelect,
    openId,
    onOpen,
    expanded,
    renderCard,
    onSight,
    end,
  } = props;
  const narrow = useNarrow();
  const [dragged, setDragged] = useState<TableChoice | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const shown = shownColumns(columns, dragged ?? choice);
  const ids = rows.map(rowId);
  const place = useRef<HTMLElement>(null);
  const keepPlace = (element: HTMLElement | null): void => {
    place.current = element;
  };
  const long = rows.length >= VIRTUAL_FROM;
  useFocusNeighbour(place, long ? none : ids);
  const selects = selection !== undefined && onSelect !== undefined;
  // Selected of the rows that come they would not be among them.
  const select = (next: Selection): void => {
    if (!stale) onSelect?.(next);
  };
  const pinned = narrow ? 0 : shown.filter(({ id }) => choice.pinned.includes(id)).length;
  const before = selects ? 1 : 0;
  usePinned(table, pinned === 0 ? 0 : pinned + before);
  const pickClass = pinned === 0 ? 'ns-pick' : 'ns-pick ns-pinned';
  const pickStyle = pinned === 0 ? undefined : { left: pinnedLeft(0) };
  const styleOf = (index: number): CSSProperties | undefined =>
    index < pinned ? { left: pinnedLeft(index + before) } : undefined;
  const selectedHere = selects ? ids.filter((id) => selection.ids.has(id)).length : 0;

  if (narrow && renderCard !== undefined) {
    return (
      <RowCards
        {...props}
        ref={keepPlace}
        stale={stale}
        selected={selects ? selection.ids : undefined}
        renderCard={renderCard}
      />
    );
  }

  const rowOf = (row: Row, index: number): ReactNode => {
    const id = ids[index] ?? rowId(row);
    const toggle = selects
      ? (shift: boolean): void => select(toggleRow(selection, id, ids, shift, limits.selectedProfiles))
      : undefined;
    const open = onOpen === undefined ? undefined : (): void => onOpen(row);
    const below = expanded?.(row) ?? null;
    return (
      <Fragment key={id}>
        <tr
          tabIndex={0}
          data-row={id}
          aria-rowindex={long ? index + 2 : undefined}
          data-open={id === openId ? '' : undefined}
          data-click={open === undefined ? undefined : ''}
          aria-selected={selects ? selection.ids.has(id) : undefined}
          onClick={(event) => {
            if (!(event.target instanceof Element && event.target.closest('a, button, input, label') !== null))
              open?.();
          }}
          onKeyDown={(event) => rowKeys(event, { open, select: toggle })}
        >
          {toggle === undefined ? null : (
            <td className={pickClass} style={pickStyle}>
              <input
                type="checkbox"
                className="ns-check"
                aria-label={t('selectRow')}
                aria-disabled={stale}
                checked={selection?.ids.has(id) ?? false}
                onChange={() => undefined}
                onClick={(event) => toggle(event.shiftKey)}
              />
            </td>
          )}
          {shown.map((column, index) => (
            <td key={column.id} className={cellClass(column, index < pinned)} style={styleOf(index)}>
              {column.cell(row)}
            </td>
          ))}
        </tr>
        {below === null ? null : (
          <tr className="ns-expand">
            <td colSpan={shown.length + (selects ? 1 : 0)}>{below}</td>
          </tr>
        )}
      </Fragment>
    );
  };

  return (
    <div ref={keepPlace} className="ns-table-wrap" aria-busy={stale}>
      <table
        ref={table}
        className="ns-table"
        style={{ minWidth: leastWidth(shown) + (selects ? PICK : 0) }}
        data-density={choice.density}
        data-lines={lines}
        aria-label={label}
        aria-rowcount={long ? rows.length + 1 : undefined}
      >
        <colgroup>
          {selects ? <col style={{ width: PICK }} /> : null}
          {shown.map((column) => (
            <col key={column.id} style={column.width === undefined ? undefined : { width: column.width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selects ? (
              <th className={pickClass} style={pickStyle}>
                <input
                  type="checkbox"
                  className="ns-check"
                  aria-label={t('selectPage')}
                  aria-disabled={stale}
                  checked={ids.length > 0 && selectedHere === ids.length}
                  ref={(box) => {
                    if (box !== null) box.indeterminate = selectedHere > 0 && selectedHere < ids.length;
                  }}
                  onChange={() => select(togglePage(selection, ids, limits.selectedProfiles))}
                />
              </th>
            ) : null}
            {shown.map((column, index) => (
              <HeadCell
                key={column.id}
                column={column}
                sort={sort}
                onSort={onSort}
                isPinned={index < pinned}
                style={styleOf(index)}
              >
                {onChoice === undefined || index === shown.length - 1 ? null : (
                  <ResizeHandle
                    onReset={() => onChoice(withWidth(choice, column.id, null))}
                    onWidth={(pixels, done) => {
                      const bounded = Math.min(columnWidths.most, Math.max(leastOf(column), pixels));
                      const next = withWidth(choice, column.id, bounded);
                      setDragged(done ? null : next);
                      if (done) onChoice(next);
                    }}
                  />
                )}
              </HeadCell>
            ))}
          </tr>
        </thead>
        {long ? (
          <PartFallback show={<tbody>{rows.slice(0, FIRST_ROWS).map(rowOf)}</tbody>}>
            <VirtualRows
              count={rows.length}
              onSight={onSight}
              height={heights[choice.density][lines - 1] ?? 38}
              columns={shown.length + (selects ? 1 : 0)}
              renderRow={(index) => (rows[index] === undefined ? null : rowOf(rows[index], index))}
            />
          </PartFallback>
        ) : (
          <tbody>{rows.map(rowOf)}</tbody>
        )}
      </table>
      {end}
    </div>
  );
}
