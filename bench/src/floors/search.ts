import { DatabaseSync } from 'node:sqlite';
import type { Profile } from '@numscope/contracts';

export const furtherFields = [
  'address',
  'birthDate',
  'work',
  'school',
  'country',
  'source',
  'lineType',
  'carrier',
] as const;
export type FurtherField = (typeof furtherFields)[number];

/** What a profile has that these filters find, as texts. */
export const textsOf = (profile: Profile): Record<FurtherField, readonly (string | null)[]> => ({
  address: [...profile.addresses, profile.city],
  birthDate: [profile.birthDate],
  work: profile.work,
  school: [profile.university, profile.faculty, ...profile.schools],
  country: [profile.country ?? profile.numbering?.country ?? null],
  source: profile.sources,
  lineType: [profile.line?.lineType ?? profile.numbering?.lineType ?? null],
  carrier: [profile.line?.carrier ?? profile.numbering?.carrier ?? null],
});

const PAGE = 15;
const COUNTED = 10_000;

/**
 * Floor: the same profiles in a bare FTS5 table in memory, asked one after the other for the first page and for how many
 * there are up to 10,000, without HTTP.
 */
export class BareSearch {
  readonly #db = new DatabaseSync(':memory:');
  readonly #insert;
  readonly #insertBody;
  readonly #page;
  readonly #count;

  constructor() {
    this.#db.exec(`CREATE TABLE bodies (id INTEGER PRIMARY KEY, body TEXT);
      CREATE VIRTUAL TABLE search USING fts5 (${furtherFields.join(', ')}, content='', detail=full);`);
    this.#insert = this.#db.prepare(
      `INSERT INTO search (rowid, ${furtherFields.join(', ')}) VALUES (?${', ?'.repeat(furtherFields.length)})`,
    );
    this.#insertBody = this.#db.prepare('INSERT INTO bodies VALUES (?, ?)');
    this.#page = this.#db.prepare(
      `SELECT body FROM bodies WHERE id IN (SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid LIMIT ${PAGE})`,
    );
    this.#count = this.#db.prepare(
      `SELECT count(*) AS hits FROM (SELECT 1 FROM search WHERE search MATCH ? LIMIT ${COUNTED + 1})`,
    );
  }

  fill(profiles: readonly Profile[]): void {
    this.#db.exec('BEGIN');
    for (const profile of profiles) {
      const texts = textsOf(profile);
      const { lastInsertRowid: id } = this.#insertBody.run(null, JSON.stringify(profile));
      this.#insert.run(id, ...furtherFields.map((field) => texts[field].filter((text) => text !== null).join(' ')));
    }
    this.#db.exec('COMMIT');
  }

  /** Milliseconds that a search takes. @throws Error where it finds nothing: then nothing is measured */
  time(field: FurtherField, value: string): number {
    const words = value.match(/[\p{L}\p{N}]+/gu) ?? [];
    const match = `${field} : (${words.map((word) => `"${word}"`).join(' AND ')})`;
    const begun = performance.now();
    const page = this.#page.all(match);
    this.#count.get(match);
    const took = performance.now() - begun;
    if (page.length === 0) throw new Error(`the floor finds nothing for ${match}`);
    return took;
  }
}
