import {
  DataTable,
  type DataTableProps,
  NoPage,
  Pager,
  type PagerProps,
  type TableChoice,
  TableMenus,
  useNarrow,
} from '@numscope/ui';
import type { ReactNode } from 'react';
import { ListPage, type ListPageProps } from './list-page.tsx';

type Frame<Answer> = Omit<ListPageProps<Answer>, 'count' | 'tools' | 'isEmpty' | 'children'>;
type Table<Row> = Omit<DataTableProps<Row>, 'label' | 'rows' | 'choice' | 'onChoice' | 'stale'>;

interface TablePageProps<Answer, Row> extends Frame<Answer>, Table<Row> {
  /** What `useTableChoice` gives. */
  choice: readonly [TableChoice, (choice: TableChoice) => void];
  rows: (answer: Answer) => readonly Row[];
  /** How many there are, in words; left out while the rows answer an earlier question. */
  counted: (answer: Answer) => string;
  /** Left of the menu of columns. */
  filters?: ReactNode;
  /** Only these columns, by their ids: there is a panel beside them. */
  narrowedTo?: ReadonlySet<string> | undefined;
  /** Where the answer is a page of many. */
  paging?: Pick<PagerProps, 'page' | 'size' | 'onPage'> & { of: PagerProps['of'] | undefined };
}

/** A screen that is one table: head with the count, filters, the menu of columns, the rows, and the way to other pages. */
export function TablePage<Answer, Row>({
  choice: [choice, setChoice],
  rows,
  counted,
  filters,
  narrowedTo,
  paging,
  ...props
}: TablePageProps<Answer, Row>) {
  const { title, columns } = props;
  const { data, isPlaceholderData: stale } = props.query;
  // Cards have no columns to choose.
  const hasTools = !useNarrow() || filters !== undefined;
  return (
    <ListPage
      {...props}
      {...(paging !== undefined && (paging.of?.totalElements ?? 0) > 0
        ? { empty: <NoPage onFirst={() => paging.onPage(0)} /> }
        : {})}
      count={data === undefined ? null : <span className="ns-t3 ns-num ns-nowrap">{counted(data)}</span>}
      tools={
        hasTools ? (
          <>
            {filters}
            <span className="ns-grow" />
            <TableMenus columns={columns} choice={choice} onChange={setChoice} />
          </>
        ) : undefined
      }
      isEmpty={(answer) => rows(answer).length === 0}
    >
      {(answer) => (
        <>
          <DataTable
            {...props}
            label={title}
            columns={narrowedTo === undefined ? columns : columns.filter(({ id }) => narrowedTo.has(id))}
            rows={rows(answer)}
            choice={choice}
            onChoice={setChoice}
            stale={stale}
          />
          {paging?.of === undefined ? null : (
            <Pager
              page={paging.page}
              size={paging.size}
              of={paging.of}
              stale={stale}
              onPage={paging.onPage}
              onSize={(size) => setChoice({ ...choice, size })}
            />
          )}
        </>
      )}
    </ListPage>
  );
}
