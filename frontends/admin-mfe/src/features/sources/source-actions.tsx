import type { SourceInfo } from '@numscope/contracts';
import { Button, hasModule, Link, useSession } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';
import type { SourceTests, useSourcePause } from './use-source-tests.ts';

export interface SourceActionsProps {
  source: SourceInfo;
  tests: SourceTests;
  pausing: ReturnType<typeof useSourcePause>;
}

/** Try a configured source, pause it or let it be asked again. */
export function SourceActions({ source, tests, pausing }: SourceActionsProps) {
  const { name, state, waitingEndedBy } = source;
  // A test shows what a source says about somebody.
  const mayTest = hasModule(useSession(), 'Profiler');
  const paused = state === 'PAUSED' || state === 'REFUSED';
  return (
    <span className="ad-actions">
      {mayTest ? (
        <Button size="sm" aria-label={texts('testName', { name })} onClick={() => tests.test([source])}>
          {texts('test')}
        </Button>
      ) : null}
      <Link
        to={`/ext/sources/${name}`}
        className="ns-btn"
        data-size="sm"
        aria-label={texts('editSourceName', { name })}
      >
        {texts('editSource')}
      </Link>
      {state === 'WAITING_QUOTA' && waitingEndedBy === null ? (
        <Button
          size="sm"
          disabled={pausing.busy}
          aria-label={texts('endWaitingName', { name })}
          onClick={() => pausing.endWaiting(name)}
        >
          {texts('endWaiting')}
        </Button>
      ) : null}
      <Button
        size="sm"
        className="ad-pause"
        disabled={pausing.busy}
        aria-label={texts(paused ? 'resumeName' : 'pauseName', { name })}
        onClick={() => pausing.toggle(name, paused)}
      >
        {texts(paused ? 'resume' : 'pause')}
      </Button>
    </span>
  );
}
