import { type Collection, isDuplicateKey } from '@numscope/adapters/mongo';

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
