import type { User } from '@numscope/contracts';
import { type Column, Face, IconButton, Moment, NAME_LEAST } from '@numscope/ui';
import { IconPencil, IconShieldOff, IconTrash } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';

const Tags = ({ values }: { values: readonly string[] }) => (
  <span className="ns-row ns-gap4">
    {values.map((value) => (
      <span key={value} className="ns-tag">
        {value}
      </span>
    ))}
  </span>
);

interface Actions {
  /** The name of who looks: nobody can delete themself. */
  own: string;
  onEdit: (user: User) => void;
  onDelete: (user: User) => void;
  onResetFactor: (user: User) => void;
}

/** The columns of the users. */
export const userColumns = ({ own, onEdit, onDelete, onResetFactor }: Actions): Column<User>[] => [
  {
    id: 'userName',
    least: NAME_LEAST,
    header: texts('userName'),
    sort: 'username',
    fixed: true,
    cell: (user) => (
      <span className="ns-row">
        <Face name={user.userName} />
        <span className="ns-b ns-clip" title={user.userName}>
          {user.userName}
        </span>
        {user.userName === own ? <span className="ns-tag">{texts('you')}</span> : null}
        {user.provider === undefined ? null : (
          <span className="ns-tag" title={user.provider}>
            {texts('ofProvider')}
          </span>
        )}
      </span>
    ),
  },
  { id: 'roles', header: texts('roles'), width: 190, sort: 'roles', cell: (user) => <Tags values={user.roles} /> },
  {
    id: 'modules',
    header: texts('modules'),
    width: 190,
    sort: 'modules',
    cell: (user) => <Tags values={user.modules} />,
  },
  {
    id: 'created',
    header: texts('created'),
    width: 160,
    sort: 'createdTimestamp',
    downFirst: true,
    cell: (user) => <Moment className="ns-t2" at={user.createdTimestamp} />,
  },
  {
    id: 'lastLogin',
    header: texts('lastLogin'),
    width: 160,
    sort: 'lastLogin',
    downFirst: true,
    cell: (user) => <Moment className="ns-t2" at={user.lastLogin} none={texts('never')} />,
  },
  {
    id: 'actions',
    header: texts('actions'),
    width: 120,
    fixed: true,
    align: 'right',
    cell: (user) => (
      <span className="ad-actions">
        <IconButton label={texts('edit', { name: user.userName })} onClick={() => onEdit(user)}>
          <IconPencil size={16} stroke={1.7} />
        </IconButton>
        {user.secondFactor === true && user.userName !== own ? (
          <IconButton label={texts('factorReset', { name: user.userName })} onClick={() => onResetFactor(user)}>
            <IconShieldOff size={16} stroke={1.7} />
          </IconButton>
        ) : null}
        {user.userName === own ? null : (
          <IconButton label={texts('delete', { name: user.userName })} onClick={() => onDelete(user)}>
            <IconTrash size={16} stroke={1.7} />
          </IconButton>
        )}
      </span>
    ),
  },
];
