import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';

/** All files below a folder. */
const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Where any of these bytes stand in files below a folder, as `file: needle`. */
export function filesWith(dir: string, needles: readonly (string | Uint8Array)[]): string[] {
  return filesIn(dir).flatMap((path) => {
    const bytes = readFileSync(path);
    return needles
      .filter((needle) => bytes.includes(needle))
      .map(
        (needle) =>
          `${relative(dir, path)}: ${typeof needle === 'string' ? needle : Buffer.from(needle).toString('hex')}`,
      );
  });
}

/** A number as SQLite keeps an integer of six bytes. */
export function integerBytes(digits: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(digits));
  return bytes.subarray(2);
}

const plain = (value: unknown): string => {
  if (!(value instanceof Uint8Array)) return String(value);
  try {
    return zstdDecompressSync(value).toString();
  } catch {
    return Buffer.from(value).toString('latin1');
  }
};

/** Each row of each table below a folder, as text, compressed or not. */
function* rowsIn(dir: string): Generator<{ file: string; table: string; row: Record<string, unknown>; text: string }> {
  for (const path of filesIn(dir).filter((name) => name.endsWith('.sqlite'))) {
    const db = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
    const tables = db
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`)
      .all();
    for (const { name } of tables) {
      const all = db.prepare(`SELECT * FROM "${String(name)}"`);
      // Keys of faces are larger than a number can be.
      all.setReadBigInts(true);
      for (const row of all.iterate()) {
        const text = Object.values(row).map(plain).join('\n');
        yield { file: relative(dir, path), table: String(name), row, text };
      }
    }
    db.close();
  }
}

/** The text of all rows of each table below a folder, by `file table`. */
export function tableTexts(dir: string): Map<string, string> {
  const found = new Map<string, string[]>();
  for (const { file, table, text } of rowsIn(dir)) {
    const place = `${file} ${table}`;
    const texts = found.get(place) ?? [];
    texts.push(text);
    found.set(place, texts);
  }
  return new Map([...found].map(([place, texts]) => [place, texts.join('\n')]));
}

/** The tables below a folder of which some row names one of these, as `file table: needle`. */
export function tablesWith(dir: string, needles: readonly string[]): string[] {
  const found = new Set<string>();
  for (const { file, table, row, text } of rowsIn(dir)) {
    // The audit's own events on their way are a part of it.
    if (table === 'chunks' && String(row['stream']).startsWith('audit.logged')) continue;
    for (const needle of needles) if (text.includes(needle)) found.add(`${file} ${table}: ${needle}`);
  }
  return [...found];
}

/** The vectors of a picture's faces below a folder, as the index of faces writes them: numbers of 16 bits. */
export function keptVectors(dir: string, imageId: string): Buffer[] {
  const db = new DatabaseSync(join(dir, 'images.sqlite'), { readOnly: true, timeout: 10_000 });
  const rows = db.prepare('SELECT vector FROM face WHERE image_id = ?').all(imageId);
  db.close();
  return rows.map(({ vector }) => {
    if (!(vector instanceof Uint8Array)) throw new Error('a face has no vector');
    return Buffer.from(Float16Array.from(new Float32Array(Uint8Array.from(vector).buffer)).buffer);
  });
}
