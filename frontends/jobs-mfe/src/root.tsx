import './styles/common.css';
import { matchPath } from '@numscope/contracts/constants';
import { Skeleton, useLocation, lazyPart, PartFallback } from '@numscope/ui';
import { besideLaterCalls } from './features/job/beside-later-calls.ts';
import { JobsPage } from './features/jobs/jobs-page.tsx';

const JobPage = lazyPart(besideLaterCalls(() => import('./features/job/job-page.tsx')));

/** Which screen of this remote a path shows. */
export function Root() {
  const { pathname } = useLocation();
  const id = matchPath('/ext/job/{id}', pathname)?.['id'];
  if (id === undefined) return <JobsPage />;
  return (
    <PartFallback show={<Skeleton rows={12} />}>
      <JobPage key={id} id={id} />
    </PartFallback>
  );
}
