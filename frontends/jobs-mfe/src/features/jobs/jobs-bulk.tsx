import type { Job } from '@numscope/contracts';
import { BulkBar, Button, NotLoadedLine, notify, offerUndo, undoOf } from '@numscope/ui';
import { useQueryClient } from '@tanstack/react-query';
import { may } from '../../domain/job-actions.ts';
import { texts } from '../../texts/texts.ts';
import { ActionIcon } from '../actions/action-words.tsx';
import { useJobCommands } from '../actions/job-actions-context.tsx';
import { takeBack, useRunAction } from '../actions/use-run-action.ts';
import { useSelectedJobs } from './use-selected-jobs.ts';

const order = ['PLAY', 'PAUSE', 'MERGE', 'CANCEL', 'DELETE'] as const;
const words = {
  PLAY: 'bulkPlay',
  PAUSE: 'bulkPause',
  MERGE: 'bulkMerge',
  CANCEL: 'bulkCancel',
  DELETE: 'bulkRemove',
} as const;

interface BulkProps {
  /** The numbers of the selected jobs. */
  numbers: ReadonlySet<string>;
  /** The page that shows. */
  rows: readonly Job[];
  total: number;
  onClear: () => void;
}

/** What can be done to the selected jobs; each button counts those that allow it now. Loaded once some are selected. */
export default function JobsBulk({ numbers, rows, total, onClear }: BulkProps) {
  const { jobs, count, failed, retry } = useSelectedJobs(numbers, rows);
  const { runAll } = useJobCommands();
  const { actAll, busy } = useRunAction();
  const client = useQueryClient();
  const run = async (action: 'PLAY' | 'PAUSE', able: readonly Job[]): Promise<void> => {
    const done = await actAll(action, able);
    const words = texts('bulkDone', { done: done.length, count: able.length });
    const undo = action === 'PLAY' ? 'PAUSE' : 'PLAY';
    const isUndoable = done.length === able.length && done.every((job) => undoOf(action, job) === undo);
    if (isUndoable) offerUndo(words, () => void takeBack(client, undo, done));
    else notify(done.length === able.length ? 'success' : 'warning', words);
    onClear();
  };
  return (
    <BulkBar count={count} total={total} onClear={onClear}>
      {failed === 0 ? null : <NotLoadedLine title={texts('bulkFailed', { count: failed })} onRetry={retry} />}
      {order.map((action) => {
        const able = jobs.filter((job) => may(job, action));
        const [first] = able;
        if (first === undefined) return null;
        return (
          <Button
            key={action}
            kind={action === 'CANCEL' || action === 'DELETE' ? 'danger' : 'quiet'}
            size="sm"
            busy={busy}
            onClick={() =>
              action === 'PLAY' || action === 'PAUSE' ? void run(action, able) : runAll(action, able, onClear)
            }
          >
            <ActionIcon action={action} job={first} />
            {texts(words[action], { count: able.length })}
          </Button>
        );
      })}
    </BulkBar>
  );
}
