import { openWorkerStore, type Remote } from '@numscope/adapters/sqlite';
import type { PlanFunctions } from './plan-worker.ts';

/** The built-in numbering plan, in a thread of its own. */
export type NumberingPlan = Remote<PlanFunctions>;

export const openNumberingPlan = (): Promise<NumberingPlan> =>
  openWorkerStore<PlanFunctions, null>({
    module: new URL('./plan-worker.ts', import.meta.url),
    options: null,
    threads: { writer: 'sources' },
    functions: ['describe', 'resolve'],
  });
