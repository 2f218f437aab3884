import type { Job, JobAction } from '@numscope/contracts';
import { formatCount } from '@numscope/ui';
import {
  IconBan,
  IconGitMerge,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconRotateClockwise,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import type { RowAction } from '../../domain/job-actions.ts';
import { texts } from '../../texts/texts.ts';

const icons: Record<RowAction | 'NEXT_PASS', TablerIcon> = {
  PLAY: IconPlayerPlay,
  NEXT_PASS: IconRefresh,
  PAUSE: IconPlayerPause,
  STOP: IconPlayerStop,
  CANCEL: IconBan,
  MERGE: IconGitMerge,
  DELETE: IconTrash,
  UPDATE: IconPencil,
  RETRY: IconRotateClockwise,
};

/** The icon of an action. Playing a job that is done begins its next pass. */
export function ActionIcon({ action, job, large = false }: { action: RowAction; job: Job; large?: boolean }) {
  const Icon = icons[action === 'PLAY' && job.status === 'DONE' ? 'NEXT_PASS' : action];
  return <Icon size={large ? 16 : 14} stroke={large ? 1.7 : 1.8} aria-hidden />;
}

/** The words of an action, in verbs. `short` for buttons that stand in a row. */
export function actionWord(action: JobAction, job: Job, short = false): string {
  switch (action) {
    case 'PLAY':
      if (job.status !== 'DONE' || short) return texts('play');
      return job.counts.PENDING > 0
        ? texts('playRest', { count: formatCount(job.counts.PENDING) })
        : texts('playNextPass');
    case 'PAUSE':
      return texts('pause');
    case 'STOP':
      return texts('stop');
    case 'CANCEL':
      return texts('cancelJob');
    case 'MERGE':
      return texts(short ? 'mergeShort' : 'merge');
    case 'DELETE':
      return texts('remove');
    case 'UPDATE':
      return texts('update');
  }
}

/** What is said when it was done. */
export function doneWord(action: RowAction, job: Job): string {
  const values = { number: job.number };
  switch (action) {
    case 'PLAY':
      return texts('played', values);
    case 'PAUSE':
      return texts('paused', values);
    case 'STOP':
      return texts('stopped', values);
    case 'CANCEL':
      return texts('canceled', values);
    case 'DELETE':
      return texts('removed', values);
    default:
      return texts('retried', values);
  }
}
