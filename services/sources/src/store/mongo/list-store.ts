import { newId } from '@numscope/platform';
import type { ErasedStore, ListedStore } from '../listed-store.port.ts';
import { type ChangeJournal, packed, type SourceDocuments } from './changes.ts';

/** The do-not-look-up list, and the marks of what was erased. */
export const listStore = (
  { list }: Pick<SourceDocuments, 'list'>,
  journal: ChangeJournal,
): ListedStore & Pick<ErasedStore, 'noteErased' | 'erasedMarks'> => ({
  async addListed(added, events) {
    const known = await list.known(added.entries);
    await journal.write({ kind: 'list', added, change: newId() }, packed(events));
    return added.entries.length - known;
  },

  async removeListed(entry, at, events) {
    const order = await list.orderOf(entry);
    if (order === undefined) return false;
    await journal.write({ kind: 'unlist', entry, at, order, change: newId() }, packed(events));
    return true;
  },

  listed: (request) => list.of(request),
  listedAfter: (entry, limit) => list.after(entry, limit),
  countListed: () => list.count(),
  listRevision: () => list.revision(),
  noteErased: (mark, forgottenBefore) => list.noteErased(mark, forgottenBefore),
  erasedMarks: () => list.erasedMarks(),
});
