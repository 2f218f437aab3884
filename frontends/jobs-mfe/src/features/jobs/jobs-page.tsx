import './jobs-page.css';
import type { Job } from '@numscope/contracts';
import { lazyDialog, lazyPanel, useQueryState } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';
import { JobActions } from '../actions/job-actions-context.tsx';
import { besideLaterCalls } from '../job/beside-later-calls.ts';
import { JobsList } from './jobs-list.tsx';
import { jobsView } from './jobs-view.ts';
import { useLiveJobs } from './use-live-jobs.ts';

const JobPanel = lazyPanel(besideLaterCalls(() => import('../job/job-panel.tsx')));
const CreateJobDialog = lazyDialog(() => import('../create/create-job-dialog.tsx'));
const RangeDialog = lazyDialog(() => import('../create/range-dialog.tsx'));

/** The live list of jobs, with the panel of the chosen one. */
export function JobsPage() {
  const [view, setView] = useQueryState(jobsView);
  const stopCreating = (): void => setView({ create: '' }, { replace: true });
  useLiveJobs();
  const open = (number: string): void => setView({ job: number }, { replace: view.job !== '' });
  const close = (): void => setView({ job: '', tab: '', show: 'all' });
  const removed = (job: Job): void => {
    if (String(job.number) === view.job) setView({ job: '', tab: '', show: 'all' }, { replace: true });
  };
  return (
    <JobActions onRemoved={removed}>
      <div className="jb-jobs">
        <section className="ns-page">
          <JobsList
            view={view}
            onChange={setView}
            onOpen={(job) => open(String(job.number))}
            onCreate={(create) => setView({ create })}
            panel={
              view.job === '' ? null : (
                <JobPanel
                  label={texts('job', { number: view.job })}
                  number={view.job}
                  tab={view.tab}
                  onTab={(tab) => setView({ tab }, { replace: true })}
                  show={view.show}
                  onShow={(show) => setView({ show }, { replace: true })}
                  onClose={close}
                />
              )
            }
          />
        </section>
      </div>
      {view.create === 'file' ? <CreateJobDialog onClose={stopCreating} /> : null}
      {view.create === 'range' ? <RangeDialog onClose={stopCreating} /> : null}
    </JobActions>
  );
}
