import { type AuditEntry, auditFilterTypes, auditFilterTypesShort, limits } from '@numscope/contracts';
import {
  ChoiceFilter,
  type Column,
  DataTable,
  DensityMenu,
  formatCount,
  isAdmin,
  listField,
  Moment,
  numberField,
  Pager,
  textField,
  TextFilter,
  useCall,
  useQueryState,
  useSession,
  useTableChoice,
} from '@numscope/ui';
import { ListPage } from '../../components/list-page.tsx';
import { texts } from '../../texts/texts.ts';

const size = limits.pageSize.audit;
const view = { page: numberField(0), type: listField(auditFilterTypes), user: textField() };

const columns = (): Column<AuditEntry>[] => [
  { id: 'time', header: texts('time'), width: 150, fixed: true, cell: (entry) => <Moment at={entry.createdTimestamp} precise /> },
  { id: 'type', header: texts('type'), width: 160, cell: (entry) => <span className="ns-tag">{entry.actionType}</span> },
  { id: 'details', header: texts('details'), cell: (entry) => <span className="ns-clip">{entry.details}</span> },
  { id: 'outcome', header: texts('outcome'), width: 140, cell: (entry) => entry.outcome },
  { id: 'user', header: texts('user'), width: 140, cell: (entry) => entry.username },
  { id: 'address', header: texts('address'), width: 130, cell: (entry) => entry.ip },
];

/** Who did what and when. */
export default function AuditPage() {
  const session = useSession();
  const [state, setState] = useQueryState(view);
  const [choice, setChoice] = useTableChoice('audit');
  const query = useCall('searchAudit', {
    body: { page: state.page, size, actionTypes: state.type, ...(state.user === '' ? {} : { username: state.user }) },
  });
  return (
    <ListPage
      title={texts('audit')}
      hint={query.data === undefined ? null : texts('entries', { count: formatCount(query.data.totalElements) })}
      tools={
        <>
          <ChoiceFilter
            name={texts('type')}
            choices={isAdmin(session) ? auditFilterTypes : auditFilterTypesShort}
            renderChoice={(type) => type}
            value={state.type}
            onChange={(type) => setState({ type, page: 0 })}
          />
          <TextFilter name={texts('user')} value={state.user} onChange={(user) => setState({ user, page: 0 })} />
          <span className="ns-grow" />
          <DensityMenu choice={choice} onChange={setChoice} />
        </>
      }
      query={query}
      isEmpty={(page) => page.content.length === 0}
    >
      {(page) => (
        <>
          <DataTable label={texts('audit')} columns={columns()} rows={page.content} rowId={(entry) => entry.id} choice={choice} />
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
