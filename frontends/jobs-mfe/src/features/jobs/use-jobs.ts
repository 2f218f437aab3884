import { type Job, type JobFilter, type Sort } from '@numscope/contracts';
import { useCall } from '@numscope/ui';
import { type jobsView, listedStatuses } from './jobs-view.ts';
import { nameOf } from '../../domain/job-pace.ts';

type View = { [K in keyof typeof jobsView]: (typeof jobsView)[K]['fallback'] };
export type JobsView = View;

/** The job number that is looked for; for any other text a number that no job has. */
function numberOf(text: string): number {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : Number.MAX_SAFE_INTEGER;
}

/** The body of the list call for what the address says. */
export function filterOf(
  view: View,
  size: number,
): Partial<Omit<JobFilter, 'sort'>> & { page: number; size: number; sort: Sort } {
  return {
    page: view.page,
    size,
    sort: view.sort,
    ...(view.name === '' ? {} : { jobName: view.name }),
    ...(view.number === '' ? {} : { jobNumber: numberOf(view.number) }),
    ...(view.by === '' ? {} : { createdBy: view.by }),
    ...(view.status.length === listedStatuses.length ? {} : { status: view.status }),
  };
}

const fits = (main: Job, view: View): boolean =>
  view.status.includes(main.status) &&
  (view.number === '' || Number(view.number) === main.number) &&
  nameOf(main).toLowerCase().includes(view.name.toLowerCase()) &&
  main.createdBy.toLowerCase().includes(view.by.toLowerCase());

/**
 * A page of `size` jobs. The standing job, which lists leave out, closes the first one while it is wanted and fits the
 * filters.
 */
export function useJobs(view: View, size: number) {
  const list = useCall('searchJobs', { body: filterOf(view, size) }, { quiet: true });
  const main = useCall('mainJob', {}, { quiet: true, enabled: view.main });
  const jobs = list.data?.content ?? [];
  const wanted =
    view.main && main.data !== undefined && fits(main.data, view) && !jobs.some((job) => job.id === main.data.id);
  const rows = wanted && view.page === 0 ? [...jobs, main.data] : jobs;
  return { list, rows, main: main.data, total: (list.data?.totalElements ?? 0) + (wanted ? 1 : 0) };
}
