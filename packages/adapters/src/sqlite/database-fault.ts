import { types } from 'node:util';

const { isNativeError } = types;

/** https://www.sqlite.org/rescode.html */
const [BUSY, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB] = [5, 8, 10, 11, 13, 14, 26];

const RESTORE =
  'Nothing was changed. Restore a backup into an empty DATA_DIR (npm run restore -- --from FOLDER): all of it, because the files of one moment belong together';

/** A file that is no database, or a broken one. */
export class DamagedError extends Error {
  override readonly name = 'DamagedError';
  /** What is wrong with it, in SQLite's words. */
  readonly reason: string;

  constructor(path: string, reason: string) {
    super(`${path} is damaged: ${reason}. ${RESTORE}`);
    this.reason = reason;
  }
}

const reasonOf = (error: unknown): string => (isNativeError(error) ? error.message : String(error));

/** SQLite's primary result code of a fault; null when it is none of SQLite's. */
function codeOf(error: unknown): number | null {
  return isNativeError(error) && 'errcode' in error ? Number(error.errcode) & 0xff : null;
}

/** Whether another connection is just writing. */
export const isBusy = (error: unknown): boolean => codeOf(error) === BUSY;

/** Whether there was no room for what was to be written. */
export const isFull = (error: unknown): boolean => codeOf(error) === FULL;

/** The fault of a file whose schema this version does not know. */
export const newerFault = (path: string, version: number, known: number): Error =>
  new Error(
    `${path} was written by a newer version of Numscope: its schema has version ${version}, and this one knows up to ${known}. Nothing was changed. Start the newer version, or restore a backup that this version made`,
  );

/**
 * A fault of opening a file in words for whoever runs the installation. SQLite's own words stay in it: they tell what
 * passes by itself.
 */
export function unusable(path: string, error: unknown): unknown {
  const code = codeOf(error);
  const reason = reasonOf(error);
  if (code === CORRUPT || code === NOTADB) return new DamagedError(path, reason);
  if (code === FULL)
    return new Error(`${path} cannot be written: ${reason}. Make room on its disk, and begin again`, { cause: error });
  if (code === IOERR)
    return new Error(
      `${path} cannot be read or written: ${reason}. Look whether its disk is full or broken, and begin again`,
      {
        cause: error,
      },
    );
  if (code === CANTOPEN || code === READONLY)
    return new Error(
      `${path} cannot be opened: ${reason}. Look who owns it and its folder, and whether there is room on the disk`,
      {
        cause: error,
      },
    );
  return error;
}
