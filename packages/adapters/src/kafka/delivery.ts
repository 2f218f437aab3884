import type { Topic } from '@numscope/contracts';
import {
  type AnySubscription,
  type DeadEvent,
  deliverBatch,
  growingPauseMs,
  type Logger,
  oneLine,
  reasonOf,
  retry,
} from '@numscope/platform';
import type { LaneBatch } from './lane.ts';

/** What is needed to hand batches to their subscriber. */
export interface DeliveryWork<T extends Topic> {
  subscription: AnySubscription<T>;
  log: Logger;
  letters(dead: readonly DeadEvent[]): Promise<void>;
}

interface Ends {
  /** No other try begins once it fires. */
  stopping: AbortSignal;
  /** Nothing is waited for once it fires. */
  ending: AbortSignal;
}

/** Its key was erased where the value is null, which whoever erased it has told everybody by other ways. */
const textsOf = (batches: readonly LaneBatch[]): string[] =>
  batches.flatMap(({ records }) =>
    records.flatMap(({ value }) => (value === null ? [] : [oneLine(value.toString('utf8'))])),
  );

/** Hands the events of these batches over together. @returns whether they are handled; else they were given up undecided */
export async function deliver<T extends Topic>(
  { subscription, log, letters }: DeliveryWork<T>,
  batches: readonly LaneBatch[],
  { stopping, ending }: Ends,
): Promise<boolean> {
  const { topic, group } = subscription;
  const texts = textsOf(batches);
  if (texts.length === 0) return true;
  const dead = await deliverBatch(subscription, texts, {
    pauseMs: growingPauseMs,
    stopping,
    abort: ending,
    onRetry: (reason, attempt) => log.warn({ topic, group, reason, attempt }, 'events are tried again'),
  });
  if (dead === null) return false;
  if (dead.length === 0) return true;
  const onRetry = (error: unknown): void =>
    log.warn({ topic, group, reason: reasonOf(error) }, 'dead letters could not be written; tried again');
  return retry(() => letters(dead), { signal: ending, onRetry }).then(
    () => true,
    () => false,
  );
}
