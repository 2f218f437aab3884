import { type ReactNode, useCallback, useState } from 'react';
import { rowsInSight } from './rows-in-sight.ts';

interface VirtualProps {
  count: number;
  /** Pixels of one row. */
  height: number;
  columns: number;
  renderRow: (index: number) => ReactNode;
}

/** The body of a long table: only the rows in sight, with spacers for the others. Its scroller is the table's wrap. */
export default function VirtualRows({ count, height, columns, renderRow }: VirtualProps) {
  const [view, setView] = useState({ top: 0, height: innerHeight });
  const watch = useCallback((body: HTMLTableSectionElement | null) => {
    const scroller = body?.closest('.ns-table-wrap');
    if (scroller === null || scroller === undefined) return;
    const look = (): void => setView({ top: scroller.scrollTop, height: scroller.clientHeight });
    const sizes = new ResizeObserver(look);
    sizes.observe(scroller);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, []);
  const { first, last } = rowsInSight(view, height, count);
  return (
    <tbody ref={watch}>
      <Spacer height={first * height} columns={columns} />
      {Array.from({ length: last - first }, (_, i) => renderRow(first + i))}
      <Spacer height={(count - last) * height} columns={columns} />
    </tbody>
  );
}

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
