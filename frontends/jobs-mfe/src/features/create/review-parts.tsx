import { type Job, messages } from '@numscope/contracts';
import { Button, ConfirmModal, formatCount, navigate, NotLoaded, useCall } from '@numscope/ui';
import { IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { texts } from '../../texts/opened.ts';
import { PreflightSums, PreflightView } from './preflight-view.tsx';
import { PreflightWaiting } from './preflight-waiting.tsx';

/** The preflight of a held job: the large left side, and the sums that go below the fields. */
export function usePreflight(
  job: Job | null,
  title: string,
  onLeave: () => void,
): { view: ReactNode; sums: ReactNode } {
  const number = String(job?.number ?? '');
  const query = useCall('jobPreflight', { params: { number } }, { quiet: true, keep: false, enabled: job !== null });
  if (job === null) return { view: null, sums: null };
  const { data, error } = query;
  if (data === undefined || error !== null)
    return {
      view: <NotLoaded query={query} title={texts('preflightFailed')} waiting={<PreflightWaiting />} />,
      sums: null,
    };
  const show = (): void => {
    navigate(`/ext/job/${job.number}?show=notValid`);
    onLeave();
  };
  return {
    view: (
      <PreflightView
        preflight={data}
        skippedLines={job.skippedLines}
        title={title}
        action={
          data.notValid > 0 ? (
            <button type="button" className="ns-link" onClick={show}>
              {texts('showNotValid', { count: formatCount(data.notValid) })}
            </button>
          ) : null
        }
      />
    ),
    sums: <PreflightSums preflight={data} />,
  };
}

interface ReviewFootProps {
  job: Job;
  busy: boolean;
  onDiscard: () => void;
  onHold: () => void;
  onStart: () => void;
}

/** What can be done with a held job. */
export function ReviewFoot({ job, busy, onDiscard, onHold, onStart }: ReviewFootProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button kind="danger" disabled={busy} onClick={() => setAsking(true)}>
        <IconTrash size={14} stroke={1.8} aria-hidden />
        {texts('discard')}
      </Button>
      <span className="ns-grow" />
      <span className="ns-sm ns-t3 jb-held">{texts('heldSafe', { number: job.number })}</span>
      <Button busy={busy} onClick={onHold}>
        {texts('keepOnHold')}
      </Button>
      <Button kind="primary" busy={busy} onClick={onStart}>
        <IconPlayerPlay size={14} stroke={1.8} aria-hidden />
        {texts('startNow')}
      </Button>
      {asking ? (
        <ConfirmModal
          question={messages.confirmRemoveJob}
          action={texts('remove')}
          keep={texts('keepJob')}
          danger
          busy={busy}
          onConfirm={onDiscard}
          onClose={() => setAsking(false)}
        >
          {texts('removeEffect', { number: job.number, name: job.name, count: job.totalPhoneNumbers })}
        </ConfirmModal>
      ) : null}
    </>
  );
}
