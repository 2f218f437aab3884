import type { IndexDocument } from '@numscope/platform';
import { facetFields } from '@numscope/contracts/profile-fields';
import type { DatabaseSync, StatementSync } from '../../sqlite/index.ts';

/** The values that a document is counted by, each as its field, a blank and the value. */
export function facetKeys({ facets = {} }: Pick<IndexDocument, 'facets'>): string[] {
  const keys: string[] = [];
  for (const field of facetFields) for (const value of new Set(facets[field])) keys.push(`${field} ${value}`);
  return keys;
}

/** A value's number tells its field: what is left of it by this is the field's place in `facetFields`. */
const FIELDS = 16;
export const facetFieldOf = (number: number) => facetFields[number % FIELDS];

/** A row's numbers of values, as they stand in `docs.facets`: parted by commas, so that many rows are one list. */
const numbersIn = (text: string | null): number[] => (text === null ? [] : text.split(',').map(Number));

/** Beyond it the numbers are looked up again. */
const MOST_REMEMBERED = 50_000;

/**
 * Keeps each value that documents are counted by under a number, with how many documents have it. A value that none has
 * any more is forgotten, and its number is not given again.
 */
export class FacetWriter {
  readonly #numberOf;
  readonly #nextNumber;
  readonly #insert;
  readonly #add;
  readonly #clear;
  readonly #known = new Map<string, number>();
  readonly #changed = new Map<number, number>();
  /** What came since `settle`: documents that are alike bring the same keys, as the same object. */
  readonly #come = new Map<readonly string[], { numbers: number[]; text: string; documents: number }>();

  constructor(db: DatabaseSync) {
    // FTS5 gives its own rows ids beyond 2^53, and `run` answers with the last one.
    const prepare = (sql: string): StatementSync => {
      const statement = db.prepare(sql);
      statement.setReadBigInts(true);
      return statement;
    };
    this.#numberOf = prepare('SELECT id FROM facets WHERE field = ? AND value = ?');
    this.#nextNumber = prepare(`UPDATE totals SET value = value + 1 WHERE name = 'values' RETURNING value AS n`);
    this.#insert = prepare('INSERT INTO facets (id, field, value, docs) VALUES (?, ?, ?, 0)');
    this.#add = prepare('UPDATE facets SET docs = docs + ? WHERE id = ?');
    this.#clear = prepare('DELETE FROM facets WHERE id = ? AND docs = 0');
  }

  /** Within a transaction, before `settle`: the values that a document has from now on. */
  come(keys: readonly string[]): string | null {
    if (keys.length === 0) return null;
    let come = this.#come.get(keys);
    if (come === undefined) {
      const numbers = keys.map((key) => this.#number(key));
      this.#come.set(keys, (come = { numbers, text: numbers.join(','), documents: 0 }));
    }
    come.documents++;
    return come.text;
  }

  /** Within a transaction, before `settle`: the values that a document had. */
  go(text: string | null): void {
    for (const number of numbersIn(text)) this.#note(number, -1);
  }

  /** At the end of a transaction. */
  settle(): void {
    let isOver = false;
    for (const { numbers, documents } of this.#come.values())
      for (const number of numbers) this.#note(number, documents);
    this.#come.clear();
    for (const [number, by] of this.#changed) {
      if (by !== 0) this.#add.run(by, number);
      if (by <= 0) isOver = this.#clear.run(number).changes > 0n || isOver;
    }
    this.#changed.clear();
    if (isOver || this.#known.size > MOST_REMEMBERED) this.#known.clear();
  }

  /** After a transaction that was undone. */
  forget(): void {
    this.#come.clear();
    this.#changed.clear();
    this.#known.clear();
  }

  #make(field: string, value: string): number {
    const place = facetFields.findIndex((one) => one === field);
    if (place === -1) throw new Error(`documents are not counted by ${field}`);
    const number = Number(this.#nextNumber.get()?.['n']) * FIELDS + place;
    this.#insert.run(number, field, value);
    return number;
  }

  #note(number: number, by: number): void {
    this.#changed.set(number, (this.#changed.get(number) ?? 0) + by);
  }

  #number(key: string): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const parting = key.indexOf(' ');
    const [field, value] = [key.slice(0, parting), key.slice(parting + 1)];
    const kept = this.#numberOf.get(field, value);
    const number = kept ? Number(kept['id']) : this.#make(field, value);
    this.#known.set(key, number);
    return number;
  }
}
