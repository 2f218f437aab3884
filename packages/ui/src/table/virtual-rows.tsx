import { memo, type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { formatCount } from '../format/numbers.ts';
import { t } from '../i18n/texts.ts';
import { rowsInSight } from './rows-in-sight.ts';

interface VirtualProps {
  count: number;
  /** Pixels of one row. */
  height: number;
  columns: number;
  renderRow: (index: number) => ReactNode;
  /** Told which rows are made; `last` is not among them. */
  onSight?: ((first: number, last: number) => void) | undefined;
}

/** Pixels. */
const STEP = 160;

/** The body of a long table: only the rows in sight, with spacers for the others. Its scroller is the table's wrap. */
export default function VirtualRows({ count, height, columns, renderRow, onSight }: VirtualProps) {
  const [view, setView] = useState({ top: 0, height: innerHeight });
  const watch = useCallback((body: HTMLTableSectionElement | null) => {
    const scroller = body?.closest('.ns-table-wrap');
    if (scroller === null || scroller === undefined) return;
    // Several rows at a time: within them a scroll changes nothing here.
    const look = (): void => {
      const top = Math.floor(scroller.scrollTop / STEP) * STEP;
      const height = Math.min(scroller.clientHeight, innerHeight) + STEP;
      setView((now) => (now.top === top && now.height === height ? now : { top, height }));
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(scroller);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, []);
  const { first, last } = rowsInSight(view, height, count);
  const tell = useEffectEvent((from: number, to: number) => onSight?.(from, to));
  useEffect(() => tell(first, last), [first, last]);
  return (
    <tbody ref={watch}>
      <Spacer height={first * height} columns={columns} />
      {Array.from({ length: last - first }, (_, i) => (
        <MadeRow key={first + i} index={first + i} renderRow={renderRow} />
      ))}
      <Spacer height={(count - last) * height} columns={columns} />
      <OnPaper columns={columns}>
        {t('rangeOf', { from: formatCount(first + 1), to: formatCount(last), total: formatCount(count) })}
      </OnPaper>
    </tbody>
  );
}

/** A row that is made once: a scroll makes the new ones only. */
const MadeRow = memo(({ index, renderRow }: Pick<VirtualProps, 'renderRow'> & { index: number }) => renderRow(index));

/** A line that stands on paper alone, where nobody can scroll to the others. */
const OnPaper = ({ columns, children }: { columns: number; children: ReactNode }) => (
  <tr className="ns-on-paper">
    <td colSpan={columns}>{children}</td>
  </tr>
);

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr className="ns-spacer" aria-hidden>
      <td colSpan={columns} style={{ height }}>
        {null}
      </td>
    </tr>
  );
}
