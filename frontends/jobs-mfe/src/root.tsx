import { matchPath, useLocation } from '@numscope/ui';
import { JobPage } from './features/job/job-page.tsx';
import { JobsPage } from './features/jobs/jobs-page.tsx';

/** Which screen of this remote a path shows. */
export function Root() {
  const { pathname } = useLocation();
  const job = matchPath('/ext/job/{id}', pathname);
  return job?.['id'] === undefined ? <JobsPage /> : <JobPage id={job['id']} />;
}
