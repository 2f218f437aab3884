import { IconAlertTriangle, IconLock, IconRefresh, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiFailure } from '@numscope/client';
import { t } from '../i18n/texts.ts';
import { Button, type ButtonProps } from './button.tsx';
import { copyText } from './copy-button.tsx';

interface StateProps {
  kind: 'empty' | 'error' | 'no-right';
  title: ReactNode;
  icon?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}

const standardIcons = { empty: IconSearch, error: IconAlertTriangle, 'no-right': IconLock };

/** A list or panel that has nothing to show: what, why, and one way on. */
export function StateBlock({ kind, title, icon, children, actions }: StateProps) {
  const Standard = standardIcons[kind];
  return (
    <div className="ns-state" data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      {icon ?? <Standard size={20} stroke={1.5} />}
      <strong>{title}</strong>
      {children === undefined ? null : <span className="ns-sm ns-t2">{children}</span>}
      {actions === undefined ? null : <div className="ns-state-actions">{actions}</div>}
    </div>
  );
}

/** Asks anew for what could not be loaded. */
export const RetryButton = (props: ButtonProps) => (
  <Button {...props}>
    <IconRefresh size={14} stroke={1.8} aria-hidden />
    {t('retry')}
  </Button>
);

const requestIdOf = (error: unknown): string | undefined => (error instanceof ApiFailure ? error.requestId : undefined);

/** Why something could not be loaded, as a sentence, and by which id the operator finds it. */
export function failureSaid(error: unknown): string {
  const why = (error instanceof Error ? error.message : t('noAnswer')).replace(/\.?$/, '.');
  const id = requestIdOf(error);
  return id === undefined ? why : `${why} ${t('requestId', { id })}`;
}

/** A list or panel that could not be loaded: what, the request id, and a retry. */
export function ErrorState({ error, title, onRetry }: { error: unknown; title?: string; onRetry?: () => void }) {
  const requestId = requestIdOf(error);
  if (error instanceof ApiFailure && error.status === 403 && error.code === 'FORBIDDEN')
    return <StateBlock kind="no-right" title={error.message} />;
  return (
    <StateBlock
      kind="error"
      title={title ?? t('loadFailed')}
      actions={
        <>
          {onRetry === undefined ? null : <RetryButton onClick={onRetry} />}
          {requestId === undefined ? null : (
            <Button kind="quiet" onClick={() => copyText(requestId)}>
              {t('copyRequestId')}
            </Button>
          )}
        </>
      }
    >
      {failureSaid(error)}
    </StateBlock>
  );
}

/** A skeleton in the shape of rows; it appears after 200 ms, so that quick answers do not flash. */
export function Skeleton({ rows = 8 }: { rows?: number }) {
  return (
    <output className="ns-skeleton" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row}>
          <i />
          <i style={{ width: `${60 + ((row * 17) % 40)}%` }} />
          <i />
        </div>
      ))}
    </output>
  );
}
