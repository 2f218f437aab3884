import './row-actions.css';
import type { Job, JobAction } from '@numscope/contracts';
import { IconButton, Menu, MenuItem, MenuLine, writeCriteria } from '@numscope/ui';
import { IconClipboardCheck, IconDots, IconExternalLink, IconListSearch } from '@tabler/icons-react';
import { firstAction, may, resultsPath } from '../../domain/job-actions.ts';
import { texts } from '../../texts/texts.ts';
import { ActionIcon, actionWord } from './action-words.tsx';
import { useJobCommands } from './job-actions-context.tsx';
import { useOffered } from './use-offered.ts';
import { useRetryCount } from './use-retry-count.ts';

const ending = new Set<JobAction>(['CANCEL', 'DELETE']);

/** The profiles that a job found, as a search. */
export const resultsOf = (job: Pick<Job, 'number'>): string =>
  resultsPath(job, (one) => writeCriteria({ items: [one], must: [] }));

/** One action of a job in a menu; it stays where it is when it is allowed no more. */
function ActionItem({ action, job }: { action: JobAction; job: Job }) {
  const { run } = useJobCommands();
  return (
    <MenuItem danger={ending.has(action)} disabled={!may(job, action)} onSelect={() => run(action, job)}>
      <ActionIcon action={action} job={job} />
      {actionWord(action, job)}
    </MenuItem>
  );
}

/** Asks again what failed, and says how many numbers that are. */
function RetryItem({ job }: { job: Job }) {
  const { run } = useJobCommands();
  const count = useRetryCount(job);
  return (
    <MenuItem disabled={count === undefined || count === 0} onSelect={() => run('RETRY', job)}>
      <ActionIcon action="RETRY" job={job} />
      {count === undefined ? texts('retryCounting') : texts('retryFailed', { count })}
    </MenuItem>
  );
}

interface MenuProps {
  job: Job;
  /** Actions that stand beside the menu. */
  without: readonly JobAction[];
  /** Whether it leads to the job's page. */
  page?: boolean;
}

/** Made when the menu opens. */
function JobMenuItems({ job, without, page = true }: MenuProps) {
  const { review } = useJobCommands();
  const { actions, ...offers } = useOffered({ job, without });
  const mild = actions.filter((action) => !ending.has(action));
  const hard = actions.filter((action) => ending.has(action));
  return (
    <>
      {offers.review ? (
        <MenuItem disabled={job.status !== 'CREATED'} onSelect={() => review(job)}>
          <IconClipboardCheck size={14} stroke={1.8} aria-hidden />
          {texts('review')}
        </MenuItem>
      ) : null}
      {mild.map((action) => (
        <ActionItem key={action} action={action} job={job} />
      ))}
      {offers.retry ? <RetryItem job={job} /> : null}
      <MenuItem to={resultsOf(job)}>
        <IconListSearch size={14} stroke={1.8} aria-hidden />
        {texts('results')}
      </MenuItem>
      {page ? (
        <MenuItem to={`/ext/job/${job.number}`}>
          <IconExternalLink size={14} stroke={1.8} aria-hidden />
          {texts('openJob')}
        </MenuItem>
      ) : null}
      {hard.length > 0 ? <MenuLine /> : null}
      {hard.map((action) => (
        <ActionItem key={action} action={action} job={job} />
      ))}
    </>
  );
}

/** The rest of a job's actions, its results and its page. */
export const JobMenu = (props: MenuProps) => (
  <Menu
    label={texts('moreFor', { number: props.job.number })}
    renderTrigger={(trigger) => (
      <IconButton {...trigger} label={texts('moreFor', { number: props.job.number })}>
        <IconDots size={16} stroke={1.7} aria-hidden />
      </IconButton>
    )}
  >
    <JobMenuItems {...props} />
  </Menu>
);

/** The actions at the end of a job's row: the likely one, and the rest behind a menu. */
export function RowActions({ job }: { job: Job }) {
  const { run } = useJobCommands();
  const first = firstAction(job);
  return (
    <span className="jb-row-actions">
      {first === null ? null : (
        <IconButton label={actionWord(first, job)} onClick={() => run(first, job)}>
          <ActionIcon action={first} job={job} large />
        </IconButton>
      )}
      <JobMenu job={job} without={first === null ? [] : [first]} />
    </span>
  );
}
