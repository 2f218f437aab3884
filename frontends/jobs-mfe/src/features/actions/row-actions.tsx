import './row-actions.css';
import type { Job, JobAction } from '@numscope/contracts';
import { IconButton, Menu, MenuItem, MenuLine, writeCriteria } from '@numscope/ui';
import { IconClipboardCheck, IconDots, IconExternalLink, IconListSearch } from '@tabler/icons-react';
import { firstAction, may, resultsPath, retriable } from '../../domain/job-actions.ts';
import { texts } from '../../texts/texts.ts';
import { ActionIcon, actionWord } from './action-words.tsx';
import { useJobCommands } from './job-actions-context.tsx';
import { useRetryCount } from './use-retry-count.ts';

const order: readonly JobAction[] = ['PLAY', 'PAUSE', 'STOP', 'UPDATE', 'MERGE', 'CANCEL', 'DELETE'];
const ending = new Set<JobAction>(['CANCEL', 'DELETE']);

/** The profiles that a job found, as a search. */
export const resultsOf = (job: Pick<Job, 'number'>): string =>
  resultsPath(job, (one) => writeCriteria({ items: [one], must: [] }));

/** What a person may do to a job now, in the order of menus. */
const offered = (job: Job): JobAction[] => order.filter((action) => may(job, action));

/** One action of a job in a menu. */
function ActionItem({ action, job }: { action: JobAction; job: Job }) {
  const { run } = useJobCommands();
  return (
    <MenuItem danger={ending.has(action)} onSelect={() => run(action, job)}>
      <ActionIcon action={action} job={job} />
      {actionWord(action, job)}
    </MenuItem>
  );
}

/** Asks again what failed, and says how many numbers that are; nothing where there are none. */
function RetryItem({ job }: { job: Job }) {
  const { run } = useJobCommands();
  const count = useRetryCount(job);
  if (count === 0) return null;
  return (
    <MenuItem disabled={count === undefined} onSelect={() => run('RETRY', job)}>
      <ActionIcon action="RETRY" job={job} />
      {count === undefined ? texts('retryCounting') : texts('retryFailed', { count })}
    </MenuItem>
  );
}

/** The rest of a job's actions, its results and its page. `without` are those that stand beside the menu. */
export function JobMenu({ job, without, page = true }: { job: Job; without: readonly JobAction[]; page?: boolean }) {
  const { review } = useJobCommands();
  const rest = offered(job).filter((action) => !without.includes(action));
  const mild = rest.filter((action) => !ending.has(action));
  const hard = rest.filter((action) => ending.has(action));
  return (
    <Menu
      label={texts('moreFor', { number: job.number })}
      renderTrigger={(props) => (
        <IconButton {...props} label={texts('moreFor', { number: job.number })}>
          <IconDots size={16} stroke={1.7} aria-hidden />
        </IconButton>
      )}
    >
      {job.status === 'CREATED' && may(job, 'PLAY') ? (
        <MenuItem onSelect={() => review(job)}>
          <IconClipboardCheck size={14} stroke={1.8} aria-hidden />
          {texts('review')}
        </MenuItem>
      ) : null}
      {mild.map((action) => (
        <ActionItem key={action} action={action} job={job} />
      ))}
      {retriable(job, job.counts.FOUND) > 0 ? <RetryItem job={job} /> : null}
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
    </Menu>
  );
}

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
