import type { Job, JobStatus, PhoneStatus, SourceState } from '@numscope/contracts';
import { IconBolt, IconPin, IconRepeat } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../i18n/texts.ts';
import { jobStatusKinds, phoneStatusKinds, sourceStateKinds, type StatusKind } from './status-kinds.ts';

interface MarkProps {
  /** On a soft ground, as in a header. */
  pill?: boolean;
  /** Its icon turns slowly, which says that something goes on just now; each turn is painted, so what rests must not. */
  turns?: boolean;
  /** Another word than the standard one. */
  children?: ReactNode;
}

/** Any state as icon, word and colour. */
export function Mark({ kind, pill = false, turns = false, children }: { kind: StatusKind } & MarkProps) {
  const Icon = kind.icon;
  return (
    <span className="ns-st" data-tone={kind.tone} data-pill={pill ? '' : undefined}>
      <Icon size={14} stroke={1.8} aria-hidden {...(turns ? { className: 'tabler-icon ns-spin' } : {})} />
      {children ?? t(kind.word)}
    </span>
  );
}

export const JobStatusMark = ({ status, ...rest }: { status: JobStatus } & MarkProps) => (
  <Mark kind={jobStatusKinds[status]} {...rest} />
);
export const PhoneStatusMark = ({ status, ...rest }: { status: PhoneStatus } & MarkProps) => (
  <Mark kind={phoneStatusKinds[status]} {...rest} />
);
export const SourceStateMark = ({ state, ...rest }: { state: SourceState } & MarkProps) => (
  <Mark kind={sourceStateKinds[state]} {...rest} />
);

/** The marks after a job's name: prioritised, cyclic, main. */
export function JobMarks({ prioritized, cyclic, mainJob }: Pick<Job, 'prioritized' | 'cyclic' | 'mainJob'>) {
  const marks = [
    { on: cyclic, Icon: IconRepeat, word: t('cyclic') },
    { on: prioritized, Icon: IconBolt, word: t('prioritised') },
    { on: mainJob, Icon: IconPin, word: t('mainJob') },
  ].filter(({ on }) => on);
  if (marks.length === 0) return null;
  return (
    <span className="ns-marks">
      {marks.map(({ Icon, word }) => (
        <span key={word} title={word}>
          <Icon size={14} stroke={1.8} aria-hidden />
          <span className="ns-sr">{word}</span>
        </span>
      ))}
    </span>
  );
}
