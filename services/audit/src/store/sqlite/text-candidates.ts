import { column, type DatabaseSync } from '@numscope/adapters/sqlite';
import { allOf, anyOf, trigramsOf, writtenWays } from '../audit-text.ts';

/** Which entries may have a text, as an FTS5 query, and how many they are at most. */
export interface Candidates {
  match: string;
  atMost: number;
}

/** More trigrams that begin alike than any two letters have in practice. */
const MOST_TRIGRAMS = 1000;
/**
 * Two letters that the index keeps as they are, and that never stand at the very end of an entry's text, which is the
 * brace that ends the arguments: so a trigram begins with them wherever they stand.
 */
const FOUND_AS_BEGINNING = /^(?!.*\})[\p{ASCII}а-яё]{2}$/u;
const LAST = '\u{10ffff}';

/** Tells what the index of trigrams knows of a text in lower case; null: nothing. Reads no entry. */
export function textCandidates(db: DatabaseSync, few: number): (text: string) => Candidates | null {
  const commonness = db.prepare('SELECT doc AS n FROM entry_trigram WHERE term = ?');
  const beginning = db.prepare(
    `SELECT term, doc AS n FROM entry_trigram WHERE term >= ? AND term < ? LIMIT ${MOST_TRIGRAMS + 1}`,
  );

  /** Looks no further once it is few. */
  const withAll = (trigrams: readonly string[]): Candidates => {
    let atMost = Infinity;
    for (const trigram of trigrams) {
      atMost = Math.min(atMost, Number(commonness.get(trigram)?.['n'] ?? 0));
      if (atMost <= few) break;
    }
    return { match: allOf(trigrams), atMost };
  };

  const withBeginning = (letters: string): Candidates | null => {
    if (!FOUND_AS_BEGINNING.test(letters)) return null;
    const found = beginning.all(letters, `${letters}${LAST}`);
    if (found.length > MOST_TRIGRAMS) return null;
    const terms = found.map((row) => column.text(row, 'term'));
    return {
      // A text of two letters is no trigram, and so finds nothing.
      match: terms.length > 0 ? anyOf(terms) : '""',
      atMost: found.reduce((sum, row) => sum + column.number(row, 'n'), 0),
    };
  };

  return (text) => {
    // A query of SQLite ends there.
    if (text.includes('\0')) return null;
    const ways: Candidates[] = [];
    for (const way of writtenWays(text)) {
      const trigrams = trigramsOf(way);
      const candidates = trigrams.length > 0 ? withAll(trigrams) : withBeginning(way);
      if (!candidates) return null;
      ways.push(candidates);
    }
    return {
      match: ways.map(({ match }) => `(${match})`).join(' OR '),
      atMost: ways.reduce((sum, { atMost }) => sum + atMost, 0),
    };
  };
}
