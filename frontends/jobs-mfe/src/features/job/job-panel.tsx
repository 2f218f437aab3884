import './job-panel.css';
import { NotLoaded, SidePanel, Skeleton, StaleNote, StateBlock, Tabs, PartFallback } from '@numscope/ui';
import { nameOf } from '../../domain/job-pace.ts';
import { texts } from '../../texts/opened.ts';
import { JobMenu } from '../actions/row-actions.tsx';
import { JobBar, JobButtons, JobWaits } from './job-heading.tsx';
import { JobOverview } from './job-overview.tsx';
import { JobPasses, JobPhones, JobPreflight, JobRest, SubTasks } from './job-parts.ts';
import { jobTabs, tabOf } from './job-tabs.ts';
import { useJob } from './use-job.ts';
import type { Validity } from './validity.ts';

interface JobPanelProps {
  label: string;
  /** Number or id. */
  number: string;
  tab: string;
  onTab: (tab: string) => void;
  show: Validity;
  onShow: (show: Validity) => void;
  onClose: () => void;
}

/** One job beside the list. */
export default function JobPanel({ label, number, tab, onTab, show, onShow, onClose }: JobPanelProps) {
  const { query, gone } = useJob(number);
  const job = gone ? undefined : query.data;
  if (job === undefined) {
    return (
      <SidePanel label={label} bar={<span className="ns-t3 ns-num">{number}</span>} onClose={onClose}>
        {gone ? (
          <StateBlock kind="empty" title={texts('noJob', { number })}>
            {texts('noJobHint')}
          </StateBlock>
        ) : (
          <NotLoaded query={query} title={texts('jobFailed')} />
        )}
      </SidePanel>
    );
  }
  const shown = tabOf(job, tab);
  return (
    <SidePanel
      label={label}
      bar={<JobBar job={job} />}
      fullPage={`/ext/job/${job.number}`}
      actions={<JobMenu job={job} without={[]} page={false} />}
      onClose={onClose}
    >
      <div className="jb-panel-title">
        <h2>{nameOf(job)}</h2>
        <JobButtons job={job} />
        <JobWaits job={job} />
      </div>
      <StaleNote query={query} />
      <Tabs label={label} tabs={jobTabs(job)} value={shown} onChange={onTab}>
        <PartFallback show={<Skeleton />}>
          {shown === 'overview' ? <JobOverview job={job} onPhones={() => onTab('phones')} /> : null}
          {shown === 'phones' ? <JobPhones key={job.id} job={job} beside show={show} onShow={onShow} /> : null}
          {shown === 'rest' ? <JobRest key={job.id} job={job} beside /> : null}
          {shown === 'passes' ? <JobPasses key={job.id} job={job} beside /> : null}
          {shown === 'sub-tasks' ? <SubTasks job={job} /> : null}
          {shown === 'preflight' ? <JobPreflight job={job} /> : null}
        </PartFallback>
      </Tabs>
    </SidePanel>
  );
}
