import './away-note.css';
import { formatClock, useConnectionState, useHeardAt } from '@numscope/ui';
import { IconPlugOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from '../texts/texts.ts';

/** A break that is mended sooner is not worth a word. */
const NOTICED_MS = 2000;

/** Says above the footer that what is shown may be old, as long as the server cannot tell what changes. */
export function AwayNote() {
  const isAway = useConnectionState() === 'connecting';
  const heardAt = useHeardAt();
  const [isNoticed, setNoticed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setNoticed(isAway), isAway ? NOTICED_MS : 0);
    return () => clearTimeout(timer);
  }, [isAway]);
  return (
    <output className="sh-away ns-noprint">
      {isAway && isNoticed ? (
        <span className="ns-note" data-tone="warn">
          <IconPlugOff size={16} stroke={1.7} aria-hidden />
          {heardAt === null ? t('awayYet') : t('away', { time: formatClock(heardAt) })}
        </span>
      ) : null}
    </output>
  );
}
