import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file beside, whole and on the disk, before it gets its name; so nobody ever reads half of it. */
function draftOf(file: string, content: string, mode: number): string {
  const draft = `${file}.${process.pid}.new`;
  rmSync(draft, { force: true });
  const handle = openSync(draft, 'wx', mode);
  try {
    writeSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return draft;
}

function keepFolder(file: string): void {
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Makes a file unless it is there: of two that try, the first wins. Whether this one did. */
export function writeNew(file: string, content: string, mode: number): boolean {
  const draft = draftOf(file, content, mode);
  try {
    linkSync(draft, file);
    keepFolder(file);
    return true;
  } catch (error) {
    if (!existsSync(file)) throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Replaces a file at once: whoever reads gets the former content or the new one. Its owner stays, also where an
 * administrator writes it.
 */
export function writeOver(file: string, content: string, mode: number): void {
  const draft = draftOf(file, content, mode);
  try {
    const { uid, gid } = statSync(existsSync(file) ? file : draft);
    if (uid !== process.getuid?.()) chownSync(draft, uid, gid);
    renameSync(draft, file);
    keepFolder(file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
