import { limits, messages, type User } from '@numscope/contracts';
import {
  Button,
  ConfirmModal,
  DataTable,
  Face,
  Moment,
  notify,
  numberField,
  Pager,
  sortField,
  StateBlock,
  TableMenus,
  textField,
  useAction,
  useCall,
  useQueryState,
  useSession,
  useTableChoice,
  lazyDialog,
} from '@numscope/ui';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { ListPage } from '../../components/list-page.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { texts } from '../../texts/texts.ts';
import { ResetFactor } from './reset-factor.tsx';
import { userColumns } from './user-columns.tsx';

const UserDialog = lazyDialog(() => import('./user-dialog.tsx'));
/** `edit` is the id of the user whose form is open, or `new`. */
const view = {
  page: numberField(0),
  name: textField(),
  sort: sortField({ field: 'username', direction: 'ASC' }, [
    'username',
    'roles',
    'modules',
    'lastLogin',
    'createdTimestamp',
  ]),
  edit: textField(),
};

/** The people of this installation. */
export default function UsersPage() {
  const session = useSession();
  const [state, setState] = useQueryState(view);
  const [choice, setChoice] = useTableChoice('users');
  const size = choice.size ?? limits.pageSize.users;
  const [leaving, setLeaving] = useState<User | null>(null);
  const [resetting, setResetting] = useState<User | null>(null);
  const query = useCall(
    'searchUsers',
    { body: { page: state.page, size, sort: state.sort, ...(state.name === '' ? {} : { userName: state.name }) } },
    { quiet: true },
  );
  const columns = userColumns({
    own: session?.userName ?? '',
    onEdit: (user) => setState({ edit: user.id }),
    onDelete: setLeaving,
    onResetFactor: setResetting,
  });
  const edited = query.data?.content.find((user) => user.id === state.edit);
  const close = (): void => setState({ edit: '' }, { replace: true });
  return (
    <div className="ns-page">
      <ListPage
        title={texts('users')}
        failed={texts('usersFailed')}
        query={query}
        count={
          query.data === undefined ? null : (
            <span className="ns-t3 ns-num">{texts('usersCount', { count: query.data.totalElements })}</span>
          )
        }
        actions={
          <Button kind="primary" onClick={() => setState({ edit: 'new' })}>
            <IconPlus size={14} stroke={1.8} aria-hidden />
            {texts('createUser')}
          </Button>
        }
        tools={
          <>
            <SearchInput
              label={texts('searchUsers')}
              value={state.name}
              onChange={(name) => setState({ name, page: 0 })}
            />
            <span className="ns-grow" />
            <TableMenus columns={columns} choice={choice} onChange={setChoice} />
          </>
        }
        isEmpty={(page) => page.content.length === 0}
        empty={
          <StateBlock
            kind="empty"
            icon={<IconUsers size={20} stroke={1.5} />}
            title={texts('usersNone')}
            actions={<Button onClick={() => setState({ name: '', page: 0 })}>{texts('clearFilters')}</Button>}
          />
        }
      >
        {(page) => (
          <>
            <DataTable
              label={texts('users')}
              columns={columns}
              rows={page.content}
              rowId={(user) => user.id}
              choice={choice}
              onChoice={setChoice}
              stale={query.isPlaceholderData}
              sort={state.sort}
              onSort={(sort) => setState({ sort, page: 0 })}
              openId={state.edit}
              onOpen={(user) => setState({ edit: user.id })}
              renderCard={(user) => <UserCard user={user} />}
            />
            <Pager
              page={state.page}
              size={size}
              of={page}
              stale={query.isPlaceholderData}
              onPage={(next) => setState({ page: next })}
              onSize={(rows) => setChoice({ ...choice, size: rows })}
            />
          </>
        )}
      </ListPage>
      <Suspense fallback={null}>
        {state.edit === 'new' ? <UserDialog user={null} onClose={close} /> : null}
        {edited === undefined ? null : <UserDialog key={edited.id} user={edited} onClose={close} />}
      </Suspense>
      {leaving === null ? null : <DeleteUser user={leaving} onClose={() => setLeaving(null)} />}
      {resetting === null ? null : <ResetFactor user={resetting} onClose={() => setResetting(null)} />}
    </div>
  );
}

/** Asks before a user goes. */
function DeleteUser({ user, onClose }: { user: User; onClose: () => void }) {
  const remove = useAction('deleteUser', {
    invalidates: ['searchUsers'],
    onSuccess: () => {
      notify('success', texts('userDeleted', { name: user.userName }));
      onClose();
    },
  });
  return (
    <ConfirmModal
      question={messages.confirmDeleteUser}
      action={texts('deleteAction')}
      keep={texts('deleteKeep')}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: user.id } })}
      onClose={onClose}
    >
      {texts('deleteHint', { name: user.userName })}
    </ConfirmModal>
  );
}

/** A user on a narrow screen. */
function UserCard({ user }: { user: User }) {
  return (
    <span className="ns-row">
      <Face name={user.userName} />
      <span className="ad-card ns-grow">
        <span className="ns-b ns-clip">{user.userName}</span>
        <span className="ns-sm ns-t3">
          {user.roles.join(', ')} · {user.modules.join(', ')}
        </span>
      </span>
      <span className="ns-sm ns-t2">{user.lastLogin === null ? texts('never') : <Moment at={user.lastLogin} />}</span>
    </span>
  );
}
