import { closeSync, fsyncSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Makes what a folder names, or what a file holds, last through a power cut. */
export function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The same for all names in a folder and in those below it. */
export function syncNames(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) syncNames(join(folder, entry.name));
  sync(folder);
}

/** A file for its owner alone, made or made anew. */
export function writeDurably(path: string, text: string): void {
  const handle = openSync(path, 'w', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
