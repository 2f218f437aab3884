import { type Job, messages } from '@numscope/contracts';
import { ConfirmModal, notify } from '@numscope/ui';
import { texts } from '../../texts/opened.ts';
import { useRunAction } from './use-run-action.ts';

interface BulkDialogProps {
  action: 'CANCEL' | 'DELETE';
  jobs: readonly Job[];
  onDone: () => void;
  onClose: () => void;
}

/** Asks before several jobs are canceled or removed. */
export default function BulkDialog({ action, jobs, onDone, onClose }: BulkDialogProps) {
  const { act, busy } = useRunAction();
  const confirm = async (): Promise<void> => {
    let done = 0;
    for (const job of jobs) if (await act(action, job, false)) done += 1;
    notify(done === jobs.length ? 'success' : 'warning', texts('bulkDone', { done, count: jobs.length }));
    onClose();
    onDone();
  };
  return (
    <ConfirmModal
      question={action === 'CANCEL' ? messages.confirmCancelJob : messages.confirmRemoveJob}
      action={texts(action === 'CANCEL' ? 'cancelJobs' : 'removeJobs', { count: jobs.length })}
      keep={texts('keepJobs', { count: jobs.length })}
      danger
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {texts('bulkEffect', { count: jobs.length, numbers: jobs.map((job) => job.number).join(', ') })}
    </ConfirmModal>
  );
}
