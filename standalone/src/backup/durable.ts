import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

/** Makes what a folder names, or what a file holds, last through a power cut. */
export function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
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
