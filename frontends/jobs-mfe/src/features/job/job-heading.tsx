import './job-heading.css';
import type { Job } from '@numscope/contracts';
import { Button, formatMoment, JobStatusMark, navigate, t } from '@numscope/ui';
import {
  IconBolt,
  IconChevronRight,
  IconClipboardCheck,
  IconHourglass,
  IconPin,
  IconRepeat,
} from '@tabler/icons-react';
import { may } from '../../domain/job-actions.ts';
import { isAtWork } from '../../domain/job-pace.ts';
import { texts } from '../../texts/opened.ts';
import { ActionIcon, actionWord } from '../actions/action-words.tsx';
import { useJobCommands } from '../actions/job-actions-context.tsx';
import { resultsOf } from '../actions/row-actions.tsx';

/** Number, status and marks of a job, each mark in words. */
export function JobBar({ job }: { job: Job }) {
  const marks = [
    { on: job.prioritized, Icon: IconBolt, word: t('prioritised') },
    { on: job.cyclic, Icon: IconRepeat, word: t('cyclic') },
    { on: job.mainJob, Icon: IconPin, word: t('mainJob') },
  ];
  return (
    <>
      <span className="ns-t3 ns-num">{job.number}</span>
      <JobStatusMark status={job.status} turns={isAtWork(job)} pill />
      {marks.map(({ on, Icon, word }) =>
        on ? (
          <span key={word} className="jb-mark">
            <Icon size={14} stroke={1.8} aria-hidden />
            {word}
          </span>
        ) : null,
      )}
    </>
  );
}

/** What a job waits for, and until when; nothing where it does not wait. */
export function JobWaits({ job: { waiting } }: { job: Job }) {
  return waiting.map(({ source, resumesAt }) => (
    <p key={source} className="jb-waits ns-sm">
      <IconHourglass size={14} stroke={1.8} aria-hidden />
      {texts('waitsForSource', { source, time: formatMoment(resumesAt) })}
    </p>
  ));
}

const shortActions = ['PLAY', 'PAUSE', 'STOP', 'MERGE'] as const;

/** The usual actions of a job as buttons, as far as it allows them now, and the way to its results. */
export function JobButtons({ job }: { job: Job }) {
  const { run, review, busy } = useJobCommands();
  const held = job.status === 'CREATED' && may(job, 'PLAY');
  const buttons = shortActions.filter(
    (action) => may(job, action) && !(held && (action === 'PAUSE' || action === 'PLAY')),
  );
  return (
    <div className="jb-buttons">
      {held ? (
        <Button size="sm" onClick={() => review(job)}>
          <IconClipboardCheck size={14} stroke={1.8} aria-hidden />
          {texts('review')}
        </Button>
      ) : null}
      {buttons.map((action) => (
        <Button key={action} size="sm" busy={busy} title={actionWord(action, job)} onClick={() => run(action, job)}>
          <ActionIcon action={action} job={job} />
          {actionWord(action, job, true)}
        </Button>
      ))}
      <span className="ns-grow" />
      <Button size="sm" onClick={() => navigate(resultsOf(job))}>
        {texts('results')}
        <IconChevronRight size={12} stroke={2} className="ns-end" aria-hidden />
      </Button>
    </div>
  );
}
