import './busy-overlay.css';
import { useGlobalLoading } from '@numscope/ui';
import { IconLoader2 } from '@tabler/icons-react';
import { t } from '../texts/texts.ts';

/** The spinner overlay while global data loads. */
export function BusyOverlay() {
  if (!useGlobalLoading()) return null;
  return (
    <output className="sh-busy" aria-label={t('loading')}>
      <IconLoader2 size={32} stroke={1.5} className="tabler-icon ns-spin" aria-hidden />
    </output>
  );
}
