import { IconAlertTriangle } from '@tabler/icons-react';
import { t } from '../i18n/texts.ts';
import { failureSaid, RetryButton } from './state-block.tsx';

interface StaleNoteProps {
  query: { data: unknown; error: Error | null; refetch: () => unknown };
}

/** What is shown could not be loaded again: it stays, and this says that it may be old, also on paper. Nothing where it was. */
export function StaleNote({ query: { data, error, refetch } }: StaleNoteProps) {
  if (data === undefined || error === null) return null;
  return (
    <div className="ns-note ns-stale" data-tone="bad" role="alert">
      <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
      <span className="ns-grow">
        {t('stale')} {failureSaid(error)}
      </span>
      <RetryButton className="ns-noprint" size="sm" onClick={() => void refetch()} />
    </div>
  );
}
