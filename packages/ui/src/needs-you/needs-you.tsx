import type { Need } from '@numscope/contracts';
import { type ReactNode, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Link } from '../components/link.tsx';
import { StaleNote } from '../components/stale-note.tsx';
import { formatBytes } from '../format/numbers.ts';
import { formatMoment } from '../format/times.ts';
import { useAction, useCall } from '../net/use-call.ts';
import { texts } from './texts.ts';

export { texts };

const EVERY_MS = 15_000;
const FIRST = 3;

interface NeedsYouProps {
  /** Frees room on the disk; unless given, a link to the page that does. */
  disk?: ReactNode;
}

/** What needs an administrator now, each with the button that mends it; nothing where nothing does. */
export default function NeedsYou({ disk }: NeedsYouProps) {
  const [all, setAll] = useState(false);
  const query = useCall('needsYou', {}, { quiet: true, every: EVERY_MS });
  const { data, error } = query;
  if (data === undefined || data.needs.length === 0)
    return error === null ? null : (
      // Else it would seem that nothing does.
      <p className="ns-note ns-stale" data-tone="bad" role="alert">
        {texts('needsUnknown')}
      </p>
    );
  const { needs, otherFailed, unheard } = data;
  const shown = all ? needs : needs.slice(0, FIRST);
  return (
    <section className="ns-needs ns-noprint" aria-label={texts('needsYou')}>
      <h2>{texts('needsYou')}</h2>
      <StaleNote query={query} />
      <ul>
        {shown.map((need) => (
          <li key={keyOf(need)}>
            <span>{wordsOf(need)}</span>
            <Mend need={need} disk={disk} />
          </li>
        ))}
      </ul>
      {shown.length < needs.length ? (
        <p>
          <button type="button" className="ns-link" onClick={() => setAll(true)}>
            {texts('needsMore', { count: needs.length - shown.length })}
          </button>
        </p>
      ) : otherFailed.jobs === 0 ? null : (
        <p className="ns-t2">{texts('needsOtherFailed', { count: otherFailed.numbers, jobs: otherFailed.jobs })}</p>
      )}
      {unheard.length === 0 ? null : <p className="ns-t2">{texts('needsUnheard')}</p>}
    </section>
  );
}

const keyOf = (need: Need): string => {
  if ('source' in need) return `${need.kind} ${need.source}`;
  return need.kind === 'FAILED_NUMBERS' ? `${need.kind} ${need.job}` : need.kind;
};

function wordsOf(need: Need): string {
  switch (need.kind) {
    case 'NO_SOURCE':
      return texts('needsSource');
    case 'SOURCE_STOPPED':
      return texts(need.state === 'REFUSED' ? 'needsRefused' : 'needsUnusable', { source: need.source });
    case 'QUOTA':
      return texts('needsQuota', { source: need.source, time: formatMoment(need.resumesAt) });
    case 'FAILED_NUMBERS':
      return texts('needsFailed', { count: need.numbers, job: need.job });
    case 'DISK':
      return texts('needsDisk', { free: formatBytes(need.freeBytes), total: formatBytes(need.totalBytes) });
  }
}

const Way = ({ to, children }: { to: string; children: string }) => (
  <Link className="ns-btn" data-size="sm" to={to}>
    {children}
  </Link>
);

/** The one button, or the way to where it is mended. */
function Mend({ need, disk }: { need: Need; disk: ReactNode }) {
  const invalidates = ['needsYou', 'searchJobs', 'getJob', 'listSources'] as const;
  const retry = useAction('retryFailed', { invalidates });
  const endWaiting = useAction('endWaiting', { invalidates });
  switch (need.kind) {
    case 'NO_SOURCE':
      return <Way to="/ext/sources">{texts('needsBind')}</Way>;
    case 'SOURCE_STOPPED':
      return (
        <Way to={`/ext/sources/${encodeURIComponent(need.source)}`}>{texts('needsLook', { source: need.source })}</Way>
      );
    case 'QUOTA':
      return (
        <Button
          size="sm"
          busy={endWaiting.isPending}
          onClick={() => endWaiting.mutate({ params: { name: need.source } })}
        >
          {texts('needsGoOn', { source: need.source })}
        </Button>
      );
    case 'FAILED_NUMBERS':
      return (
        <Button size="sm" busy={retry.isPending} onClick={() => retry.mutate({ params: { number: String(need.job) } })}>
          {texts('needsRetry', { job: need.job })}
        </Button>
      );
    case 'DISK':
      return disk ?? <Way to="/ext/system">{texts('needsRoom')}</Way>;
  }
}
