import type { Column } from '@numscope/ui';
import { texts } from '../texts/texts.ts';

/** A text in one line, cut where it does not fit; the pointer shows all of it. */
export const Clipped = ({ text, className = '' }: { text: string; className?: string }) => (
  <span className={`ns-clip ${className}`} title={text}>
    {text}
  </span>
);

/** The last column: what can be done with a row. @param width in pixels */
export const actionsColumn = <Row,>(width: number, actions: Column<Row>['cell']): Column<Row> => ({
  id: 'actions',
  header: texts('actions'),
  width,
  fixed: true,
  align: 'right',
  cell: (row) => <span className="ad-actions">{actions(row)}</span>,
});
