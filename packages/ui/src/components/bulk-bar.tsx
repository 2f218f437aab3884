import { limits } from '@numscope/contracts/constants';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { formatCount } from '../format/numbers.ts';
import { t } from '../i18n/texts.ts';
import { IconButton } from './button.tsx';
import { openOverlay } from './open-overlay.ts';

interface BulkProps {
  count: number;
  /** All that match the filters; null: not known yet. */
  total: number | null;
  /** Counting stopped at `total`: more match. */
  totalIsLowerBound?: boolean;
  onClear: () => void;
  /** Selects the first 1000 that match; absent: not offered. */
  onSelectFirst?: () => void;
  /** At most five buttons of the quiet kind. */
  children: ReactNode;
}

/** What can be done with the selected rows. Escape clears the selection. */
export function BulkBar({ count, total, totalIsLowerBound = false, onClear, onSelectFirst, children }: BulkProps) {
  useEffect(() => {
    if (count === 0) return;
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || document.querySelector(openOverlay) !== null) return;
      event.preventDefault();
      onClear();
    };
    window.addEventListener('keydown', key, true);
    return () => window.removeEventListener('keydown', key, true);
  }, [count, onClear]);
  if (count === 0) return null;
  const selected = t('selected', { count: formatCount(count) });
  return (
    <div className="ns-bulk" role="toolbar" aria-label={selected}>
      <strong className="ns-b ns-num" aria-live="polite">
        {selected}
      </strong>
      {onSelectFirst !== undefined && total !== null && Math.min(limits.selectedProfiles, total) > count ? (
        <button type="button" className="ns-btn" data-kind="quiet" data-size="sm" onClick={onSelectFirst}>
          {t(totalIsLowerBound ? 'selectFirstAtLeast' : 'selectFirst', {
            count: formatCount(Math.min(limits.selectedProfiles, total)),
            total: formatCount(total),
          })}
        </button>
      ) : null}
      <span className="ns-vr" />
      {children}
      <span className="ns-vr" />
      <IconButton label={t('clearSelection')} onClick={onClear}>
        <IconX size={16} stroke={1.7} />
      </IconButton>
    </div>
  );
}
