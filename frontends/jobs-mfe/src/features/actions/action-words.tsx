import type { Job } from '@numscope/contracts';
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

/** The icon of an action. Playing a job that is done begins its next pass. */
export function actionIcon(action: RowAction, job: Job): TablerIcon {
  switch (action) {
    case 'PLAY':
      return job.status === 'DONE' ? IconRefresh : IconPlayerPlay;
    case 'PAUSE':
      return IconPlayerPause;
    case 'STOP':
      return IconPlayerStop;
    case 'CANCEL':
      return IconBan;
    case 'MERGE':
      return IconGitMerge;
    case 'DELETE':
      return IconTrash;
    case 'UPDATE':
      return IconPencil;
    case 'RETRY':
      return IconRotateClockwise;
  }
}

/** The words of an action, in verbs. `short` for buttons that stand in a row. */
export function actionWord(action: RowAction, job: Job, short = false): string {
  switch (action) {
    case 'PLAY':
      if (job.status !== 'DONE' || short) return texts('play');
      return job.counts.PENDING > 0 ? texts('playRest', { count: formatCount(job.counts.PENDING) }) : texts('playNextPass');
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
    case 'RETRY':
      return texts('retryFailed', { count: formatCount(job.counts.FAILED) });
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
