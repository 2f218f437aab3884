import type { Job } from '@numscope/contracts';
import { Button, formatCount, IconButton, Menu, MenuItem, useCall, useSettings } from '@numscope/ui';
import { IconDots, IconHash, IconPlus } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';
import { runningInput } from './live-jobs.ts';

interface HeadProps {
  /** All jobs that fit the filters; undefined until known. */
  total: number | undefined;
  /** The standing job, whose numbers count for the speed. */
  main: Job | undefined;
  onCreate: (way: 'file' | 'range') => void;
}

/** Title, how much is going on, and the two ways to create a job. */
export function JobsHead({ total, main, onCreate }: HeadProps) {
  const { maxRunningJobs } = useSettings();
  const { data } = useCall('searchJobs', runningInput, { quiet: true });
  const running = data?.content.filter((job) => job.status === 'IN_PROGRESS' && !job.mainJob) ?? [];
  const speed = [...running, ...(main?.status === 'IN_PROGRESS' ? [main] : [])].reduce((sum, job) => sum + job.rate, 0);
  return (
    <header className="ns-head">
      <span className="jb-title">
        <h1>{texts('title')}</h1>
        {total === undefined ? null : (
          <output className="ns-t3 ns-num">{texts('inAll', { count: formatCount(total) })}</output>
        )}
      </span>
      {data === undefined ? null : (
        <>
          <span className="ns-vr ns-wide" />
          <span className="ns-sm ns-t2 ns-num ns-wide">
            <b className="jb-lead">
              {maxRunningJobs === undefined
                ? formatCount(running.length)
                : texts('slotsOf', { running: running.length, slots: maxRunningJobs })}
            </b>{' '}
            {texts(maxRunningJobs === undefined ? 'slotsRunning' : 'slots')}
          </span>
          <span className="ns-sm ns-t2 ns-num ns-wide jb-speed">
            <b className="jb-lead">{formatCount(Math.round(speed))}</b> {texts('numbersASecond')}
          </span>
        </>
      )}
      <span className="ns-grow" />
      <Button className="ns-wide" onClick={() => onCreate('range')}>
        <IconHash size={14} stroke={1.8} aria-hidden />
        {texts('createByRange')}
      </Button>
      <Button kind="primary" onClick={() => onCreate('file')}>
        <IconPlus size={14} stroke={1.8} aria-hidden />
        {texts('createJob')}
      </Button>
      <span className="ns-narrow">
        <Menu
          label={texts('moreWays')}
          renderTrigger={(props) => (
            <IconButton {...props} label={texts('moreWays')}>
              <IconDots size={16} stroke={1.7} aria-hidden />
            </IconButton>
          )}
        >
          <MenuItem onSelect={() => onCreate('range')}>
            <IconHash size={14} stroke={1.8} aria-hidden />
            {texts('createByRange')}
          </MenuItem>
        </Menu>
      </span>
    </header>
  );
}
