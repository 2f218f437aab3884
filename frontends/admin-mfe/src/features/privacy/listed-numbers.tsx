import { limits, type ListedNumber } from '@numscope/contracts';
import {
  Button,
  type Column,
  ConfirmModal,
  DataTable,
  IconButton,
  Moment,
  notify,
  numberField,
  Pager,
  StateBlock,
  TableMenus,
  textField,
  useAction,
  useCall,
  useQueryState,
  useTableChoice,
  lazyDialog,
} from '@numscope/ui';
import { IconPhoneOff, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { ListPage } from '../../components/list-page.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { texts } from '../../texts/texts.ts';

const AddNumbers = lazyDialog(() => import('./add-numbers.tsx'));
const view = { page: numberField(0), text: textField() };

const columnsOf = (onRemove: (entry: ListedNumber) => void): Column<ListedNumber>[] => [
  {
    id: 'entry',
    header: texts('listEntry'),
    width: 200,
    fixed: true,
    cell: ({ entry }) => <span className="ns-b ns-num">{entry}</span>,
  },
  { id: 'reason', header: texts('listReason'), cell: ({ reason }) => <span title={reason}>{reason}</span> },
  { id: 'by', header: texts('listBy'), width: 160, cell: ({ by }) => by },
  { id: 'at', header: texts('listAt'), width: 160, cell: ({ at }) => <Moment className="ns-t2" at={at} /> },
  {
    id: 'actions',
    header: texts('actions'),
    width: 90,
    fixed: true,
    align: 'right',
    cell: (listed) => (
      <IconButton label={texts('listRemove', { entry: listed.entry })} onClick={() => onRemove(listed)}>
        <IconTrash size={16} stroke={1.7} />
      </IconButton>
    ),
  },
];

/** The numbers that no source is asked about. `actions` stand beside those of the list. */
export function ListedNumbers({ actions }: { actions: ReactNode }) {
  const [state, setState] = useQueryState(view);
  const [choice, setChoice] = useTableChoice('listed-numbers');
  const size = choice.size ?? limits.pageSize.listed;
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<ListedNumber | null>(null);
  const query = useCall('listedNumbers', { query: { page: state.page, size, text: state.text } }, { quiet: true });
  const columns = columnsOf(setLeaving);
  return (
    <>
      <ListPage
        title={texts('doNotLookUp')}
        failed={texts('listFailed')}
        query={query}
        count={
          query.data === undefined ? null : (
            <span className="ns-t3 ns-num">{texts('listCount', { count: query.data.totalElements })}</span>
          )
        }
        actions={
          <>
            {actions}
            <Button kind="primary" onClick={() => setAdding(true)}>
              <IconPlus size={14} stroke={1.8} aria-hidden />
              {texts('listAdd')}
            </Button>
          </>
        }
        tools={
          <>
            <SearchInput
              label={texts('listSearch')}
              value={state.text}
              onChange={(text) => setState({ text, page: 0 })}
            />
            <span className="ns-sm ns-t3">{texts('listHint')}</span>
            <span className="ns-grow" />
            <TableMenus columns={columns} choice={choice} onChange={setChoice} />
          </>
        }
        isEmpty={(page) => page.content.length === 0}
        empty={<StateBlock kind="empty" icon={<IconPhoneOff size={20} stroke={1.5} />} title={texts('listNone')} />}
      >
        {(page) => (
          <>
            <DataTable
              label={texts('doNotLookUp')}
              columns={columns}
              rows={page.content}
              rowId={({ entry }) => entry}
              choice={choice}
              onChoice={setChoice}
              stale={query.isPlaceholderData}
              renderCard={({ entry, reason }) => (
                <span className="ad-card">
                  <span className="ns-b ns-num">{entry}</span>
                  <span className="ns-sm ns-t3">{reason}</span>
                </span>
              )}
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
      <Suspense fallback={null}>{adding ? <AddNumbers onClose={() => setAdding(false)} /> : null}</Suspense>
      {leaving === null ? null : <RemoveListed entry={leaving.entry} onClose={() => setLeaving(null)} />}
    </>
  );
}

/** Asks before sources may be asked again. */
function RemoveListed({ entry, onClose }: { entry: string; onClose: () => void }) {
  const remove = useAction('unlistNumber', {
    invalidates: ['listedNumbers'],
    onSuccess: () => {
      notify('success', texts('listRemoved', { entry }));
      onClose();
    },
  });
  return (
    <ConfirmModal
      question={texts('listRemoveQuestion', { entry })}
      action={texts('listRemoveAction')}
      keep={texts('listRemoveKeep')}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ query: { entry } })}
      onClose={onClose}
    >
      {texts('listRemoveHint')}
    </ConfirmModal>
  );
}
