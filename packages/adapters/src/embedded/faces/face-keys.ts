import { column, type DatabaseSync, type SqlRow } from '../../sqlite/index.ts';

/** Faces of other pictures that begin with the same 56 bits; more would have to be made on purpose, at some cost. */
const PLACES = 8n;
const NEXT_PLACE = 256n;
/** Keys below are those of places of faces that went. */
const SPARE_KEYS = 2n ** 32n;

/**
 * Keys are 64 bits: 56 of the picture's hash and 8 of which of its faces it is. `save` is the save that has the
 * vector; `gone` are keys of the last save whose vectors have gone since; `spare` and `unmended` are
 * counts of that save: places of faces that went, and faces that came since all were in reach.
 */
export const faceKeyMigrations = [
  `CREATE TABLE face (key INTEGER PRIMARY KEY, id TEXT NOT NULL, save INTEGER NOT NULL);
   CREATE INDEX face_save ON face (save);
   CREATE TABLE gone (key INTEGER PRIMARY KEY);
   CREATE TABLE saved (model TEXT NOT NULL, save INTEGER NOT NULL, at INTEGER NOT NULL,
     bytes INTEGER NOT NULL, checksum INTEGER NOT NULL);`,
  `ALTER TABLE saved ADD COLUMN spare INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE saved ADD COLUMN unmended INTEGER NOT NULL DEFAULT 0;`,
] as const;

/** The key at which a face stands unless another has it. @throws Error for what is no id of a face */
function firstKey(id: string): bigint {
  const parts = /^([0-9a-f]{14})[0-9a-f]*\.(\d+)$/.exec(id);
  if (!parts) throw new Error(`this is no id of a face: ${id.slice(0, 100)}`);
  const key = (BigInt(`0x${parts[1]}`) << 8n) | (BigInt(parts[2] ?? 0) & 0xffn);
  return BigInt.asIntN(64, key < SPARE_KEYS ? key + SPARE_KEYS : key);
}

const placesOf = (id: string): bigint[] => {
  const first = firstKey(id);
  return Array.from({ length: Number(PLACES) }, (_none, n) => BigInt.asIntN(64, first + BigInt(n) * NEXT_PLACE));
};

const idAt = (row: SqlRow | undefined): string | null => (row ? column.text(row, 'id') : null);

/** Which key stands for which face: each has its own, whatever others begin alike. */
export class FaceKeys {
  readonly #at;
  readonly #after;

  constructor(db: DatabaseSync) {
    this.#at = db.prepare('SELECT id FROM face WHERE key = ?');
    this.#after = db.prepare('SELECT id FROM face WHERE key > ? ORDER BY key LIMIT ?');
  }

  idOf = (key: bigint): string | null => idAt(this.#at.get(BigInt.asIntN(64, key)));

  /** The key of a face; null when it is not there. */
  find(id: string): bigint | null {
    return placesOf(id).find((key) => this.idOf(key) === id) ?? null;
  }

  /** The key that a new face gets. */
  free(id: string): bigint {
    const key = placesOf(id).find((place) => this.idOf(place) === null);
    if (key === undefined) throw new Error(`too many pictures begin as ${id} does`);
    return key;
  }

  /** In the order of keys, after a face that may have gone meanwhile. */
  after(id: string, limit: number): string[] {
    const from = id === '' ? null : (this.find(id) ?? firstKey(id));
    const rows = this.#after.all(from ?? -(2n ** 63n), limit);
    return rows.map((row) => column.text(row, 'id'));
  }
}
