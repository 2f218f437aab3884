import { IconColumns3 } from '@tabler/icons-react';
import { type MouseEvent } from 'react';
import { lazyPart } from '../remote/lazy-part.tsx';
import { flushSync } from 'react-dom';
import { Button } from '../components/button.tsx';
import { usePopover } from '../components/use-popover.ts';
import { t } from '../i18n/texts.ts';
import type { Column } from './columns.ts';
import {
  arrangedColumns,
  leastOf,
  movedColumn,
  shownColumns,
  standardChoice,
  type TableChoice,
  withWidth,
} from './table-choice.ts';

const ColumnList = lazyPart(() => import('./column-list.tsx'));

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
        <span className="ns-words">{t('columns')}</span>
      </Button>
      <dialog ref={boxRef} id={id} popover="auto" className="ns-menu ns-columns" aria-label={t('columns')}>
        {open ? (
          <ColumnList
            columns={arrangedColumns(columns, choice).map(({ id, header, fixed = false, width, ...column }) => ({
              id,
              header,
              fixed,
              width: width ?? null,
              least: leastOf({ ...column, id, header }),
              isShown: shown.has(id),
              isPinned: choice.pinned.includes(id),
            }))}
            onToggle={toggle}
            onPin={pin}
            onMove={move}
            onWidth={(id, pixels) => onChange(withWidth(choice, id, pixels))}
          />
        ) : null}
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
