import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Index, MetricKind, ScalarKind } from 'usearch';

/** Measured in docs/decisions/face-index.md. */
const CONNECTIVITY = 16;
const EXPANSION_ADD = 128;
const EXPANSION_SEARCH = 128;
const CHUNK_BYTES = 4 * 1024 * 1024;

export interface SavedFile {
  bytes: number;
  checksum: number;
}

export const emptyVectors = (length: number): Index =>
  new Index({
    dimensions: length,
    metric: MetricKind.L2sq,
    quantization: ScalarKind.F16,
    connectivity: CONNECTIVITY,
    expansion_add: EXPANSION_ADD,
    expansion_search: EXPANSION_SEARCH,
    multi: false,
  });

/** Larger than any number of a face. */
const FAR = 10;

/**
 * A vector far from all faces, in a direction of its own (Box and Muller's normal numbers), for the place of one that
 * goes. A search passes through such places: in the midst of the faces, or all in one place, they would lead it nowhere.
 */
export const farAway = (length: number): Float32Array =>
  Float32Array.from(
    { length },
    () => FAR * Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random()),
  );

/** Size and checksum of a file, which is on the disk afterwards where `durable`. */
function measure(path: string, durable: boolean): SavedFile {
  const file = openSync(path, durable ? 'r+' : 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let [bytes, checksum] = [0, 0];
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      checksum = crc32(chunk.subarray(0, read), checksum);
      bytes += read;
    }
    if (durable) fsyncSync(file);
    return { bytes, checksum };
  } finally {
    closeSync(file);
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Writes the vectors beside, then puts them in their place: whoever is killed meanwhile leaves a whole file. */
export function saveVectors(index: Index, path: string): SavedFile {
  const draft = `${path}.part`;
  index.save(draft);
  const saved = measure(draft, true);
  renameSync(draft, path);
  syncFolder(dirname(path));
  return saved;
}

/**
 * Reads saved vectors; null when they are not as they were saved. What is damaged never comes to usearch, which trusts
 * its files.
 */
export function loadVectors(path: string, length: number, saved: SavedFile): Index | null {
  if (!existsSync(path) || statSync(path).size !== saved.bytes) return null;
  if (measure(path, false).checksum !== saved.checksum) return null;
  const index = emptyVectors(length);
  index.load(path);
  return index;
}

/** Deletes the saved vectors of a folder but those at `kept`. */
export function dropOtherVectors(folder: string, kept: string | null): void {
  for (const name of readdirSync(folder).filter((name) => /\.usearch(\.part)?$/.test(name))) {
    const path = join(folder, name);
    if (path !== kept) rmSync(path, { force: true });
  }
}
