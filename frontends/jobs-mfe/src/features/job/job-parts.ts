import { lazyPart } from '@numscope/ui';

// What a job is looked at by, of the page and of the panel: each loads when it is opened.
export const JobPhones = lazyPart(() => import('./job-phones.tsx'));
export const JobRest = lazyPart(() => import('./job-rest.tsx'));
export const JobPasses = lazyPart(() => import('./job-passes.tsx'));
export const SubTasks = lazyPart(() => import('./sub-tasks.tsx'));
export const JobPreflight = lazyPart(() => import('./job-preflight.tsx'));
