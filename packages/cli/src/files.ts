import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { UsageError } from './terminal.ts';

/** A file for a form, read as it is sent. @throws UsageError when it cannot be read */
async function fileOf(path: string): Promise<File> {
  try {
    return new File([await openAsBlob(path)], basename(path));
  } catch (cause) {
    throw new UsageError(`${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
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
