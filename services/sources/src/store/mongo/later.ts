import { type Collection, isDuplicateKey } from '@numscope/adapters/mongo';
import { momentOfId, newId, newIdAt } from '@numscope/platform';

/**
 * The id of a change that comes after the one that stands there, whoever's clock goes ahead: who changes what he has
 * seen must not be taken for earlier. @param known - undefined: nothing stands there
 */
export function laterChange(known: string | undefined): string {
  const id = newId();
  if (known === undefined || known < id) return id;
  const moment = momentOfId(known);
  return moment === null ? id : newIdAt(moment + 1);
}

/**
 * Changes a document, or makes it, unless its filter says that a later state stands there already. Whoever makes it at
 * the same moment as somebody else meets his key, and then compares with what he wrote.
 */
export async function upsertLater<T extends object>(
  documents: Collection<T>,
  filter: Parameters<Collection<T>['updateOne']>[0],
  change: Parameters<Collection<T>['updateOne']>[1],
): Promise<void> {
  try {
    await documents.updateOne(filter, change, { upsert: true });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await documents.updateOne(filter, change);
  }
}
