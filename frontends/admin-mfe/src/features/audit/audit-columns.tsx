import type { AuditEntry } from '@numscope/contracts';
import { type Column, Face, formatCount, Moment } from '@numscope/ui';
import { JsonView } from '../../components/json-view.tsx';
import { Clipped } from '../../components/columns.tsx';
import { texts } from '../../texts/texts.ts';
import { type AuditRow, entriesOf, sentenceOfRow } from './audit-rows.ts';
import { OutcomeMark } from './outcome-mark.tsx';

/** Who did it, with neutral initials. */
export const Who = ({ name }: { name: string }) => (
  <span className="ns-row ad-who">
    <Face name={name} />
    <Clipped text={name} />
  </span>
);

/** What happened, in words, and how many entries say it. */
export function Sentence({ row }: { row: AuditRow }) {
  const text = sentenceOfRow(row);
  const count = entriesOf(row).length;
  return (
    <span className="ns-row ad-said" title={text}>
      <span className="ns-clip">{text}</span>
      {entriesOf(row).some(({ unreadable }) => unreadable !== undefined) ? (
        <span className="ns-tag">{texts('unreadable')}</span>
      ) : null}
      {count > 1 ? (
        <span className="ns-tag ns-num" title={texts('entries', { count })}>
          {formatCount(count)}
        </span>
      ) : null}
    </span>
  );
}

/** Whether some of these times say their year. */
export function hasOtherYears(entries: readonly AuditEntry[]): boolean {
  const thisYear = new Date().getFullYear();
  return entries.some(({ createdTimestamp }) => new Date(createdTimestamp).getFullYear() !== thisYear);
}

/** The columns of the audit trail; a time says its year only where that is another one than now. */
export const auditColumns = (sayYears: boolean): Column<AuditRow>[] => [
  {
    id: 'time',
    header: texts('time'),
    width: sayYears ? 200 : 150,
    fixed: true,
    sort: 'createdTimestamp',
    downFirst: true,
    cell: ({ entry }) => <Moment className="ns-t2 ns-nowrap" at={entry.createdTimestamp} precise />,
  },
  {
    id: 'type',
    header: texts('type'),
    width: 162,
    sort: 'actionType',
    cell: ({ entry }) => <span className="ns-tag">{entry.actionType}</span>,
  },
  {
    id: 'details',
    header: texts('details'),
    width: 290,
    fixed: true,
    sort: 'details',
    cell: (row) => <Sentence row={row} />,
  },
  {
    id: 'outcome',
    header: texts('outcome'),
    width: 152,
    sort: 'outcome',
    cell: ({ entry }) => <OutcomeMark outcome={entry.outcome} />,
  },
  {
    id: 'user',
    header: texts('user'),
    width: 144,
    sort: 'username',
    cell: ({ entry }) => <Who name={entry.username} />,
  },
  {
    id: 'address',
    header: texts('address'),
    width: 128,
    sort: 'ip',
    cell: ({ entry }) => <span className="ns-t2 ns-clip ns-block">{entry.ip}</span>,
  },
  {
    id: 'arguments',
    header: texts('arguments'),
    // Those of one entry say nothing of the others that are shown with it.
    cell: (row) =>
      row.others.length > 0 ? null : (
        <span className="ns-mono ns-clip ad-line">
          <JsonView value={row.entry.args} line />
        </span>
      ),
  },
];
