import { limits, type User } from '@numscope/contracts';
import {
  type Column,
  DataTable,
  DensityMenu,
  formatCount,
  Moment,
  numberField,
  Pager,
  sortField,
  useCall,
  useQueryState,
  useTableChoice,
} from '@numscope/ui';
import { ListPage } from '../../components/list-page.tsx';
import { texts } from '../../texts/texts.ts';

const size = limits.pageSize.users;
const view = {
  page: numberField(0),
  sort: sortField({ field: 'username', direction: 'ASC' }, ['username', 'lastLogin', 'createdTimestamp']),
};

const columns = (): Column<User>[] => [
  {
    id: 'userName',
    header: texts('userName'),
    sort: 'username',
    fixed: true,
    cell: (user) => <span className="ns-b">{user.userName}</span>,
  },
  { id: 'roles', header: texts('roles'), width: 200, cell: (user) => user.roles.join(', ') },
  { id: 'modules', header: texts('modules'), width: 200, cell: (user) => user.modules.join(', ') },
  { id: 'lastLogin', header: texts('lastLogin'), width: 160, sort: 'lastLogin', cell: (user) => <Moment at={user.lastLogin} /> },
];

/** The people of this installation. */
export default function UsersPage() {
  const [state, setState] = useQueryState(view);
  const [choice, setChoice] = useTableChoice('users');
  const query = useCall('searchUsers', { body: { page: state.page, size, sort: state.sort } });
  return (
    <ListPage
      title={texts('users')}
      hint={query.data === undefined ? null : formatCount(query.data.totalElements)}
      tools={
        <>
          <span className="ns-grow" />
          <DensityMenu choice={choice} onChange={setChoice} />
        </>
      }
      query={query}
      isEmpty={(page) => page.content.length === 0}
    >
      {(page) => (
        <>
          <DataTable
            label={texts('users')}
            columns={columns()}
            rows={page.content}
            rowId={(user) => user.id}
            choice={choice}
            sort={state.sort}
            onSort={(sort) => setState({ sort, page: 0 })}
          />
          <Pager
            page={state.page}
            size={size}
            total={page.totalElements}
            pages={page.totalPages}
            onPage={(next) => setState({ page: next })}
          />
        </>
      )}
    </ListPage>
  );
}
