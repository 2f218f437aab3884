import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';

interface VirtualProps {
  count: number;
  /** Pixels of one row. */
  height: number;
  columns: number;
  row: (index: number) => ReactNode;
}

/** The body of a long table: only the rows in sight, with spacers for the others. Its scroller is the table's wrap. */
export default function VirtualRows({ count, height, columns, row }: VirtualProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const virtualizer = useVirtualizer<Element, Element>({
    count,
    estimateSize: () => height,
    getScrollElement: () => body.current?.closest('.ns-table-wrap') ?? null,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <tbody ref={body}>
      <Spacer height={before} columns={columns} />
      {items.map((item) => row(item.index))}
      <Spacer height={after} columns={columns} />
    </tbody>
  );
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr className="ns-spacer" aria-hidden tabIndex={-1}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
