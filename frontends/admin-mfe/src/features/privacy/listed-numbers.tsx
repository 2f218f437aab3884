import './privacy-page.css';
import { limits, type ListedNumber } from '@numscope/contracts';
import {
  Button,
  type Column,
  IconButton,
  Moment,
  pageField,
  StateBlock,
  textField,
  useCall,
  useQueryState,
  useTableChoice,
} from '@numscope/ui';
import { IconPhoneOff, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SearchInput } from '../../components/search-input.tsx';
import { TablePage } from '../../components/table-page.tsx';
import { useAsked } from '../../components/use-asked.tsx';
import { texts } from '../../texts/texts.ts';

const view = { page: pageField, text: textField() };

interface RemoveProps {
  listed: ListedNumber;
  onRemove: (listed: ListedNumber) => void;
}

const RemoveButton = ({ listed, onRemove }: RemoveProps) => (
  <IconButton label={texts('listRemove', { entry: listed.entry })} onClick={() => onRemove(listed)}>
    <IconTrash size={16} stroke={1.7} />
  </IconButton>
);

const columnsOf = (onRemove: RemoveProps['onRemove']): Column<ListedNumber>[] => [
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
    cell: (listed) => <RemoveButton listed={listed} onRemove={onRemove} />,
  },
];

interface ListedProps {
  onAdd: () => void;
  /** Beside those of the list. */
  actions: ReactNode;
}

/** The numbers that no source is asked about. */
export function ListedNumbers({ onAdd, actions }: ListedProps) {
  const [state, setState] = useQueryState(view);
  const choice = useTableChoice('listed-numbers');
  const size = choice[0].size ?? limits.pageSize.listed;
  const [remove, question] = useAsked(({ entry }: ListedNumber) => ({
    call: 'unlistNumber',
    input: { query: { entry } },
    invalidates: ['listedNumbers'],
    done: () => texts('listRemoved', { entry }),
    question: texts('listRemoveQuestion', { entry }),
    action: texts('listRemoveAction'),
    keep: texts('listRemoveKeep'),
    children: texts('listRemoveHint'),
  }));
  const query = useCall('listedNumbers', { query: { page: state.page, size, text: state.text } }, { quiet: true });
  return (
    <>
      <TablePage
        title={texts('doNotLookUp')}
        failed={texts('listFailed')}
        query={query}
        rows={({ content }) => content}
        counted={({ totalElements: count }) => texts('listCount', { count })}
        actions={
          <>
            {actions}
            <Button kind="primary" onClick={onAdd}>
              <IconPlus size={14} stroke={1.8} aria-hidden />
              {texts('listAdd')}
            </Button>
          </>
        }
        filters={
          <>
            <SearchInput
              label={texts('listSearch')}
              value={state.text}
              onChange={(text) => setState({ text, page: 0 })}
            />
            <span className="ns-sm ns-t3 ad-list-hint">{texts('listHint')}</span>
          </>
        }
        choice={choice}
        columns={columnsOf(remove)}
        rowId={({ entry }) => entry}
        renderCard={(listed) => (
          <span className="ns-row">
            <span className="ad-card ns-grow">
              <span className="ns-b ns-num">{listed.entry}</span>
              <span className="ns-sm ns-t3">{listed.reason}</span>
            </span>
            <RemoveButton listed={listed} onRemove={remove} />
          </span>
        )}
        paging={{ page: state.page, size, of: query.data, onPage: (page) => setState({ page }) }}
        empty={
          state.text === '' ? (
            <StateBlock kind="empty" icon={<IconPhoneOff size={20} stroke={1.5} />} title={texts('listNone')} />
          ) : (
            <StateBlock
              kind="empty"
              title={texts('listNoneMatch')}
              actions={<Button onClick={() => setState({ text: '', page: 0 })}>{texts('clearFilters')}</Button>}
            />
          )
        }
      />
      {question}
    </>
  );
}
