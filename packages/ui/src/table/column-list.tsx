import { IconArrowDown, IconArrowUp, IconPin } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import { IconButton } from '../components/button.tsx';
import { t } from '../i18n/texts.ts';
import { columnWidths } from './table-choice.ts';

/** A column as its menu shows it; `width` null: it takes what is left; widths in pixels. */
interface ListedColumn {
  id: string;
  header: string;
  fixed: boolean;
  width: number | null;
  least: number;
  isShown: boolean;
  isPinned: boolean;
}

interface ColumnListProps {
  columns: readonly ListedColumn[];
  onToggle: (id: string) => void;
  onPin: (id: string) => void;
  onMove: (event: MouseEvent<HTMLButtonElement>, id: string, by: -1 | 1) => void;
  onWidth: (id: string, pixels: number | null) => void;
}

/** The columns of a table in their order, each with what can be done to it. Loaded when their menu is opened. */
export default function ColumnList({ columns, onToggle, onPin, onMove, onWidth }: ColumnListProps) {
  return columns.map((column) => {
    const { id, header, fixed, isShown, isPinned } = column;
    return (
      <div key={id} className="ns-column">
        <label className="ns-menu-item">
          <input
            type="checkbox"
            className="ns-check"
            checked={isShown}
            disabled={fixed}
            onChange={() => onToggle(id)}
          />
          {header}
        </label>
        <WidthField column={column} onWidth={(pixels) => onWidth(id, pixels)} />
        <IconButton label={t('pinColumn', { column: header })} aria-pressed={isPinned} onClick={() => onPin(id)}>
          <IconPin size={14} stroke={1.8} aria-hidden />
        </IconButton>
        <IconButton label={t('columnForward', { column: header })} onClick={(event) => onMove(event, id, -1)}>
          <IconArrowUp size={14} stroke={1.8} aria-hidden />
        </IconButton>
        <IconButton label={t('columnBack', { column: header })} onClick={(event) => onMove(event, id, 1)}>
          <IconArrowDown size={14} stroke={1.8} aria-hidden />
        </IconButton>
      </div>
    );
  });
}

/** A column's width in pixels, empty where it takes what is left. What is typed counts as soon as it may be a width. */
function WidthField({ column, onWidth }: { column: ListedColumn; onWidth: (pixels: number | null) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const { least } = column;
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
