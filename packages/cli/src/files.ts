import { openAsBlob } from 'node:fs';
import { access, constants, open, rename, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { FailedError, UsageError } from './terminal.ts';

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/**
 * A file for a form, read as it is sent; of a folder or a pipe nobody can tell how long it is.
 * @throws UsageError when it cannot be read
 */
async function fileOf(path: string): Promise<File> {
  try {
    await access(path, constants.R_OK);
    if (!(await stat(path)).isFile()) throw new Error('it is no file');
    return new File([await openAsBlob(path)], basename(path));
  } catch (cause) {
    throw new UsageError(`${path} cannot be read: ${reasonOf(cause)}`, { cause });
  }
}

/** A form with these texts, and the file behind them. */
export async function formOf(
  texts: Readonly<Record<string, string | number | boolean | undefined>>,
  path: string,
): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) if (value !== undefined) form.set(name, String(value));
  form.set('file', await fileOf(path));
  return form;
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/**
 * Makes a file that has its name only when it is whole; of one that breaks off nothing is left.
 * @param fill writes its bytes, each time awaited
 * @throws UsageError when there can be no such file, before `fill` is called; FailedError when its disk takes no more
 */
export async function wholeFile<T>(
  path: string,
  fill: (write: (bytes: Uint8Array) => Promise<void>) => Promise<T>,
): Promise<T> {
  if (await isFolder(path)) throw new UsageError(`${path} is a folder: say the name of a file`);
  const partial = `${path}.part`;
  const file = await open(partial, 'w').catch((cause: unknown) => {
    throw new UsageError(`${path} cannot be written: ${reasonOf(cause)}`, { cause });
  });
  const failed = (cause: unknown): never => {
    throw new FailedError(`${path} cannot be written: ${reasonOf(cause)}`, { cause });
  };
  try {
    const filled = await fill((bytes) => file.appendFile(bytes).catch(failed));
    await file.close().catch(failed);
    await rename(partial, path).catch(failed);
    return filled;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(partial, { force: true });
    throw error;
  }
}
