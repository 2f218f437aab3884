import type { PackedDocument } from '@numscope/platform';
import { ownTerm, splitDocument } from '@numscope/platform/packed-documents';
import { column, type DatabaseSync, scrub, type StatementSync, transaction } from '../../sqlite/index.ts';
import { newestOfEach } from '../../newest-of-each.ts';
import { idOfPhone } from '../../phone-order.ts';
import { changeNotes } from './change-log.ts';
import { FacetWriter } from './facet-writer.ts';
import { KnownContents } from './known-contents.ts';
import { termText } from './tokens.ts';

/** One of each document, in order of their ids. */
const inOrder = (documents: readonly PackedDocument[]) =>
  newestOfEach(documents)
    .map(({ phone, revision, packed }) => ({ id: idOfPhone(phone), phone, revision, packed }))
    .sort((a, b) => a.id - b.id);

/** Pages of 4 KB: some ten milliseconds of work. */
const MERGE_PAGES = 300;

/** The functions that change the index. */
export function indexWriter(db: DatabaseSync) {
  // FTS5 gives its own rows ids beyond 2^53, and `run` answers with the last one.
  const prepare = (sql: string): StatementSync => {
    const statement = db.prepare(sql);
    statement.setReadBigInts(true);
    return statement;
  };
  const mergeSlice = prepare(`INSERT INTO tokens (tokens, rank) VALUES ('merge', ${MERGE_PAGES})`);
  const changes = prepare('SELECT total_changes() AS n');
  const revisionOf = prepare('SELECT revision, facets FROM docs WHERE id = ?');
  const insertTokens = prepare('INSERT INTO tokens (rowid, t) VALUES (CAST(? AS INTEGER), ?)');
  const deleteTokens = prepare('DELETE FROM tokens WHERE rowid = CAST(? AS INTEGER)');
  const putDoc = prepare(
    `INSERT INTO docs (id, revision, name, timestamp, confidence, facets) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, name = excluded.name, timestamp = excluded.timestamp, confidence = excluded.confidence, facets = excluded.facets`,
  );
  const deleteDoc = prepare('DELETE FROM docs WHERE id = ? RETURNING facets');
  const addToTotal = prepare('UPDATE totals SET value = value + ? WHERE name = ?');

  const setTotal = prepare('UPDATE totals SET value = ? WHERE name = ?');
  const facets = new FacetWriter(db);
  const changed = changeNotes(db);
  const contents = new KnownContents();
  const facetsIn = (row: Record<string, unknown>): string | null => column.textOrNull(row, 'facets');
  const changing = (work: () => void): void => {
    try {
      transaction(db, work);
    } catch (error) {
      facets.forget();
      throw error;
    }
  };

  const put = (
    documents: readonly PackedDocument[],
    isWanted: (present: number, revision: number) => boolean,
  ): void => {
    changing(() => {
      let added = 0;
      const wanted = inOrder(documents).filter(({ id, revision }) => {
        const present = revisionOf.get(id);
        if (present && !isWanted(Number(present['revision']), revision)) return false;
        if (present) {
          deleteTokens.run(id);
          facets.go(facetsIn(present));
        } else added++;
        return true;
      });
      // One after the other, so that what each is unpacked to is garbage before the next.
      for (const { id, phone, revision, packed } of wanted) {
        const { timestamp, content } = splitDocument(packed);
        const { tokens, hasOwnTerm, name, confidence, counted } = contents.read(content);
        insertTokens.run(id, hasOwnTerm ? tokens + termText('phone', ownTerm(phone)) : tokens);
        putDoc.run(id, revision, name, timestamp, confidence, facets.come(counted));
      }
      if (wanted.length === 0) return;
      addToTotal.run(added, 'docs');
      addToTotal.run(wanted.length, 'changes');
      changed.note(wanted.map(({ id }) => id));
      facets.settle();
    });
  };

  return {
    /** In order of ids: FTS5 then writes them as one segment. All deletions come first for the same reason. */
    upsert: (documents: readonly PackedDocument[]): void => put(documents, (present, revision) => present <= revision),

    /** The same for documents that are right whatever revision stands there. */
    replace: (documents: readonly PackedDocument[]): void => put(documents, () => true),

    remove(ids: number[]): void {
      changing(() => {
        const removed = ids.filter((id) => {
          const gone = deleteDoc.get(id);
          if (!gone) return false;
          facets.go(facetsIn(gone));
          deleteTokens.run(id);
          return true;
        });
        if (removed.length === 0) return;
        addToTotal.run(-removed.length, 'docs');
        addToTotal.run(removed.length, 'changes');
        changed.note(removed);
        facets.settle();
      });
    },

    /** From now on every document has what today's have. */
    isWhole: (): void => void setTotal.run(0, 'outdated'),

    /**
     * Merges a slice of what many small writes left in pieces (https://www.sqlite.org/fts5.html#the_merge_command).
     * @returns whether there may be more to merge
     */
    tidy(): boolean {
      const before = Number(changes.get()?.['n']);
      mergeSlice.run();
      return Number(changes.get()?.['n']) - before >= 2;
    },

    /** All pieces are merged first: those of before still hold the tokens of what was removed. */
    scrub(): void {
      changing(() => changed.forgetAll());
      db.exec(`INSERT INTO tokens (tokens) VALUES ('optimize')`);
      scrub(db);
    },

    /** Throws when the file cannot be written. */
    check(at: number): void {
      prepare('INSERT INTO checked (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at').run(at);
    },
  };
}
