import { limits, messages, type User } from '@numscope/contracts';
import {
  Button,
  Dialog,
  Face,
  Moment,
  NotLoaded,
  pageField,
  sortField,
  StateBlock,
  textField,
  useCall,
  useQueryState,
  useSession,
  useTableChoice,
  lazyDialog,
} from '@numscope/ui';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { SearchInput } from '../../components/search-input.tsx';
import { TablePage } from '../../components/table-page.tsx';
import { useAsked } from '../../components/use-asked.tsx';
import { texts } from '../../texts/texts.ts';
import { hintOfDeleting } from './deleting-text.ts';
import { useEditedUser } from './use-edited-user.ts';
import { UserActions, userColumns } from './user-columns.tsx';

const UserDialog = lazyDialog(() => import('./user-dialog.tsx'));
/** `edit` is the id of the user whose form is open, or `new`. */
const view = {
  page: pageField,
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
  const choice = useTableChoice('users');
  const size = choice[0].size ?? limits.pageSize.users;
  const [onDelete, deleting] = useAsked((user: User) => ({
    call: 'deleteUser',
    input: { params: { id: user.id } },
    invalidates: ['searchUsers'],
    done: () => texts('userDeleted', { name: user.userName }),
    question: messages.confirmDeleteUser,
    action: texts('deleteAction'),
    keep: texts('deleteKeep'),
    children: hintOfDeleting(user),
  }));
  const [onResetFactor, resetting] = useAsked(({ id, userName: name }: User) => ({
    call: 'resetSecondFactor',
    input: { params: { id } },
    invalidates: ['searchUsers'],
    done: () => texts('factorResetDone', { name }),
    question: texts('factorResetQuestion'),
    action: texts('factorResetAction'),
    keep: texts('factorResetKeep'),
    children: texts('factorResetHint', { name }),
  }));
  const query = useCall(
    'searchUsers',
    { body: { page: state.page, size, sort: state.sort, ...(state.name === '' ? {} : { userName: state.name }) } },
    { quiet: true },
  );
  const acts = { own: session?.userName ?? '', onDelete, onResetFactor };
  const columns = userColumns({ ...acts, onEdit: (user) => setState({ edit: user.id }) });
  const edited = useEditedUser(state.edit === 'new' ? '' : state.edit, query.data?.content);
  const close = (): void => setState({ edit: '' }, { replace: true });
  const onRefused = (): void => {
    void query.refetch();
    void edited.query?.refetch();
  };
  const dialog = { onClose: close, onRefused };
  return (
    <div className="ns-page">
      <TablePage
        title={texts('users')}
        failed={texts('usersFailed')}
        query={query}
        rows={({ content }) => content}
        counted={({ totalElements: count }) => texts('usersCount', { count })}
        actions={
          <Button kind="primary" onClick={() => setState({ edit: 'new' })}>
            <IconPlus size={14} stroke={1.8} aria-hidden />
            {texts('createUser')}
          </Button>
        }
        filters={
          <SearchInput
            label={texts('searchUsers')}
            value={state.name}
            onChange={(name) => setState({ name, page: 0 })}
          />
        }
        choice={choice}
        columns={columns}
        rowId={({ id }) => id}
        sort={state.sort}
        onSort={(sort) => setState({ sort, page: 0 })}
        openId={state.edit}
        onOpen={({ id }) => setState({ edit: id })}
        renderCard={(user) => <UserCard user={user} />}
        renderCardActions={(user) => <UserActions user={user} {...acts} />}
        paging={{ page: state.page, size, of: query.data, onPage: (page) => setState({ page }) }}
        empty={
          <StateBlock
            kind="empty"
            icon={<IconUsers size={20} stroke={1.5} />}
            title={texts('usersNone')}
            actions={<Button onClick={() => setState({ name: '', page: 0 })}>{texts('clearFilters')}</Button>}
          />
        }
      />
      {state.edit === 'new' ? <UserDialog user={null} {...dialog} /> : null}
      {edited.user === undefined ? null : <UserDialog key={edited.user.id} user={edited.user} {...dialog} />}
      {edited.user === undefined && edited.query !== null ? (
        <Dialog title={texts('users')} width={520} onClose={close}>
          <NotLoaded query={edited.query} title={texts('userFailed')} rows={5} />
        </Dialog>
      ) : null}
      {deleting}
      {resetting}
    </div>
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
