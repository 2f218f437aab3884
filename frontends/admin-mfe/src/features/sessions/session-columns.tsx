import type { Session } from '@numscope/contracts';
import { type Column, IconButton, Moment, NAME_LEAST } from '@numscope/ui';
import { IconLogout } from '@tabler/icons-react';
import { actionsColumn } from '../../components/columns.tsx';
import { texts } from '../../texts/texts.ts';

/** What tells one login from another: the program, and whether it is the present one. */
const Agent = ({ session: { agent, current } }: { session: Session }) => (
  <span className="ns-row">
    <span className="ns-clip" title={agent}>
      {agent === '' ? texts('sessionUnknown') : agent}
    </span>
    {current ? <span className="ns-tag">{texts('sessionCurrent')}</span> : null}
  </span>
);

interface EndProps {
  session: Session;
  onEnd: (session: Session) => void;
}

/** Ends a login, which is not the present one: one signs out of that by the menu. */
const EndButton = ({ session, onEnd }: EndProps) =>
  session.current ? null : (
    <IconButton label={texts('sessionEnd', { address: session.address })} onClick={() => onEnd(session)}>
      <IconLogout size={16} stroke={1.7} />
    </IconButton>
  );

/** A login on a narrow screen. */
export const SessionCard = ({ session, onEnd }: EndProps) => (
  <span className="ns-row">
    <span className="ad-card ns-grow">
      <Agent session={session} />
      <span className="ns-sm ns-t3">{session.address}</span>
      <span className="ns-sm ns-t2">
        <Moment at={session.createdAt} /> – <Moment at={session.expiresAt} within />
      </span>
    </span>
    <EndButton session={session} onEnd={onEnd} />
  </span>
);

/** The columns of the own logins. */
export const sessionColumns = (onEnd: (session: Session) => void): Column<Session>[] => [
  {
    id: 'agent',
    least: NAME_LEAST,
    header: texts('sessionAgent'),
    fixed: true,
    cell: (session) => <Agent session={session} />,
  },
  {
    id: 'address',
    header: texts('sessionFrom'),
    width: 200,
    cell: ({ address }) => <span className="ns-t2">{address}</span>,
  },
  {
    id: 'since',
    header: texts('sessionSince'),
    width: 150,
    cell: ({ createdAt }) => <Moment className="ns-t2" at={createdAt} />,
  },
  {
    id: 'until',
    header: texts('sessionUntil'),
    width: 150,
    cell: ({ expiresAt }) => <Moment className="ns-t2" at={expiresAt} />,
  },
  actionsColumn(80, (session) => <EndButton session={session} onEnd={onEnd} />),
];
