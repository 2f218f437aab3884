import type { DeadLetter, Logger } from '@numscope/platform';

/** Tells who runs the installation of each event that goes to the dead letters. */
export function tellDeadLetters(
  log: Logger,
  letters: ReadonlyArray<Pick<DeadLetter, 'topic' | 'group' | 'reason'>>,
): void {
  for (const { topic, group, reason } of letters)
    log.error({ topic, group, reason }, 'an event went to the dead letters');
}
