import type { Session } from '@numscope/contracts';
import { type Column, IconButton, Moment, NAME_LEAST } from '@numscope/ui';
import { IconLogout } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';

/** The columns of the own logins. One signs out of the present one by the menu. */
export const sessionColumns = (onEnd: (session: Session) => void): Column<Session>[] => [
  {
    id: 'agent',
    least: NAME_LEAST,
    header: texts('sessionAgent'),
    fixed: true,
    cell: ({ agent, current }) => (
      <span className="ns-row">
        <span className="ns-clip" title={agent}>
          {agent === '' ? texts('sessionUnknown') : agent}
        </span>
        {current ? <span className="ns-tag">{texts('sessionCurrent')}</span> : null}
      </span>
    ),
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
  {
    id: 'actions',
    header: texts('actions'),
    width: 80,
    fixed: true,
    align: 'right',
    cell: (session) =>
      session.current ? null : (
        <span className="ad-actions">
          <IconButton label={texts('sessionEnd', { address: session.address })} onClick={() => onEnd(session)}>
            <IconLogout size={16} stroke={1.7} />
          </IconButton>
        </span>
      ),
  },
];
