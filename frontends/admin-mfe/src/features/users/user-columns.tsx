import type { User } from '@numscope/contracts';
import { type Column, Face, IconButton, Moment, NAME_LEAST } from '@numscope/ui';
import { IconPencil, IconShieldOff, IconTrash } from '@tabler/icons-react';
import { actionsColumn, Clipped } from '../../components/columns.tsx';
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

interface RowActions {
  /** The name of who looks: nobody can delete themself. */
  own: string;
  onDelete: (user: User) => void;
  onResetFactor: (user: User) => void;
}

interface Actions extends RowActions {
  onEdit: (user: User) => void;
}

/** What can be done with a user besides a change. */
export function UserActions({ user, own, onDelete, onResetFactor }: RowActions & { user: User }) {
  if (user.userName === own) return null;
  return (
    <>
      {user.secondFactor === true ? (
        <IconButton label={texts('factorReset', { name: user.userName })} onClick={() => onResetFactor(user)}>
          <IconShieldOff size={16} stroke={1.7} />
        </IconButton>
      ) : null}
      <IconButton label={texts('delete', { name: user.userName })} onClick={() => onDelete(user)}>
        <IconTrash size={16} stroke={1.7} />
      </IconButton>
    </>
  );
}

/** The columns of the users. */
export const userColumns = ({ onEdit, ...acts }: Actions): Column<User>[] => [
  {
    id: 'userName',
    least: NAME_LEAST,
    header: texts('userName'),
    sort: 'username',
    fixed: true,
    cell: (user) => (
      <span className="ns-row">
        <Face name={user.userName} />
        <Clipped className="ns-b" text={user.userName} />
        {user.userName === acts.own ? <span className="ns-tag">{texts('you')}</span> : null}
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
  actionsColumn(120, (user) => (
    <>
      <IconButton label={texts('edit', { name: user.userName })} onClick={() => onEdit(user)}>
        <IconPencil size={16} stroke={1.7} />
      </IconButton>
      <UserActions user={user} {...acts} />
    </>
  )),
];
