import './footer.css';
import { productVersion } from '@numscope/contracts/constants';
import { formatClock, useHeardAt, useConnectionState, useSettings, useShownFooterNote } from '@numscope/ui';
import { IconActivity, IconLoader2, IconPlugOff, IconRefresh } from '@tabler/icons-react';
import { usePlainKeys } from '../palette/plain-keys.ts';
import { t } from '../texts/texts.ts';
import { useStep } from './use-step.ts';

const thisYear = new Date().getFullYear();
const states = {
  live: { Icon: IconActivity, tone: 'good', word: 'live' },
  connecting: { Icon: IconRefresh, tone: 'warn', word: 'reconnecting' },
  off: { Icon: IconPlugOff, tone: 'quiet', word: 'offline' },
} as const;

/** Whether the page is live, what a screen has to say, the version and the year. */
export function Footer({ onShortcuts }: { onShortcuts: () => void }) {
  const { Icon, tone, word } = states[useConnectionState()];
  const heardAt = useHeardAt();
  const note = useShownFooterNote();
  const step = useStep();
  const plainKeys = usePlainKeys();
  const { productName, version } = useSettings();
  return (
    <footer className="sh-foot ns-noprint">
      <output className="ns-st" data-tone={tone}>
        <Icon size={12} stroke={2} aria-hidden />
        {t(word)}
      </output>
      {step === null ? null : (
        <output className="ns-wide">
          <IconLoader2 size={12} stroke={2} className="tabler-icon ns-spin" aria-hidden /> {step}…
        </output>
      )}
      {note !== '' ? (
        <span className="ns-wide">{note}</span>
      ) : heardAt === null ? null : (
        <span className="ns-num ns-wide">{t('updated', { time: formatClock(heardAt) })}</span>
      )}
      <span className="ns-grow" />
      <button type="button" className="ns-wide" onClick={onShortcuts}>
        {t('shortcuts')} {plainKeys ? <kbd className="ns-kbd">?</kbd> : null}
      </button>
      <span>
        {productName} {version === '' ? productVersion : version}
      </span>
      <span>{thisYear}</span>
    </footer>
  );
}
