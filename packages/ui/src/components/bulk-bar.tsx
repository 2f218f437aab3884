import { limits } from '@numscope/contracts/constants';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { formatCount } from '../format/numbers.ts';
import { t } from '../i18n/texts.ts';
import { Button, IconButton } from './button.tsx';
import { Progress } from './counted-progress.tsx';
import { openOverlay } from './open-overlay.ts';

interface BulkProps {
  count: number;
  /** All that match the filters; null: not known yet. */
  total: number | null;
  /** Counting stopped at `total`: more match. */
  totalIsLowerBound?: boolean;
  onClear: () => void;
  /** Selects those that match, at most the first 1000; absent: not offered. */
  onSelectFirst?: () => void;
  /** While those are being selected: how many are there of how many, and what ends that. The bar shows then also where nothing is selected yet. */
  selecting?: { done: number; total: number; onStop: () => void };
  /** At most five buttons of the quiet kind. */
  children: ReactNode;
}

/** What selects all that match, or the first of them where they are more than may be selected. */
function selectWords(total: number, totalIsLowerBound: boolean): string {
  const words = { count: formatCount(Math.min(limits.selectedProfiles, total)), total: formatCount(total) };
  if (totalIsLowerBound) return t('selectFirstAtLeast', words);
  return total > limits.selectedProfiles ? t('selectFirst', words) : t('selectAll', { total: words.total });
}

/** What can be done with the selected rows. Escape ends what is being selected, and else clears the selection. */
export function BulkBar({
  count,
  total,
  totalIsLowerBound = false,
  onClear,
  onSelectFirst,
  selecting,
  children,
}: BulkProps) {
  const onStop = selecting?.onStop;
  useEffect(() => {
    if (count === 0 && onStop === undefined) return;
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || document.querySelector(openOverlay) !== null) return;
      event.preventDefault();
      (onStop ?? onClear)();
    };
    window.addEventListener('keydown', key, true);
    return () => window.removeEventListener('keydown', key, true);
  }, [count, onClear, onStop]);
  if (count === 0 && selecting === undefined) return null;
  const selected = t('selected', { count: formatCount(count) });
  return (
    <div className="ns-bulk" role="toolbar" aria-label={selected}>
      <strong className="ns-b ns-num" aria-live="polite">
        {selected}
      </strong>
      {selecting === undefined ? null : <Selecting {...selecting} />}
      {selecting === undefined &&
      onSelectFirst !== undefined &&
      total !== null &&
      Math.min(limits.selectedProfiles, total) > count ? (
        <button type="button" className="ns-btn" data-kind="quiet" data-size="sm" onClick={onSelectFirst}>
          {selectWords(total, totalIsLowerBound)}
        </button>
      ) : null}
      {count === 0 ? null : (
        <>
          <span className="ns-vr" />
          {children}
          <span className="ns-vr" />
          <IconButton label={t('clearSelection')} onClick={onClear}>
            <IconX size={16} stroke={1.7} />
          </IconButton>
        </>
      )}
    </div>
  );
}

function Selecting({ done, total, onStop }: NonNullable<BulkProps['selecting']>) {
  const words = t('selecting', { done: formatCount(done), total: formatCount(total) });
  return (
    <>
      <output className="ns-bulk-selecting ns-num">
        {words}
        <Progress value={done} total={total} label={words} />
      </output>
      <Button kind="quiet" size="sm" onClick={onStop}>
        {t('stopSelecting')}
      </Button>
    </>
  );
}
