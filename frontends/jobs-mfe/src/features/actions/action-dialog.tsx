import { type Job, messages } from '@numscope/contracts';
import { ConfirmModal } from '@numscope/ui';
import { unanswered } from '../../domain/job-pace.ts';
import { texts } from '../../texts/opened.ts';
import { useRunAction } from './use-run-action.ts';

interface ActionDialogProps {
  action: 'CANCEL' | 'DELETE' | 'STOP';
  job: Job;
  onClose: () => void;
  onRemoved: ((job: Job) => void) | undefined;
}

/** Asks before a job is ended or removed, and says what happens then. */
export default function ActionDialog({ action, job, onClose, onRemoved }: ActionDialogProps) {
  const { act, busy } = useRunAction();
  const values = {
    number: job.number,
    name: job.name,
    left: unanswered(job),
    count: job.totalPhoneNumbers,
  };
  const words = {
    CANCEL: {
      question: messages.confirmCancelJob,
      button: texts('cancelJob'),
      keep: texts('keepJob'),
      effect: texts('cancelJobEffect', values),
    },
    DELETE: {
      question: messages.confirmRemoveJob,
      button: texts('remove'),
      keep: texts('keepJob'),
      effect: texts('removeEffect', values),
    },
    STOP: {
      question: texts('stopQuestion'),
      button: texts('stopAction'),
      keep: texts('stopKeep'),
      effect: texts('stopEffect', values),
    },
  }[action];
  const confirm = async (): Promise<void> => {
    const done = await act(action, job);
    onClose();
    if (done && action === 'DELETE') onRemoved?.(job);
  };
  return (
    <ConfirmModal
      question={words.question}
      action={words.button}
      keep={words.keep}
      danger={action !== 'STOP'}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {words.effect}
    </ConfirmModal>
  );
}
