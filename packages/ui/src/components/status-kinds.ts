import type { JobStatus, PhoneStatus, SourceState } from '@numscope/contracts';
import {
  IconAlertTriangle,
  IconBan,
  IconCalendarTime,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleDotted,
  IconCircleMinus,
  IconGitMerge,
  IconHourglass,
  IconLock,
  IconLoader2,
  IconPhoneOff,
  IconPlayerPause,
  IconPlugConnected,
  IconPlugOff,
  IconRotateClockwise,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import type { TablerIcon } from '@tabler/icons-react';
import type { Word } from '../i18n/define-texts.ts';
import type { t } from '../i18n/texts.ts';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'live' | 'quiet';

/** State is never told by colour alone: icon, word and colour. */
export interface StatusKind {
  icon: TablerIcon;
  tone: Tone;
  word: Word<typeof t>;
}

export const jobStatusKinds: Record<JobStatus, StatusKind> = {
  CREATED: { icon: IconCircleDashed, tone: 'neutral', word: 'created' },
  SCHEDULED: { icon: IconCalendarTime, tone: 'neutral', word: 'scheduled' },
  IN_PROGRESS: { icon: IconLoader2, tone: 'live', word: 'inProgress' },
  PAUSED: { icon: IconPlayerPause, tone: 'warn', word: 'paused' },
  DONE: { icon: IconCircleCheck, tone: 'good', word: 'done' },
  CANCELED: { icon: IconBan, tone: 'quiet', word: 'canceled' },
  DELETED: { icon: IconTrash, tone: 'quiet', word: 'deleted' },
  MERGED: { icon: IconGitMerge, tone: 'quiet', word: 'merged' },
};

export const phoneStatusKinds: Record<PhoneStatus, StatusKind> = {
  PENDING: { icon: IconCircleDotted, tone: 'neutral', word: 'pending' },
  SENT: { icon: IconSend, tone: 'live', word: 'sent' },
  FOUND: { icon: IconCircleCheck, tone: 'good', word: 'found' },
  NOT_FOUND: { icon: IconCircleMinus, tone: 'quiet', word: 'notFound' },
  FAILED: { icon: IconAlertTriangle, tone: 'bad', word: 'failed' },
  NOT_VALID: { icon: IconPhoneOff, tone: 'warn', word: 'notValid' },
};

/** By the state of a source: that of its breaker, unless something else keeps it from being asked. */
export const sourceStateKinds: Record<SourceState, StatusKind> = {
  CLOSED: { icon: IconPlugConnected, tone: 'good', word: 'answering' },
  HALF_OPEN: { icon: IconRotateClockwise, tone: 'warn', word: 'tryingAgain' },
  OPEN: { icon: IconAlertTriangle, tone: 'bad', word: 'cutOff' },
  PAUSED: { icon: IconPlayerPause, tone: 'warn', word: 'paused' },
  REFUSED: { icon: IconLock, tone: 'bad', word: 'refusesUs' },
  WAITING_QUOTA: { icon: IconHourglass, tone: 'warn', word: 'waitsForQuota' },
  NOT_CONFIGURED: { icon: IconPlugOff, tone: 'quiet', word: 'notConfigured' },
};
