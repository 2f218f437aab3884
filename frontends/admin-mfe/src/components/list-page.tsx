import './list-page.css';
import { ListWithPanel, NotLoaded, StaleNote } from '@numscope/ui';
import type { ReactNode } from 'react';

export interface ListPageProps<T> {
  title: string;
  /** After the title: how many there are; left out while the list still shows the answer of an earlier filter. */
  count?: ReactNode;
  /** After the title: marks. */
  hint?: ReactNode;
  /** Right of the title. */
  actions?: ReactNode;
  /** The row of filters. */
  tools?: ReactNode;
  failed: string;
  query: { data: T | undefined; error: Error | null; isPlaceholderData: boolean; refetch: () => unknown };
  isEmpty?: (data: T) => boolean;
  /** Instead of the list when there is nothing in it. */
  empty?: ReactNode;
  /** Details of one row, right of the list; absent: the list has none. */
  panel?: ReactNode;
  /** The panel is 560 instead of 400 px wide. */
  wide?: boolean;
  children: (data: T) => ReactNode;
}

/** The frame of a list: head, tools, and its empty, loading and error states. */
export function ListPage<T>({
  title,
  count,
  hint,
  actions,
  tools,
  failed,
  query,
  isEmpty,
  empty,
  panel,
  wide,
  children,
}: ListPageProps<T>) {
  const { data, isPlaceholderData: stale } = query;
  const shown =
    data === undefined || (stale && isEmpty?.(data) === true) ? (
      <NotLoaded query={query} title={failed} rows={12} errorClass="ad-empty" />
    ) : isEmpty?.(data) === true ? (
      <div className="ad-empty">{empty}</div>
    ) : (
      children(data)
    );
  const list = (
    <>
      <StaleNote query={query} />
      {shown}
    </>
  );
  return (
    <>
      <header className="ns-head ad-head">
        <h1>{title}</h1>
        {stale ? null : count}
        {hint}
        <span className="ns-grow" />
        {actions}
      </header>
      {tools === undefined ? <hr className="ad-line-below" /> : <div className="ns-tools">{tools}</div>}
      {panel === undefined ? (
        list
      ) : (
        <ListWithPanel panel={panel} wide={wide === true}>
          {list}
        </ListWithPanel>
      )}
    </>
  );
}
