import { openWorkerStore, type RemoteStore } from '@numscope/adapters/sqlite';

type PlanModule = typeof import('./plan-worker.ts');

/** The built-in numbering plan, in the thread that the sources' store is in. */
export type NumberingPlan = RemoteStore<PlanModule>;

export const openNumberingPlan = (): Promise<NumberingPlan> =>
  openWorkerStore<PlanModule>({
    module: new URL('./plan-worker.ts', import.meta.url),
    options: undefined,
    threads: { writer: 'lookups' },
  });
