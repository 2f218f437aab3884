import type { ReactNode } from 'react';
import { t } from '../i18n/texts.ts';
import { ErrorState, Skeleton } from './state-block.tsx';

interface NotLoadedProps {
  query: { error: Error | null; refetch: () => unknown };
  /** What could not be loaded, in words. */
  title?: string;
  /** Rows of the skeleton. */
  rows?: number;
  /** Shown while the query loads, instead of the skeleton. */
  waiting?: ReactNode;
  /** The class of a box around the error, where the layout needs one. */
  errorClass?: string;
}

/** In place of what a query has not answered yet: a skeleton while it is asked for; once that failed why, and a retry. */
export function NotLoaded({ query: { error, refetch }, title, rows = 8, waiting, errorClass }: NotLoadedProps) {
  if (error === null) return waiting ?? <Skeleton rows={rows} />;
  const failed = (
    <ErrorState error={error} onRetry={() => void refetch()} {...(title === undefined ? {} : { title })} />
  );
  return errorClass === undefined ? failed : <div className={errorClass}>{failed}</div>;
}

/** The same in a line, where there is no room for more. */
export const NotLoadedLine = ({ title, onRetry }: { title: string; onRetry: () => unknown }) => (
  <span role="alert">
    {title}{' '}
    <button type="button" className="ns-link" onClick={() => void onRetry()}>
      {t('retry')}
    </button>
  </span>
);
