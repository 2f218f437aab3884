import type { Job } from '@numscope/contracts';
import { lazyDialog } from '@numscope/ui';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import type { RowAction } from '../../domain/job-actions.ts';
import { useRunAction } from './use-run-action.ts';

const ActionDialog = lazyDialog(() => import('./action-dialog.tsx'));
const BulkDialog = lazyDialog(() => import('./bulk-dialog.tsx'));
const UpdateDialog = lazyDialog(() => import('./update-dialog.tsx'));
const MergeDialog = lazyDialog(() => import('./merge-dialog.tsx'));
const ReviewDialog = lazyDialog(() => import('../create/review-dialog.tsx'));

export interface JobCommands {
  /** Does an action, asking first where it cannot be undone. */
  run: (action: RowAction, job: Job) => void;
  /** The same for several jobs. */
  runAll: (action: 'CANCEL' | 'DELETE' | 'MERGE', jobs: readonly Job[], done: () => void) => void;
  /** Shows what a held job would do, with the button that starts it. */
  review: (job: Job) => void;
  busy: boolean;
}

type Asked =
  | { kind: 'confirm'; action: 'CANCEL' | 'DELETE' | 'STOP'; job: Job }
  | { kind: 'update'; job: Job }
  | { kind: 'merge'; jobs: readonly Job[]; done: () => void }
  | { kind: 'bulk'; action: 'CANCEL' | 'DELETE'; jobs: readonly Job[]; done: () => void }
  | { kind: 'review'; job: Job };

const nothing = (): void => undefined;
const Commands = createContext<JobCommands>({ run: nothing, runAll: nothing, review: nothing, busy: false });
export const useJobCommands = (): JobCommands => useContext(Commands);

/** Gives what is inside the actions on jobs, and shows the windows that they need. */
export function JobActions({ children, onRemoved }: { children: ReactNode; onRemoved?: (job: Job) => void }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = useCallback(() => setAsked(null), []);
  const { act, busy } = useRunAction();
  const commands = useMemo<JobCommands>(
    () => ({
      busy,
      run: (action, job) => {
        if (action === 'UPDATE') setAsked({ kind: 'update', job });
        else if (action === 'MERGE') setAsked({ kind: 'merge', jobs: [job], done: nothing });
        else if (action === 'CANCEL' || action === 'DELETE' || action === 'STOP')
          setAsked({ kind: 'confirm', action, job });
        else void act(action, job);
      },
      runAll: (action, jobs, done) =>
        setAsked(action === 'MERGE' ? { kind: 'merge', jobs, done } : { kind: 'bulk', action, jobs, done }),
      review: (job) => setAsked({ kind: 'review', job }),
    }),
    [act, busy],
  );
  return (
    <Commands value={commands}>
      {children}
      {asked?.kind === 'confirm' ? <ActionDialog {...asked} onClose={close} onRemoved={onRemoved} /> : null}
      {asked?.kind === 'update' ? <UpdateDialog job={asked.job} onClose={close} /> : null}
      {asked?.kind === 'merge' ? <MergeDialog jobs={asked.jobs} onDone={asked.done} onClose={close} /> : null}
      {asked?.kind === 'bulk' ? <BulkDialog {...asked} onDone={asked.done} onClose={close} /> : null}
      {asked?.kind === 'review' ? <ReviewDialog job={asked.job} onClose={close} /> : null}
    </Commands>
  );
}
