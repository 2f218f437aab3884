import { IconArrowDown, IconArrowUp, IconColumns3, IconPin } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, IconButton } from '../components/button.tsx';
import { usePopover } from '../components/use-popover.ts';
import { t } from '../i18n/texts.ts';
import type { Column } from './columns.ts';
import {
  arrangedColumns,
  columnWidths,
  leastOf,
  movedColumn,
  shownColumns,
  standardChoice,
  type TableChoice,
  withWidth,
} from './table-choice.ts';

interface ColumnsProps<Row> {
  columns: readonly Column<Row>[];
  choice: TableChoice;
  onChange: (choice: TableChoice) => void;
}

/** Which columns show, in which order, how wide, and which stay in sight. */
export function ColumnMenu<Row>({ columns, choice, onChange }: ColumnsProps<Row>) {
  const { open, id, anchorRef, boxRef, show, hide } = usePopover('bottom-end');
  const shown = new Set(shownColumns(columns, choice).map((column) => column.id));
  const toggle = (id: string): void =>
    onChange({
      ...choice,
      hidden: columns.filter((column) => (column.id === id) === shown.has(column.id)).map((column) => column.id),
    });
  const pin = (id: string): void =>
    onChange({
      ...choice,
      pinned: choice.pinned.includes(id) ? choice.pinned.filter((one) => one !== id) : [...choice.pinned, id],
    });
  /** The button goes along with its row; the browser takes the focus from what is moved. */
  const move = ({ currentTarget }: MouseEvent<HTMLButtonElement>, id: string, by: -1 | 1): void => {
    flushSync(() => onChange(movedColumn(columns, choice, id, by)));
    currentTarget.focus();
  };
  return (
    <>
      <Button
        ref={anchorRef}
        kind="quiet"
        size="sm"
        className="ns-wide"
        aria-expanded={open}
        aria-controls={id}
        onClick={open ? hide : show}
      >
        <IconColumns3 size={14} stroke={1.8} aria-hidden />
        {t('columns')}
      </Button>
      <dialog ref={boxRef} id={id} popover="auto" className="ns-menu ns-columns" aria-label={t('columns')}>
        {!open
          ? null
          : arrangedColumns(columns, choice).map((column) => (
              <div key={column.id} className="ns-column">
                <label className="ns-menu-item">
                  <input
                    type="checkbox"
                    className="ns-check"
                    checked={shown.has(column.id)}
                    disabled={column.fixed === true}
                    onChange={() => toggle(column.id)}
                  />
                  {column.header}
                </label>
                <WidthField column={column} onWidth={(pixels) => onChange(withWidth(choice, column.id, pixels))} />
                <IconButton
                  label={t('pinColumn', { column: column.header })}
                  aria-pressed={choice.pinned.includes(column.id)}
                  onClick={() => pin(column.id)}
                >
                  <IconPin size={14} stroke={1.8} aria-hidden />
                </IconButton>
                <IconButton
                  label={t('columnForward', { column: column.header })}
                  onClick={(event) => move(event, column.id, -1)}
                >
                  <IconArrowUp size={14} stroke={1.8} aria-hidden />
                </IconButton>
                <IconButton
                  label={t('columnBack', { column: column.header })}
                  onClick={(event) => move(event, column.id, 1)}
                >
                  <IconArrowDown size={14} stroke={1.8} aria-hidden />
                </IconButton>
              </div>
            ))}
        <hr className="ns-menu-line" />
        <button
          type="button"
          className="ns-menu-item"
          onClick={() => onChange({ ...standardChoice, density: choice.density, size: choice.size })}
        >
          {t('columnsAsShipped')}
        </button>
      </dialog>
    </>
  );
}

/** A column's width in pixels, empty where it takes what is left. What is typed counts as soon as it may be a width. */
function WidthField<Row>({ column, onWidth }: { column: Column<Row>; onWidth: (pixels: number | null) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const least = leastOf(column);
  return (
    <input
      type="number"
      className="ns-input ns-num"
      min={least}
      max={columnWidths.most}
      step={10}
      placeholder={t('automatic')}
      aria-label={t('columnWidth', { column: column.header })}
      value={typed ?? column.width ?? ''}
      onBlur={() => setTyped(null)}
      onChange={({ target: { value } }) => {
        setTyped(value);
        const pixels = Number(value);
        if (value === '') onWidth(null);
        else if (pixels >= least && pixels <= columnWidths.most) onWidth(pixels);
      }}
    />
  );
}
