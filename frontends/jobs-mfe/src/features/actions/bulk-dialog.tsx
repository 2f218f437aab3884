import { type Job, messages } from '@numscope/contracts';
import { ActionDialog, notify, Progress, translate } from '@numscope/ui';
import { useState } from 'react';
import { texts } from '../../texts/opened.ts';
import { useStop } from './use-stop.ts';
import { useRunAction } from './use-run-action.ts';

interface BulkDialogProps {
  action: 'CANCEL' | 'DELETE';
  jobs: readonly Job[];
  onDone: () => void;
  onClose: () => void;
}

/** Asks before several jobs are canceled or removed, and tells how far that is; leaving it then leaves the rest as they are. */
export default function BulkDialog({ action, jobs, onDone, onClose }: BulkDialogProps) {
  const { actAll, busy } = useRunAction();
  const [tried, setTried] = useState(0);
  const { stop, isStopped } = useStop();
  const count = jobs.length;
  const confirm = async (): Promise<void> => {
    const done = await actAll(action, jobs, { onTried: setTried, isStopped });
    notify(done.length === count ? 'success' : 'warning', texts('bulkDone', { done: done.length, count }));
    onClose();
    onDone();
  };
  const leave = (): void => {
    if (busy) stop();
    else onClose();
  };
  const progress = texts('bulkUnderWay', { tried, count });
  return (
    <ActionDialog
      title={translate(action === 'CANCEL' ? messages.confirmCancelJob : messages.confirmRemoveJob)}
      action={texts(action === 'CANCEL' ? 'cancelJobs' : 'removeJobs', { count })}
      leave={busy ? texts('bulkStop') : texts('keepJobs', { count })}
      kind="danger"
      busy={busy}
      mayLeave
      onClick={() => void confirm()}
      onClose={leave}
    >
      {texts('bulkEffect', { count, numbers: jobs.map((job) => job.number).join(', ') })}
      {busy ? (
        <output className="ns-block ns-num">
          {progress}
          <Progress value={tried} total={count} label={progress} />
        </output>
      ) : null}
    </ActionDialog>
  );
}
