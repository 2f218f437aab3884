import { apiError, limits } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import type { AskingContext } from '../asking/context.ts';
import { readListEntries } from '../domain/fields/list-entries.ts';

type ListContext = Pick<AskingContext, 'store' | 'doNotLookUp' | 'kit'>;

/**
 * Puts all entries of a text on the list, or none.
 * @throws ApiError LIST_LINES, TOO_MANY_LISTED
 */
export async function listNumbers(
  { store, doNotLookUp, kit }: ListContext,
  { text, reason, by, events }: { text: string; reason: string; by: string; events: OutgoingEvent[] },
): Promise<{ added: number; known: number; total: number }> {
  const { entries, bad } = readListEntries(text);
  if (bad.length > 0) throw apiError('LIST_LINES', { details: bad.slice(0, limits.invalidLinesShown) });
  if (entries.length === 0) throw apiError('LIST_LINES', { details: [{ line: 1, text: '' }] });
  const before = await store.countListed();
  if (entries.length > limits.listedLines || before + entries.length > limits.listedEntries)
    throw apiError('TOO_MANY_LISTED', { details: { lines: entries.length, listed: before } });
  const order = { entries, reason, by, at: kit.clock.now() };
  const added = await store.addListed(order, events);
  doNotLookUp.added(order);
  return { added, known: entries.length - added, total: await store.countListed() };
}

/** @throws ApiError NOT_FOUND when the entry is not on the list */
export async function unlistNumber(
  { store, doNotLookUp, kit }: ListContext,
  entry: string,
  events: OutgoingEvent[],
): Promise<void> {
  if (!(await store.removeListed(entry, kit.clock.now(), events))) throw apiError('NOT_FOUND');
  doNotLookUp.removed(entry);
}
