import './audit-page.css';
import { auditFilterTypes, auditFilterTypesShort, limits } from '@numscope/contracts';
import {
  Button,
  ChoiceFilter,
  isAdmin,
  Moment,
  StateBlock,
  TextFilter,
  useCall,
  useFooterNote,
  usePanelKeys,
  useQueryState,
  useSession,
  useTableChoice,
} from '@numscope/ui';
import { useMemo } from 'react';
import { SearchInput } from '../../components/search-input.tsx';
import { TablePage } from '../../components/table-page.tsx';
import { texts } from '../../texts/texts.ts';
import { auditColumns, hasOtherYears, Sentence } from './audit-columns.tsx';
import { type AuditRow, auditRows, entriesOf, rowId } from './audit-rows.ts';
import { auditFilter, auditView, isFiltered, noFilter } from './audit-view.ts';
import { ChainMark, CheckChain, useChain } from './chain-mark.tsx';
import { EntryPanel } from './entry-panel.tsx';
import { ExportAudit } from './export/export-audit.tsx';
import { OutcomeFilter } from './outcome-filter.tsx';
import { OutcomeMark } from './outcome-mark.tsx';
import { TimeFilter } from './time-filter.tsx';

const besidePanel = new Set(['time', 'type', 'details', 'outcome', 'user']);

/** Who did what and when. Administrators see all, others their own actions; the server decides which. */
export default function AuditPage() {
  const admin = isAdmin(useSession());
  const [view, setView] = useQueryState(auditView);
  const choice = useTableChoice('audit');
  const size = choice[0].size ?? limits.pageSize.audit;
  const filter = auditFilter(view);
  const query = useCall('searchAudit', { body: { ...filter, page: view.page, size } }, { quiet: true });
  const chain = useChain(admin);
  useFooterNote(texts('auditNote'));
  const content = query.data?.content;
  const sayYears = hasOtherYears(content ?? []);
  const columns = useMemo(() => auditColumns(sayYears), [sayYears]);
  const rows = useMemo(() => auditRows(content ?? []), [content]);
  const opened = rows.find((row) => entriesOf(row).some(({ id }) => id === view.open));
  const openId = opened === undefined ? view.open : rowId(opened);
  const open = ({ entry }: AuditRow): void => setView({ open: entry.id }, { replace: view.open !== '' });
  usePanelKeys(rows, rowId, openId, open);
  // While the rows answer an earlier question nobody knows how many match this one.
  const total = query.isPlaceholderData ? null : (query.data?.totalElements ?? null);
  return (
    <div className="ns-page">
      <TablePage
        panel={
          view.open === '' ? null : <EntryPanel id={view.open} row={opened} onClose={() => setView({ open: '' })} />
        }
        title={texts('audit')}
        failed={texts('auditFailed')}
        query={query}
        rows={() => rows}
        counted={({ totalElements: count }) => texts(admin ? 'entries' : 'ownEntries', { count })}
        hint={chain === null ? null : <ChainMark chain={chain} />}
        actions={
          <>
            {chain === null ? null : <CheckChain chain={chain} />}
            <ExportAudit filter={filter} total={total} />
          </>
        }
        filters={
          <>
            <TimeFilter from={view.from} to={view.to} onChange={(range) => setView({ ...range, page: 0 })} />
            <ChoiceFilter
              name={texts('type')}
              choices={admin ? auditFilterTypes : auditFilterTypesShort}
              renderChoice={(type) => type}
              value={view.type}
              onChange={(type) => setView({ type, page: 0 })}
            />
            {admin ? (
              <TextFilter name={texts('user')} value={view.user} onChange={(user) => setView({ user, page: 0 })} />
            ) : null}
            <OutcomeFilter value={view.outcome} onChange={(outcome) => setView({ outcome, page: 0 })} />
            <TextFilter name={texts('address')} value={view.ip} onChange={(ip) => setView({ ip, page: 0 })} />
            <SearchInput
              label={texts('textPlaceholder')}
              value={view.text}
              onChange={(text) => setView({ text, page: 0 })}
            />
            {isFiltered(view) ? (
              <Button kind="quiet" size="sm" onClick={() => setView(noFilter)}>
                {texts('clear')}
              </Button>
            ) : null}
          </>
        }
        choice={choice}
        columns={columns}
        narrowedTo={view.open === '' ? undefined : besidePanel}
        rowId={rowId}
        sort={view.sort}
        onSort={(sort) => setView({ sort, page: 0 })}
        openId={openId}
        onOpen={open}
        renderCard={(row) => <EntryCard row={row} />}
        paging={{ page: view.page, size, of: query.data, onPage: (page) => setView({ page, open: '' }) }}
        empty={
          <StateBlock
            kind="empty"
            title={texts(isFiltered(view) ? 'noEntriesMatch' : 'noEntries')}
            actions={
              isFiltered(view) ? <Button onClick={() => setView(noFilter)}>{texts('clearFilters')}</Button> : undefined
            }
          >
            {isFiltered(view) ? texts('noEntriesHint') : ''}
          </StateBlock>
        }
      />
    </div>
  );
}

/** An entry on a narrow screen. */
function EntryCard({ row }: { row: AuditRow }) {
  const { entry } = row;
  return (
    <span className="ad-card">
      <span className="ns-row">
        <span className="ns-tag">{entry.actionType}</span>
        <OutcomeMark outcome={entry.outcome} />
        <span className="ns-grow" />
        <Moment className="ns-sm ns-t3 ns-num" at={entry.createdTimestamp} precise />
      </span>
      <Sentence row={row} />
      <span className="ns-sm ns-t3">
        {entry.username} · {entry.ip}
      </span>
    </span>
  );
}
