import type { AuditEntry } from '@numscope/contracts';
import { type Column, Face, Moment } from '@numscope/ui';
import { JsonView } from '../../components/json-view.tsx';
import { texts } from '../../texts/texts.ts';
import { OutcomeMark } from './outcome-mark.tsx';

/** Who did it, with neutral initials. */
export const Who = ({ name }: { name: string }) => (
  <span className="ns-row ad-who">
    <Face name={name} />
    <span className="ns-clip" title={name}>
      {name}
    </span>
  </span>
);

/** The columns of the audit trail. */
export const auditColumns = (): Column<AuditEntry>[] => [
  {
    id: 'time',
    header: texts('time'),
    width: 150,
    fixed: true,
    sort: 'createdTimestamp',
    downFirst: true,
    cell: (entry) => <Moment className="ns-t2 ns-nowrap" at={entry.createdTimestamp} precise />,
  },
  {
    id: 'type',
    header: texts('type'),
    width: 162,
    sort: 'actionType',
    cell: (entry) => <span className="ns-tag">{entry.actionType}</span>,
  },
  {
    id: 'details',
    header: texts('details'),
    width: 290,
    fixed: true,
    sort: 'details',
    cell: (entry) => (
      <span className="ns-clip ns-block" title={entry.details}>
        {entry.details}
      </span>
    ),
  },
  {
    id: 'outcome',
    header: texts('outcome'),
    width: 128,
    sort: 'outcome',
    cell: (entry) => <OutcomeMark outcome={entry.outcome} />,
  },
  { id: 'user', header: texts('user'), width: 144, sort: 'username', cell: (entry) => <Who name={entry.username} /> },
  {
    id: 'address',
    header: texts('address'),
    width: 128,
    sort: 'ip',
    cell: (entry) => <span className="ns-t2 ns-clip ns-block">{entry.ip}</span>,
  },
  {
    id: 'arguments',
    header: texts('arguments'),
    cell: (entry) => (
      <span className="ns-mono ns-clip ad-line">
        <JsonView value={entry.args} line />
      </span>
    ),
  },
];
