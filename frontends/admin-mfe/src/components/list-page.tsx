import { ErrorState, Skeleton, StateBlock } from '@numscope/ui';
import type { ReactNode } from 'react';
import { texts } from '../texts/texts.ts';

interface ListPageProps<T> {
  title: string;
  hint?: ReactNode;
  tools?: ReactNode;
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  isEmpty: (data: T) => boolean;
  children: (data: T) => ReactNode;
}

/** The frame of a list: head, tools, and its empty, loading and error states. */
export function ListPage<T>({ title, hint, tools, query, isEmpty, children }: ListPageProps<T>) {
  const { data, error, refetch } = query;
  return (
    <div className="ns-page">
      <header className="ns-head">
        <h1>{title}</h1>
        <span className="ns-t3 ns-num">{hint}</span>
      </header>
      <div className="ns-tools">{tools}</div>
      {data === undefined ? (
        error === null ? (
          <Skeleton />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : isEmpty(data) ? (
        <StateBlock kind="empty" title={texts('none')} />
      ) : (
        children(data)
      )}
    </div>
  );
}
