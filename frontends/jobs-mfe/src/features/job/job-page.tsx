import './job-page.css';
import {
  choiceField,
  Link,
  navigate,
  NotLoaded,
  Skeleton,
  StaleNote,
  StateBlock,
  Tabs,
  textField,
  usePageTitle,
  useQueryState,
  PartFallback,
} from '@numscope/ui';
import { IconChevronLeft } from '@tabler/icons-react';
import { nameOf } from '../../domain/job-pace.ts';
import { texts } from '../../texts/opened.ts';
import { JobActions } from '../actions/job-actions-context.tsx';
import { JobMenu } from '../actions/row-actions.tsx';
import { useLiveJobs } from '../jobs/use-live-jobs.ts';
import { BySource } from './by-source.tsx';
import { JobFacts } from './job-facts.tsx';
import { JobBar, JobButtons, JobWaits } from './job-heading.tsx';
import { JobProgress } from './job-overview.tsx';
import { JobPasses, JobPhones, JobPreflight, JobRest, SubTasks } from './job-parts.ts';
import { jobTabs, tabOf } from './job-tabs.ts';
import { validities } from './validity.ts';
import { ProgressChart } from './progress-chart.tsx';
import { useJob } from './use-job.ts';

const pageView = { tab: textField('phones'), show: choiceField(validities, 'all') };

/** One job as a full page, for links. */
export default function JobPage({ id }: { id: string }) {
  const [{ tab, show }, setView] = useQueryState(pageView);
  const { query, gone } = useJob(id);
  const job = gone ? undefined : query.data;
  useLiveJobs();
  usePageTitle(job === undefined ? texts('job', { number: id }) : `${job.number} ${nameOf(job)}`);
  if (job === undefined) {
    if (gone)
      return (
        <>
          <h1 className="ns-sr">{texts('job', { number: id })}</h1>
          <StateBlock
            kind="empty"
            title={texts('noJob', { number: id })}
            actions={
              <Link className="ns-btn" to="/ext/jobs">
                {texts('allJobs')}
              </Link>
            }
          >
            {texts('noJobHint')}
          </StateBlock>
        </>
      );
    return <NotLoaded query={query} title={texts('jobFailed')} rows={12} />;
  }
  const tabs = jobTabs(job).filter(({ value }) => value !== 'overview');
  const shown = tabOf(job, tab) === 'overview' ? 'phones' : tabOf(job, tab);
  return (
    <JobActions onRemoved={() => navigate('/ext/jobs', { replace: true })}>
      <div className="ns-page">
        <header className="jb-page-head">
          <Link className="jb-back" to="/ext/jobs">
            <IconChevronLeft size={14} stroke={1.8} aria-hidden />
            {texts('allJobs')}
          </Link>
          <div className="jb-page-line">
            <h1 className="ns-clip" title={nameOf(job)}>
              {nameOf(job)}
            </h1>
            <JobBar job={job} />
            <span className="ns-grow" />
            <JobButtons job={job} />
            <JobMenu job={job} without={[]} page={false} />
          </div>
          <JobWaits job={job} />
        </header>
        <StaleNote query={query} />
        <div className="jb-page-body">
          <div className="jb-page-side">
            <h2 className="ns-sr">{texts('overview')}</h2>
            <JobProgress job={job} />
            <ProgressChart job={job} />
            <BySource job={job} />
            <JobFacts job={job} />
          </div>
          <div className="jb-page-main">
            <Tabs
              label={texts('job', { number: job.number })}
              tabs={tabs}
              value={shown}
              onChange={(next) => setView({ tab: next }, { replace: true })}
            >
              <PartFallback show={<Skeleton />}>
                {shown === 'phones' ? (
                  <JobPhones
                    key={job.id}
                    job={job}
                    show={show}
                    onShow={(next) => setView({ show: next }, { replace: true })}
                  />
                ) : null}
                {shown === 'rest' ? <JobRest key={job.id} job={job} /> : null}
                {shown === 'passes' ? <JobPasses key={job.id} job={job} /> : null}
                {shown === 'sub-tasks' ? <SubTasks job={job} /> : null}
                {shown === 'preflight' ? <JobPreflight job={job} /> : null}
              </PartFallback>
            </Tabs>
          </div>
        </div>
      </div>
    </JobActions>
  );
}
